// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Two models of what a request to constant memory is charged by, fitted to what was measured, and which of them holds.
#include "constant_charge/constant_charge_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

namespace strandline::lab {
namespace {

using Observations = std::span<const ChargeObservation>;

constexpr double kExplainsNearlyAll = 0.98;  // of the variance
constexpr double kLeavesMuchLess = 1.0 / 3;  // of the other's residual

struct Means {
  double addresses = 0;
  double lines = 0;
  double cycles = 0;
};

Means means_of(Observations observations) {
  Means means;
  for (const ChargeObservation& own : observations) {
    means.addresses += own.addresses;
    means.lines += own.lines;
    means.cycles += own.cycles;
  }
  const auto count = static_cast<double>(observations.size());
  return {means.addresses / count, means.lines / count, means.cycles / count};
}

/// Sums of products of what lies off the means: a of addresses, l of lines, c of cycles.
struct Moments {
  double aa = 0;
  double al = 0;
  double ll = 0;
  double ac = 0;
  double lc = 0;
  double cc = 0;
};

Moments moments_of(Observations observations, const Means& means) {
  Moments moments;
  for (const ChargeObservation& own : observations) {
    const double a = own.addresses - means.addresses;
    const double l = own.lines - means.lines;
    const double c = own.cycles - means.cycles;
    moments.aa += a * a;
    moments.al += a * l;
    moments.ll += l * l;
    moments.ac += a * c;
    moments.lc += l * c;
    moments.cc += c * c;
  }
  return moments;
}

ChargeFit with_slopes(Observations observations, const Means& means, const Moments& moments, double per_address,
                      double per_line) {
  ChargeFit fit{.base = means.cycles - per_address * means.addresses - per_line * means.lines,
                .per_address = per_address,
                .per_line = per_line};
  double squares = 0;
  for (const ChargeObservation& own : observations) {
    const double residual = own.cycles - fit.at(own.addresses, own.lines);
    squares += residual * residual;
    fit.largest_residual = std::max(fit.largest_residual, std::abs(residual));
  }
  fit.rms_residual = std::sqrt(squares / static_cast<double>(observations.size()));
  if (moments.cc > 0) fit.r_squared = 1 - squares / moments.cc;
  return fit;
}

bool explains(const ChargeFit& fit) { return fit.r_squared >= kExplainsNearlyAll; }

bool leaves_much_less(const ChargeFit& fit, double other_rms) {
  return fit.rms_residual <= kLeavesMuchLess * other_rms;
}

std::string residuals(const ChargeFit& fit) {
  return fmt::format("rms residual {:.2g} cycles, largest {:.2g}, R² {:.4f}", fit.rms_residual, fit.largest_residual,
                     fit.r_squared);
}

}  // namespace

std::optional<ChargeFit> fit_by_addresses(Observations observations) {
  if (observations.empty()) return std::nullopt;
  const Means means = means_of(observations);
  const Moments moments = moments_of(observations, means);
  if (moments.aa <= 0) return std::nullopt;
  return with_slopes(observations, means, moments, moments.ac / moments.aa, 0);
}

std::optional<ChargeFit> fit_by_lines(Observations observations) {
  if (observations.empty()) return std::nullopt;
  const Means means = means_of(observations);
  const Moments moments = moments_of(observations, means);
  if (moments.ll <= 0) return std::nullopt;
  return with_slopes(observations, means, moments, 0, moments.lc / moments.ll);
}

std::optional<ChargeFit> fit_by_both(Observations observations) {
  if (observations.empty()) return std::nullopt;
  const Means means = means_of(observations);
  const Moments moments = moments_of(observations, means);
  const double determinant = moments.aa * moments.ll - moments.al * moments.al;
  constexpr double kSingular = 1e-9;
  if (determinant <= kSingular * moments.aa * moments.ll) return std::nullopt;
  return with_slopes(observations, means, moments, (moments.ac * moments.ll - moments.lc * moments.al) / determinant,
                     (moments.lc * moments.aa - moments.ac * moments.al) / determinant);
}

std::optional<ChargeFits> fit_charges(Observations observations) {
  const auto addresses = fit_by_addresses(observations);
  const auto lines = fit_by_lines(observations);
  const auto both = fit_by_both(observations);
  if (!addresses || !lines || !both) return std::nullopt;
  return ChargeFits{*addresses, *lines, *both};
}

ChargedBy judge_charge(const ChargeFits& fits) {
  if (explains(fits.addresses) && leaves_much_less(fits.addresses, fits.lines.rms_residual))
    return ChargedBy::addresses;
  if (explains(fits.lines) && leaves_much_less(fits.lines, fits.addresses.rms_residual)) return ChargedBy::lines;
  const double better = std::min(fits.addresses.rms_residual, fits.lines.rms_residual);
  if (explains(fits.both) && leaves_much_less(fits.both, better)) return ChargedBy::both;
  return ChargedBy::undecided;
}

std::string charge_sentence(int width_bytes, const ChargeFits& fits) {
  switch (judge_charge(fits)) {
    case ChargedBy::addresses:
      return fmt::format(
          "At {} bytes a lane the card charges for distinct addresses: a load of a warp takes {:.2f} cycles and {:.2f} "
          "for "
          "each address ({}). Counting lines of 64 bytes instead doesn't explain it ({}).",
          width_bytes, fits.addresses.base, fits.addresses.per_address, residuals(fits.addresses),
          residuals(fits.lines));
    case ChargedBy::lines:
      return fmt::format(
          "At {} bytes a lane the card charges for distinct lines of 64 bytes: a load of a warp takes {:.2f} cycles "
          "and "
          "{:.2f} for each line ({}). Counting addresses instead doesn't explain it ({}).",
          width_bytes, fits.lines.base, fits.lines.per_line, residuals(fits.lines), residuals(fits.addresses));
    case ChargedBy::both:
      return fmt::format(
          "At {} bytes a lane the card charges for both: a load of a warp takes {:.2f} cycles, {:.2f} for each "
          "distinct "
          "address and {:.2f} for each distinct line of 64 bytes ({}). Neither alone explains it (addresses: {}; "
          "lines: "
          "{}).",
          width_bytes, fits.both.base, fits.both.per_address, fits.both.per_line, residuals(fits.both),
          residuals(fits.addresses), residuals(fits.lines));
    case ChargedBy::undecided:
      break;
  }
  return fmt::format(
      "At {} bytes a lane neither model explains what the card charges: addresses leave {}; lines leave {}; both "
      "together "
      "leave {}.",
      width_bytes, residuals(fits.addresses), residuals(fits.lines), residuals(fits.both));
}

}  // namespace strandline::lab
