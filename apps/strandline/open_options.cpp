// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The options that say how a picture is read, which edges and info share.
#include "open_options.hpp"

#include <charconv>
#include <string>

#include <fmt/format.h>

namespace strandline::app {
namespace {

std::optional<int> parse_mask(const std::string& text) {
  if (text == "auto") return std::nullopt;
  if (text == "none") return kNoMask;
  int band = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), band);
  if (error != std::errc() || end != text.data() + text.size() || band < 1) {
    throw CLI::ValidationError("--mask", fmt::format("'{}' is not auto, none or the number of a band, from 1", text));
  }
  return band;
}

}  // namespace

void add_open_options(CLI::App& command, OpenOptions& options) {
  command.add_option("--band", options.band, "The band to read, from 1, of a file with several")->type_name("N");
  command
      .add_option_function<std::string>(
          "--mask", [&options](const std::string& text) { options.mask = parse_mask(text); },
          "What tells nodata: all that the file declares (values, masks, alpha), nothing, or its declared values and "
          "band N where that is 0")
      ->type_name("auto|none|N")
      ->default_str("auto");
}

}  // namespace strandline::app
