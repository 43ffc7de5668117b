// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the cost model says of a pattern at each level of memory. Needs no card.
#include "coalescing/coalescing_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>

#include <fmt/format.h>

namespace strandline::lab {
namespace {

std::set<std::uint64_t> pieces_of(const RequestAddresses& addresses, std::uint64_t piece_bytes) {
  std::set<std::uint64_t> pieces;
  for (int lane = 0; lane < kWarpLanes; ++lane) pieces.insert(addresses(lane) / piece_bytes);
  return pieces;
}

int fresh_pieces(const LoadPattern& pattern, std::uint64_t piece_bytes) {
  const std::set<std::uint64_t> before = pieces_of({pattern, 0}, piece_bytes);
  const std::set<std::uint64_t> own = pieces_of({pattern, 1}, piece_bytes);
  return static_cast<int>(std::ranges::count_if(own, [&](std::uint64_t piece) { return !before.contains(piece); }));
}

/// The most lines whose tags lie in one bank.
int tag_bank_wavefronts(const std::set<std::uint64_t>& lines) {
  int in_bank[kL1TagsPerWavefront] = {};
  for (const std::uint64_t line : lines) ++in_bank[l1_tag_bank(line)];
  return std::ranges::max(in_bank);
}

double wavefronts_by_tag_banks(const LoadPattern& pattern, int data_wavefronts) {
  double all = 0;
  for (int request = 0; request < kNearRequests; ++request) {
    LoadPattern own = pattern;
    own.offset_bytes += request * kNearStepBytes;
    all += std::max(data_wavefronts, tag_bank_wavefronts(pieces_of({own}, kGlobalLineBytes)));
  }
  return all / kNearRequests;
}

}  // namespace

LoadRow near_row(const LoadPattern& pattern, int turns) {
  return {
      .name = fmt::format("L1, stride {} of {} bytes, offset {}", pattern.stride, pattern.width_bytes,
                          pattern.offset_bytes),
      .from = LoadFrom::global,
      .width_bytes = pattern.width_bytes,
      .offsets = offsets_of(kNearRequests,
                            [&](int request, int lane) { return pattern.lane_bytes(lane) + request * kNearStepBytes; }),
      .turns = turns};
}

PatternCharge pattern_charge(const LoadPattern& pattern) {
  const RequestAddresses addresses{pattern};
  const GlobalMemoryCost global = global_memory_cost(addresses, pattern.width_bytes);
  return {.sectors = global.sectors,
          .lines = global.lines,
          .l1_wavefronts = global.l1_wavefronts(),
          .l1_wavefronts_by_tag_banks = wavefronts_by_tag_banks(pattern, global.data_wavefronts),
          .l2_lookups = std::max(global.sectors / 2.0, static_cast<double>(global.lines)),
          .fresh_sectors = fresh_pieces(pattern, kGlobalSectorBytes),
          .fresh_pairs = fresh_pieces(pattern, 2 * kGlobalSectorBytes)};
}

double mean_deviation(std::span<const double> found, std::span<const double> expected) {
  double all = 0;
  for (std::size_t i = 0; i < found.size(); ++i) all += std::abs(found[i] / expected[i] - 1);
  return found.empty() ? 0 : all / static_cast<double>(found.size());
}

}  // namespace strandline::lab
