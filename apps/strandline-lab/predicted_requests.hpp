// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// From what the user writes about an access pattern to the requests of warps, and to what the model says of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <strandline/warp_cost.hpp>

namespace strandline::app {

/// What the model says of one pattern.
struct PredictedRow {
  std::string name;                   ///< as the table calls it
  nlohmann::ordered_json properties;  ///< of the pattern, as JSON shows them
  SharedMemoryCost shared;
  GlobalMemoryCost global;
  ConstantMemoryCost constant;
};

/// A row a stride, counted in elements of `width_bytes`; `list` is such as 1,2,32 or 1..33.
std::vector<PredictedRow> predict_strides(std::string_view list, int width_bytes);

/// A tile's elements, read row by row and column by column, 32 neighbours a request; where requests differ, the one
/// that costs most in each memory space. `shape` is ROWSxCOLS; without a pitch rows are dense. Words have 4 bytes.
std::vector<PredictedRow> predict_tile(std::string_view shape, std::optional<std::int64_t> pitch_words,
                                       int width_bytes);

/// One row for 32 byte addresses, decimal or with 0x, separated by commas or blanks.
std::vector<PredictedRow> predict_addresses(std::string_view list, int width_bytes);

}  // namespace strandline::app
