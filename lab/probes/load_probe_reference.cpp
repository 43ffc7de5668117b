// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What lanes find by a row of the load probe. Needs no card.
#include <cstddef>

#include "probes/load_probe_row.hpp"

namespace strandline::lab {
namespace {

/// What a lane finds in the request whose first lane's offset is at `offsets`.
std::uint32_t found_by_lane(const LoadRow& row, const std::uint32_t* offsets, int lane) {
  if (row.from != LoadFrom::matrices) return element_sum(offsets[lane], row.width_bytes);
  // Lane 8 m + r names row r of matrix m; of each matrix lane l gets two elements of row l / 4, those of word l mod 4.
  constexpr int kMatrices = 4;
  constexpr int kRows = 8;
  constexpr int kRowWords = 4;
  std::uint32_t sum = 0;
  for (int matrix = 0; matrix < kMatrices; ++matrix) {
    const std::uint64_t first = offsets[kRows * matrix + lane / kRowWords];
    sum += word_at(first / kWordBytes + static_cast<std::uint64_t>(lane % kRowWords));
  }
  return sum;
}

}  // namespace

std::uint32_t element_sum(std::uint64_t byte, int width_bytes) {
  const std::uint64_t first = byte / kWordBytes;
  if (width_bytes < kWordBytes) return word_at(first) >> (byte % kWordBytes * 8) & 0xffffU;
  std::uint32_t sum = 0;
  for (int word = 0; word < width_bytes / kWordBytes; ++word) sum += word_at(first + static_cast<std::uint64_t>(word));
  return sum;
}

std::vector<std::uint32_t> turn_sums(const LoadRow& row) {
  std::vector<std::uint32_t> sums(static_cast<std::size_t>(row.sets() * kWarpLanes));
  for (std::size_t i = 0; i < row.offsets.size(); ++i) {
    const std::size_t lane = i % kWarpLanes;
    sums[i / (kLoads * kWarpLanes) * kWarpLanes + lane] +=
        found_by_lane(row, row.offsets.data() + (i - lane), static_cast<int>(lane));
  }
  return sums;
}

}  // namespace strandline::lab
