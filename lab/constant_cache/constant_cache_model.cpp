// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Chains through a footprint, and what their latencies tell of caches: where levels end, how long lines are.
#include "constant_cache/constant_cache_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <random>
#include <utility>

namespace strandline::lab {
namespace {

constexpr std::int64_t kWordBytes = 4;

constexpr double kSameLatency = 0.05;     // what a level's points may differ by
constexpr double kOtherLatency = 0.15;    // what levels differ by at least
constexpr std::size_t kFewestPoints = 3;  // of a level
constexpr double kRise = 0.1;             // what distinguishes loads that share a line from such that don't

/// visits[i] is followed by visits[i + 1].
std::vector<std::size_t> visits_of(std::size_t nodes, ChainOrder order) {
  std::vector<std::size_t> visits(nodes);
  std::iota(visits.begin(), visits.end(), std::size_t{0});
  if (order == ChainOrder::random) {
    std::mt19937 random(4);
    for (std::size_t i = nodes; i > 1; --i) std::swap(visits[i - 1], visits[random() % i]);
  }
  return visits;
}

bool by_bytes(const CachePoint& a, const CachePoint& b) { return a.bytes < b.bytes; }

double median_of(std::span<const CachePoint> points) {
  std::vector<double> cycles;
  for (const CachePoint& own : points) cycles.push_back(own.cycles);
  std::sort(cycles.begin(), cycles.end());
  return (cycles[(cycles.size() - 1) / 2] + cycles[cycles.size() / 2]) / 2;
}

bool is_alike(double cycles, double other) { return std::abs(cycles - other) <= kSameLatency * other; }

/// How many points from the first on are alike.
std::size_t run_length(std::span<const CachePoint> points) {
  std::size_t length = 1;
  while (length < points.size() && is_alike(points[length].cycles, median_of(points.first(length)))) ++length;
  return length;
}

}  // namespace

std::int64_t chain_nodes(std::int64_t footprint_bytes, std::int64_t stride_bytes) {
  return std::max(std::int64_t{1}, footprint_bytes / stride_bytes);
}

std::vector<std::uint32_t> make_chain(std::int64_t footprint_bytes, std::int64_t stride_bytes, ChainOrder order) {
  const auto nodes = static_cast<std::size_t>(chain_nodes(footprint_bytes, stride_bytes));
  const auto stride = static_cast<std::size_t>(stride_bytes);
  const std::vector<std::size_t> visits = visits_of(nodes, order);
  // What is no node leads out of the table, so that a wrong step isn't taken for a right one.
  std::vector<std::uint32_t> words(static_cast<std::size_t>((footprint_bytes + kWordBytes - 1) / kWordBytes), ~0U);
  for (std::size_t i = 0; i < nodes; ++i) {
    words[visits[i] * stride / kWordBytes] = static_cast<std::uint32_t>(visits[(i + 1) % nodes] * stride);
  }
  return words;
}

std::uint32_t follow_chain(std::span<const std::uint32_t> chain, std::int64_t loads) {
  std::uint32_t offset = 0;
  for (std::int64_t load = 0; load < loads; ++load) offset = chain[offset / kWordBytes];
  return offset;
}

std::vector<CacheLevel> find_levels(std::vector<CachePoint> by_footprint) {
  std::sort(by_footprint.begin(), by_footprint.end(), by_bytes);
  const std::span<const CachePoint> points = by_footprint;
  std::vector<CacheLevel> levels;
  for (std::size_t i = 0; i < points.size();) {
    const std::size_t length = run_length(points.subspan(i));
    if (length < kFewestPoints) {
      ++i;
      continue;
    }
    const std::size_t last = i + length - 1;
    const double cycles = median_of(points.subspan(i, length));
    const auto slower = last + 1 < points.size() ? std::optional(points[last + 1].bytes) : std::nullopt;
    if (!levels.empty() && cycles < levels.back().cycles * (1 + kOtherLatency)) {
      levels.back().last_bytes = points[last].bytes;
      levels.back().slower_bytes = slower;
    } else {
      levels.push_back({cycles, points[i].bytes, points[last].bytes, slower});
    }
    i += length;
  }
  return levels;
}

std::optional<std::int64_t> find_line_bytes(std::vector<CachePoint> by_stride) {
  if (by_stride.empty()) return std::nullopt;
  std::sort(by_stride.begin(), by_stride.end(), by_bytes);
  const double most = std::ranges::max(by_stride, {}, &CachePoint::cycles).cycles;
  if (by_stride.front().cycles > most * (1 - kRise)) return std::nullopt;
  const auto found =
      std::ranges::find_if(by_stride, [&](const CachePoint& own) { return own.cycles >= most * (1 - kSameLatency); });
  if (found + 1 == by_stride.end()) return std::nullopt;
  return found->bytes;
}

}  // namespace strandline::lab
