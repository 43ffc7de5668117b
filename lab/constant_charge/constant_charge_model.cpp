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

double addresses_of(const ChargeObservation& own) { return own.addresses; }
double lines_of(const ChargeObservation& own) { return own.lines; }
double cycles_of(const ChargeObservation& own) { return own.cycles; }
using Quantity = double (*)(const ChargeObservation&);

double mean(Observations observations, Quantity x) {
  double sum = 0;
  for (const ChargeObservation& own : observations) sum += x(own);
  return sum / static_cast<double>(observations.size());
}

/// The sum of products of what lies off the means.
double moment(Observations observations, Quantity x, Quantity y) {
  const double x_mean = mean(observations, x);
  const double y_mean = mean(observations, y);
  double sum = 0;
  for (const ChargeObservation& own : observations) sum += (x(own) - x_mean) * (y(own) - y_mean);
  return sum;
}

ChargeFit with_slopes(Observations observations, double per_address, double per_line) {
  ChargeFit fit{.base = mean(observations, cycles_of) - per_address * mean(observations, addresses_of) -
                        per_line * mean(observations, lines_of),
                .per_address = per_address,
                .per_line = per_line};
  double squares = 0;
  for (const ChargeObservation& own : observations) {
    const double residual = own.cycles - fit.at(own.addresses, own.lines);
    squares += residual * residual;
    fit.largest_residual = std::max(fit.largest_residual, std::abs(residual));
  }
  fit.rms_residual = std::sqrt(squares / static_cast<double>(observations.size()));
  const double all = moment(observations, cycles_of, cycles_of);
  if (all > 0) fit.r_squared = 1 - squares / all;
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
  const double aa = moment(observations, addresses_of, addresses_of);
  if (!(aa > 0)) return std::nullopt;  // nor of no observations, whose mean is no number
  return with_slopes(observations, moment(observations, addresses_of, cycles_of) / aa, 0);
}

std::optional<ChargeFit> fit_by_lines(Observations observations) {
  const double ll = moment(observations, lines_of, lines_of);
  if (!(ll > 0)) return std::nullopt;
  return with_slopes(observations, 0, moment(observations, lines_of, cycles_of) / ll);
}

std::optional<ChargeFit> fit_by_both(Observations observations) {
  const double aa = moment(observations, addresses_of, addresses_of);
  const double al = moment(observations, addresses_of, lines_of);
  const double ll = moment(observations, lines_of, lines_of);
  const double ac = moment(observations, addresses_of, cycles_of);
  const double lc = moment(observations, lines_of, cycles_of);
  const double determinant = aa * ll - al * al;
  constexpr double kSingular = 1e-9;
  if (!(determinant > kSingular * aa * ll)) return std::nullopt;
  return with_slopes(observations, (ac * ll - lc * al) / determinant, (lc * aa - ac * al) / determinant);
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
  const std::string by_addresses = residuals(fits.addresses);
  const std::string by_lines = residuals(fits.lines);
  switch (judge_charge(fits)) {
    case ChargedBy::addresses:
      return fmt::format(
          "At {} bytes a lane the card charges for distinct addresses: a load of a warp takes {:.2f} cycles and {:.2f} "
          "for each address ({}). Counting lines of 64 bytes instead doesn't explain it ({}).",
          width_bytes, fits.addresses.base, fits.addresses.per_address, by_addresses, by_lines);
    case ChargedBy::lines:
      return fmt::format(
          "At {} bytes a lane the card charges for distinct lines of 64 bytes: a load of a warp takes {:.2f} cycles "
          "and {:.2f} for each line ({}). Counting addresses instead doesn't explain it ({}).",
          width_bytes, fits.lines.base, fits.lines.per_line, by_lines, by_addresses);
    case ChargedBy::both:
      return fmt::format(
          "At {} bytes a lane the card charges for both: a load of a warp takes {:.2f} cycles, {:.2f} for each "
          "distinct address and {:.2f} for each distinct line of 64 bytes ({}). Neither alone explains it (addresses: "
          "{}; lines: {}).",
          width_bytes, fits.both.base, fits.both.per_address, fits.both.per_line, residuals(fits.both), by_addresses,
          by_lines);
    case ChargedBy::undecided:
      break;
  }
  return fmt::format(
      "At {} bytes a lane neither model explains what the card charges: addresses leave {}; lines leave {}; both "
      "together leave {}.",
      width_bytes, by_addresses, by_lines, residuals(fits.both));
}

}  // namespace strandline::lab
