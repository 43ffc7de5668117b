// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Results read from a text, as if it were a file's.
#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <strandline/error.hpp>

#include "lab/results_in_memory.hpp"
#include "raster/temporary_folder.hpp"
#include "results/results_file.hpp"

namespace strandline::test {

inline std::vector<lab::Results> read_text(std::string_view text) {
  std::istringstream stream{std::string(text)};
  return lab::read_results(stream, "a.jsonl");
}

inline std::string refusal_of(std::string_view text) {
  return message_of<FileError>([&] { read_text(text); });
}

}  // namespace strandline::test
