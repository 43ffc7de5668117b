// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Attraction in double precision, and how far single precision may be from it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nbody/nbody_body.hpp"

namespace strandline::lab {

struct ReferenceSum {
  double x = 0;
  double y = 0;
  double z = 0;
  double magnitude = 0;  ///< sum of the terms' lengths
};

/// Of the bodies that `targets` names.
std::vector<ReferenceSum> reference_sums(std::span<const Body> bodies, std::span<const std::int64_t> targets,
                                         float softening_squared);

/// As a share of ReferenceSum::magnitude, how far each coordinate of a sum of so many terms may be off. 20 roundoffs
/// bound the error of a term: 5 from |d|^2, the root's 2^-22.9, cubed, and four products. The additions have a roundoff
/// each at worst, and as independent errors their square root, of which four standard deviations are allowed.
double sum_tolerance(std::int64_t terms);

/// Up to `most` different numbers below `count`, in ascending order; always the first and the last, the others
/// pseudo-random.
std::vector<std::int64_t> choose_targets(std::int64_t count, std::int64_t most);

}  // namespace strandline::lab
