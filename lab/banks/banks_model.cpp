// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The patterns, and what lanes find by them. Needs no card.
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
                       SharedRead read = SharedRead::element) {
  BankPattern pattern{.name = name, .width_bytes = width_bytes, .read = read};
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
void add_columns(std::vector<BankPattern>& all, int width_bytes, SharedRead read, const std::string& prefix) {
  constexpr std::uint32_t kRowBytes = 128;
  const auto width = static_cast<std::uint32_t>(width_bytes);
  const std::uint32_t elements = kRowBytes / width;
  const auto col_of = [=](std::uint32_t lane) { return read == SharedRead::matrices ? lane / 8 : std::uint32_t{3}; };
  all.push_back(pattern_of(
      prefix + "dense", width_bytes, [=](std::uint32_t lane) { return lane * kRowBytes + col_of(lane) * width; },
      read));
  all.push_back(pattern_of(
      prefix + "padded", width_bytes,
      [=](std::uint32_t lane) { return lane * (kRowBytes + width) + col_of(lane) * width; }, read));
  all.push_back(pattern_of(
      prefix + "xor-swizzled", width_bytes,
      [=](std::uint32_t lane) { return lane * kRowBytes + (col_of(lane) ^ lane % elements) * width; }, read));
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
  for (const int width_bytes : {4, 16}) add_columns(all, width_bytes, SharedRead::element, "column, ");
  add_columns(all, 16, SharedRead::matrices, "ldmatrix, ");
  all.push_back(pattern_of(
      "ldmatrix, one row", 16, [](std::uint32_t) { return 0U; }, SharedRead::matrices));
  return all;
}

std::uint32_t found_by_lane(const BankPattern& pattern, int lane, int step, const std::vector<std::uint32_t>& words) {
  const auto shift = static_cast<std::uint32_t>(step * kBankStepBytes);
  const auto word_at = [&](std::uint32_t byte) { return words[byte / kSharedBankBytes]; };
  std::uint32_t sum = 0;
  if (pattern.read == SharedRead::matrices) {
    // Lane 8 m + r names row r of matrix m; of each matrix lane l gets two elements of row l / 4, those of word l
    // mod 4.
    for (int matrix = 0; matrix < 4; ++matrix) {
      const std::uint32_t row = pattern.offsets[static_cast<std::size_t>(8 * matrix + lane / 4)] + shift;
      sum += word_at(row + static_cast<std::uint32_t>(lane % 4 * kSharedBankBytes));
    }
    return sum;
  }
  const std::uint32_t first = pattern.offsets[static_cast<std::size_t>(lane)] + shift;
  if (pattern.width_bytes == 2) return word_at(first) >> (first % kSharedBankBytes * 8) & 0xffffU;
  for (int byte = 0; byte < pattern.width_bytes; byte += kSharedBankBytes) {
    sum += word_at(first + static_cast<std::uint32_t>(byte));
  }
  return sum;
}

}  // namespace strandline::lab
