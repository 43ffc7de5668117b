// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What latencies tell of caches: where levels end, how long lines are.
#include "probes/latency_levels.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace strandline::lab {
namespace {

constexpr double kSameLatency = 0.05;     // what a level's points may differ by
constexpr double kOtherLatency = 0.15;    // what levels differ by at least
constexpr std::size_t kFewestPoints = 3;  // of a level
constexpr double kRise = 0.1;             // what distinguishes loads that share a line from such that don't

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

std::optional<TwoSides> find_two_sides(std::vector<double> latencies) {
  if (latencies.size() < kFewestForSides) return std::nullopt;
  std::ranges::sort(latencies);
  const auto count = static_cast<double>(latencies.size());
  const double sum = std::accumulate(latencies.begin(), latencies.end(), 0.0);
  const double squares = std::inner_product(latencies.begin(), latencies.end(), latencies.begin(), 0.0);
  const double variance = squares / count - (sum / count) * (sum / count);
  TwoSides best;
  double most = 0;
  double nearer_sum = 0;
  for (std::size_t nearer = 1; nearer < latencies.size(); ++nearer) {
    nearer_sum += latencies[nearer - 1];
    const auto n = static_cast<double>(nearer);
    const TwoSides own{nearer_sum / n, (sum - nearer_sum) / (count - n), n / count};
    const double apart = own.far_cycles - own.near_cycles;
    const double between = own.near_share * (1 - own.near_share) * apart * apart;
    if (between > most) {
      most = between;
      best = own;
    }
  }
  return most > kTwoSided * variance ? std::optional(best) : std::nullopt;
}

}  // namespace strandline::lab
