// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// From what the user writes about an access pattern to the requests of warps, and to what the model says of them.
#include "predicted_requests.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "integer_list.hpp"

namespace strandline::app {
namespace {

// Far above what a kernel has, and low enough that tables end and no address overflows.
constexpr std::int64_t kMaxStride = 65536;
constexpr std::int64_t kMaxTileSide = 1024;
constexpr std::int64_t kMaxPitchWords = std::int64_t{1} << 24;

template <class Integer>
std::optional<Integer> parse_integer(std::string_view text, int base = 10) {
  Integer value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Both numbers of a text such as 32x33, or nothing.
std::optional<std::pair<std::int64_t, std::int64_t>> parse_sides(std::string_view text) {
  const std::size_t at = text.find('x');
  if (at == std::string_view::npos) return std::nullopt;
  const auto first = parse_integer<std::int64_t>(text.substr(0, at));
  const auto second = parse_integer<std::int64_t>(text.substr(at + 1));
  if (!first || !second) return std::nullopt;
  return std::pair(*first, *second);
}

template <LaneAddresses F>
PredictedRow predict(const F& addresses, int width_bytes, std::uint32_t active_lanes = kAllLanes) {
  return {{},
          {},
          shared_memory_cost(addresses, width_bytes, active_lanes),
          global_memory_cost(addresses, width_bytes, active_lanes),
          constant_memory_cost(addresses, width_bytes, active_lanes)};
}

/// Takes over, space by space, what costs more.
void keep_dearer(PredictedRow& row, const PredictedRow& other) {
  const auto of_shared = [](const PredictedRow& r) {
    return std::pair(r.shared.wavefronts, r.shared.conflict_degree());
  };
  const auto of_global = [](const PredictedRow& r) {
    return std::tuple(r.global.sectors, r.global.l1_wavefronts(), r.global.lines);
  };
  const auto of_constant = [](const PredictedRow& r) {
    return std::pair(r.constant.distinct_addresses, r.constant.distinct_lines);
  };
  if (of_shared(other) > of_shared(row)) row.shared = other.shared;
  if (of_global(other) > of_global(row)) row.global = other.global;
  if (of_constant(other) > of_constant(row)) row.constant = other.constant;
}

struct Tile {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t pitch_words = 0;
  int width_bytes = 4;
};

enum class Order { by_rows, by_columns };

PredictedRow predict_order(const Tile& tile, Order order) {
  PredictedRow dearest;
  const std::int64_t elements = tile.rows * tile.cols;
  for (std::int64_t first = 0; first < elements; first += kWarpLanes) {
    const auto lanes = std::min<std::int64_t>(kWarpLanes, elements - first);
    const auto address = [&](int lane) {
      const std::int64_t i = first + lane;
      const std::int64_t row = order == Order::by_rows ? i / tile.cols : i % tile.rows;
      const std::int64_t col = order == Order::by_rows ? i % tile.cols : i / tile.rows;
      return static_cast<std::uint64_t>(row * tile.pitch_words * kSharedBankBytes + col * tile.width_bytes);
    };
    keep_dearer(dearest, predict(address, tile.width_bytes, kAllLanes >> (kWarpLanes - lanes)));
  }
  dearest.name = order == Order::by_rows ? "row" : "column";
  dearest.properties = {{"pattern", order == Order::by_rows ? "tile row" : "tile column"},
                        {"rows", tile.rows},
                        {"cols", tile.cols},
                        {"pitch_words", tile.pitch_words}};
  return dearest;
}

std::int64_t dense_pitch(std::int64_t cols, int width_bytes) {
  return (cols * width_bytes + kSharedBankBytes - 1) / kSharedBankBytes;
}

void check_pitch(const Tile& tile) {
  const std::int64_t needed = dense_pitch(tile.cols, tile.width_bytes);
  if (tile.pitch_words < needed || tile.pitch_words > kMaxPitchWords) {
    throw InvalidArgument(
        fmt::format("a pitch of {} words doesn't suit rows of {} elements of {} bytes, in --pitch, choose {} to {}",
                    tile.pitch_words, tile.cols, tile.width_bytes, needed, kMaxPitchWords));
  }
  if (tile.pitch_words * kSharedBankBytes % tile.width_bytes != 0) {
    throw InvalidArgument(fmt::format(
        "a pitch of {} words leaves elements of {} bytes unaligned, in --pitch, choose a multiple of {} words",
        tile.pitch_words, tile.width_bytes, tile.width_bytes / kSharedBankBytes));
  }
}

std::uint64_t parse_address(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const auto address =
      hexadecimal ? parse_integer<std::uint64_t>(text.substr(2), 16) : parse_integer<std::uint64_t>(text);
  if (!address) {
    throw InvalidArgument(
        fmt::format("'{}' is not an address of 64 bits, in --addresses, give bytes such as 128 or 0x80", text));
  }
  return *address;
}

std::vector<std::uint64_t> parse_addresses(std::string_view list) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::vector<std::uint64_t> addresses;
  for (;;) {
    list.remove_prefix(std::min(list.find_first_not_of(kBlanks), list.size()));
    if (list.empty()) return addresses;
    const std::string_view item = list.substr(0, list.find_first_of(", \t\r\n"));
    addresses.push_back(parse_address(item));
    list.remove_prefix(item.size());
    list.remove_prefix(std::min(list.find_first_not_of(kBlanks), list.size()));
    if (!list.empty() && list.front() == ',') list.remove_prefix(1);
  }
}

}  // namespace

std::vector<PredictedRow> predict_strides(std::string_view list, int width_bytes) {
  const auto strides = lab::parse_integers(list);
  const auto is_stride = [](std::int64_t elements) { return elements >= 0 && elements <= kMaxStride; };
  if (!strides || !std::ranges::all_of(*strides, is_stride)) {
    throw InvalidArgument(fmt::format(
        "'{}' is no list of strides from 0 to {}, in --strides, give such as 1,2,32 or 1..33", list, kMaxStride));
  }
  std::vector<PredictedRow> rows;
  for (const std::int64_t elements : *strides) {
    rows.push_back(predict(stride(0, elements * width_bytes), width_bytes));
    rows.back().name = fmt::format("{}", elements);
    rows.back().properties = {{"pattern", "stride"}, {"stride_elements", elements}};
  }
  return rows;
}

std::vector<PredictedRow> predict_tile(std::string_view shape, std::optional<std::int64_t> pitch_words,
                                       int width_bytes) {
  const auto sides = parse_sides(shape);
  const auto is_side = [](std::int64_t side) { return side >= 1 && side <= kMaxTileSide; };
  if (!sides || !is_side(sides->first) || !is_side(sides->second)) {
    throw InvalidArgument(fmt::format(
        "'{}' is not the shape of a tile, in --tile, give ROWSxCOLS from 1 to {} such as 32x32", shape, kMaxTileSide));
  }
  Tile tile{sides->first, sides->second, dense_pitch(sides->second, width_bytes), width_bytes};
  if (pitch_words) tile.pitch_words = *pitch_words;
  check_pitch(tile);
  return {predict_order(tile, Order::by_rows), predict_order(tile, Order::by_columns)};
}

std::vector<PredictedRow> predict_addresses(std::string_view list, int width_bytes) {
  const std::vector<std::uint64_t> addresses = parse_addresses(list);
  if (addresses.size() != kWarpLanes) {
    throw InvalidArgument(fmt::format("there are {} addresses instead of {}, in --addresses, give one for each lane",
                                      addresses.size(), kWarpLanes));
  }
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    if (addresses[lane] % static_cast<std::uint64_t>(width_bytes) == 0) continue;
    throw InvalidArgument(
        fmt::format("address {} of lane {} is no multiple of {} bytes, in --addresses, align it or change --width",
                    addresses[lane], lane, width_bytes));
  }
  PredictedRow row = predict([&](int lane) { return addresses[static_cast<std::size_t>(lane)]; }, width_bytes);
  row.name = "given";
  row.properties = {{"pattern", "addresses"}, {"addresses", addresses}};
  return {row};
}

}  // namespace strandline::app
