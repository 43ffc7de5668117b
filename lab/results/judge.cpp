// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Whether two medians differ, as far as their spreads tell. docs/lab.md, "Comparing", explains the rule.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "results/compare.hpp"

namespace strandline::lab {
namespace {

// Half the width of a box plot's notch, in IQR / sqrt(n): where notches of two boxes don't overlap, their medians
// differ with about 95 % confidence. McGill, Tukey and Larsen, Variations of Box Plots, The American Statistician 32
// (1978); the figure is R's, theirs is 1.57.
constexpr double kNotch = 1.58;

bool shows_spread(const Summary& summary) { return summary.samples >= kFewestSamples; }

double margin_of(const Summary& summary) {
  const double notch = summary.has_spread()
                           ? kNotch * summary.iqr / (summary.median * std::sqrt(static_cast<double>(summary.samples)))
                           : 0;
  return shows_spread(summary) ? notch : std::max(notch, kPresumedMargin);
}

bool is_comparable(const Summary& summary) {
  return summary.has_samples() && std::isfinite(summary.median) && summary.median > 0;
}

Judgement unclear(std::string why) {
  Judgement judgement;
  judgement.why = std::move(why);
  return judgement;
}

std::string why_unclear(const Summary& a, const Summary& b, double margin) {
  for (const auto& [summary, side] : {std::pair(&a, 'A'), std::pair(&b, 'B')}) {
    if (!summary->has_spread()) return fmt::format("spread unknown in {}", side);
    if (!shows_spread(*summary)) return fmt::format("few samples in {}", side);
  }
  return margin > kSameWithin ? "spread too large" : "at the edge of the same";
}

}  // namespace

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::same:
      return "SAME";
    case Outcome::faster:
      return "FASTER";
    case Outcome::slower:
      return "SLOWER";
    case Outcome::unclear:
      break;
  }
  return "UNCLEAR";
}

bool is_rate(std::string_view unit) { return unit.find('/') != std::string_view::npos; }

std::optional<Summary> rate_of(const Summary& summary) {
  if (summary.work <= 0 || !is_comparable(summary) || is_rate(summary.unit)) return std::nullopt;
  constexpr double kGigaPerSecondPerMs = 1e-6;
  const bool is_ms = summary.unit == "ms";
  Summary rate = summary;
  rate.median = summary.work / summary.median * (is_ms ? kGigaPerSecondPerMs : 1);
  rate.min = 0;  // the fastest sample's rate would be a maximum
  rate.iqr = summary.iqr / summary.median * rate.median;
  if (is_ms) {
    rate.unit = summary.work_unit == "bytes" ? "GB/s" : fmt::format("10^9 {}/s", summary.work_unit);
  } else {
    rate.unit = fmt::format("{}/{}", summary.work_unit, summary.unit == "cycles" ? "cycle" : summary.unit);
  }
  return rate;
}

std::optional<double> speedup(const Judgement& judgement, const std::string& unit) {
  if (!judgement.ratio) return std::nullopt;
  return is_rate(unit) ? *judgement.ratio : 1 / *judgement.ratio;
}

Judgement judge(const Summary& a, const Summary& b) {
  if (!is_comparable(a)) return unclear("no samples in A");
  if (!is_comparable(b)) return unclear("no samples in B");
  if (a.unit != b.unit) return unclear(fmt::format("{} in A, {} in B", a.unit, b.unit));
  Judgement judgement;
  const double ratio = b.median / a.median;
  judgement.ratio = ratio;
  judgement.margin = margin_of(a) + margin_of(b);
  const double least = ratio / (1 + judgement.margin);
  const double most = ratio * (1 + judgement.margin);
  const double same_from = 1 / (1 + kSameWithin);
  const double same_to = 1 + kSameWithin;
  const bool less_is_faster = !is_rate(a.unit);
  if (most < same_from) {
    judgement.outcome = less_is_faster ? Outcome::faster : Outcome::slower;
  } else if (least > same_to) {
    judgement.outcome = less_is_faster ? Outcome::slower : Outcome::faster;
  } else if (least >= same_from && most <= same_to) {
    judgement.outcome = Outcome::same;
  } else {
    judgement.why = why_unclear(a, b, judgement.margin);
  }
  return judgement;
}

}  // namespace strandline::lab
