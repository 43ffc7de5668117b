// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The patterns, and the load probe's rows of them. Needs no card.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <random>

#include <fmt/format.h>

#include "banks/banks_pattern.hpp"

namespace strandline::lab {
namespace {

using OffsetOf = std::function<std::uint32_t(std::uint32_t lane)>;

BankPattern pattern_of(const std::string& name, int width_bytes, const OffsetOf& offset,
                       LoadFrom from = LoadFrom::shared) {
  BankPattern pattern{.name = name, .width_bytes = width_bytes, .from = from};
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) pattern.offsets[lane] = offset(lane);
  return pattern;
}

/// Element e(lane) of a dense array.
struct Sharing {
  const char* name;
  std::uint32_t (*element)(std::uint32_t lane);
};

// What several lanes want alike: whether two phases of a wide request become one depends on who shares with whom.
constexpr std::array<Sharing, 9> kSharing = {{
    {"broadcast", [](std::uint32_t) { return 0U; }},
    {"pairs l, l^1", [](std::uint32_t lane) { return lane / 2; }},
    {"pairs l, l^2", [](std::uint32_t lane) { return lane / 4 * 2 + lane % 2; }},
    {"pairs l, l^4", [](std::uint32_t lane) { return lane / 8 * 4 + lane % 4; }},
    {"quads", [](std::uint32_t lane) { return lane / 4; }},
    {"quarters, one each", [](std::uint32_t lane) { return lane / 8; }},
    {"halves, one each", [](std::uint32_t lane) { return lane / 16; }},
    {"quarters alike", [](std::uint32_t lane) { return lane % 8; }},
    {"pairs in half a warp", [](std::uint32_t lane) { return lane < 16 ? lane / 2 : lane - 8; }},
}};

/// Elements that repeat, within 32.
BankPattern random_pattern(int width_bytes, unsigned seed) {
  std::mt19937 random(seed);
  return pattern_of(fmt::format("random {}", seed), width_bytes, [&](std::uint32_t) {
    return static_cast<std::uint32_t>(random() % kWarpLanes) * static_cast<std::uint32_t>(width_bytes);
  });
}

/// A column of a tile whose rows have 128 bytes: dense, with a pad of one element a row, or each row's elements
/// exchanged by an exclusive or with its number.
void add_columns(std::vector<BankPattern>& all, int width_bytes, LoadFrom from, const std::string& prefix) {
  constexpr std::uint32_t kRowBytes = 128;
  const auto width = static_cast<std::uint32_t>(width_bytes);
  const std::uint32_t elements = kRowBytes / width;
  const auto col_of = [=](std::uint32_t lane) { return from == LoadFrom::matrices ? lane / 8 : std::uint32_t{3}; };
  all.push_back(pattern_of(
      prefix + "dense", width_bytes, [=](std::uint32_t lane) { return lane * kRowBytes + col_of(lane) * width; },
      from));
  all.push_back(pattern_of(
      prefix + "padded", width_bytes,
      [=](std::uint32_t lane) { return lane * (kRowBytes + width) + col_of(lane) * width; }, from));
  all.push_back(pattern_of(
      prefix + "xor-swizzled", width_bytes,
      [=](std::uint32_t lane) { return lane * kRowBytes + (col_of(lane) ^ lane % elements) * width; }, from));
}

}  // namespace

BankPattern strided_pattern(int width_bytes, std::int64_t stride, std::int64_t shared_words) {
  const std::int64_t elements = (shared_words * kSharedBankBytes - kBankWindowBytes) / width_bytes;
  BankPattern pattern = pattern_of("", width_bytes, [&](std::uint32_t lane) {
    return static_cast<std::uint32_t>(lane * stride % elements * width_bytes);
  });
  pattern.stride = stride;
  return pattern;
}

std::vector<BankPattern> named_patterns() {
  std::vector<BankPattern> all;
  for (const int width_bytes : {2, 4, 8, 16}) {
    for (const Sharing& sharing : kSharing) {
      all.push_back(pattern_of(sharing.name, width_bytes, [&](std::uint32_t lane) {
        return sharing.element(lane) * static_cast<std::uint32_t>(width_bytes);
      }));
    }
    for (const unsigned seed : {1U, 2U, 3U}) all.push_back(random_pattern(width_bytes, seed));
  }
  for (const int width_bytes : {4, 16}) add_columns(all, width_bytes, LoadFrom::shared, "column, ");
  add_columns(all, 16, LoadFrom::matrices, "ldmatrix, ");
  all.push_back(pattern_of(
      "ldmatrix, one row", 16, [](std::uint32_t) { return 0U; }, LoadFrom::matrices));
  return all;
}

std::string name_of(const BankPattern& pattern) {
  return fmt::format("{} of {} bytes", pattern.stride < 0 ? pattern.name : fmt::format("stride {}", pattern.stride),
                     pattern.width_bytes);
}

LoadRow load_row(const BankPattern& pattern, int turns) {
  return {.name = name_of(pattern),
          .from = pattern.from,
          .width_bytes = pattern.width_bytes,
          .offsets = offsets_of(kLoads,
                                [&](int step, int lane) {
                                  return pattern.offsets[static_cast<std::size_t>(lane)] + step * kBankStepBytes;
                                }),
          .turns = turns};
}

}  // namespace strandline::lab
