// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Two models of what a request to constant memory is charged by, fitted to what was measured, and which of them holds.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace strandline::lab {

struct ChargeObservation {
  int addresses = 1;  ///< distinct ones
  int lines = 1;      ///< distinct ones, of 64 bytes
  double cycles = 0;  ///< of one load of a warp
};

/// cycles = base + per_address * addresses + per_line * lines, by least squares.
struct ChargeFit {
  double base = 0;
  double per_address = 0;
  double per_line = 0;
  double rms_residual = 0;
  double largest_residual = 0;
  double r_squared = 0;  ///< 0 where all observations are alike: nothing is explained then

  double at(int addresses, int lines) const { return base + per_address * addresses + per_line * lines; }
};

// Each is empty where the observations don't determine the model.
std::optional<ChargeFit> fit_by_addresses(std::span<const ChargeObservation> observations);
std::optional<ChargeFit> fit_by_lines(std::span<const ChargeObservation> observations);
std::optional<ChargeFit> fit_by_both(std::span<const ChargeObservation> observations);

struct ChargeFits {
  ChargeFit addresses;
  ChargeFit lines;
  ChargeFit both;
};
std::optional<ChargeFits> fit_charges(std::span<const ChargeObservation> observations);

enum class ChargedBy { addresses, lines, both, undecided };

/// One model holds where it explains nearly all of the variance and leaves much less than the other.
ChargedBy judge_charge(const ChargeFits& fits);

/// Which model the card follows at this width, with the figures.
std::string charge_sentence(int width_bytes, const ChargeFits& fits);

}  // namespace strandline::lab
