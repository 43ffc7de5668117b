// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the driver's management library says of a card, where there is one.
#pragma once

#include <optional>

namespace strandline::measuring {

struct ManagedFacts {
  std::optional<double> power_limit_watts;
  std::optional<bool> mig;  ///< whether the card is cut into instances
};

/// Of the card at a PCI address such as "0000:1b:00.0". Loaded now and not when the program starts, since machines
/// without a driver have none; what can't be had is missing.
ManagedFacts managed_facts(const char* pci_address);

}  // namespace strandline::measuring
