// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which card, driver and CUDA a figure was taken on.
#pragma once

#include <cstdint>
#include <string>

#include <strandline/error.hpp>

namespace strandline::measuring {

/// There is no card that CUDA can use.
struct NoCard : Unsupported {
  using Unsupported::Unsupported;
};

/// Sizes in bytes.
struct CardFacts {
  std::string card;
  std::string compute_capability;
  std::string driver;
  std::string cuda;
  int multiprocessors = 0;
  int clock_mhz = 0;                      // the highest by specification
  int fp32_lanes_per_multiprocessor = 0;  // 0: unknown
  std::int64_t memory_bytes = 0;
  std::int64_t l2_bytes = 0;
  std::int64_t persisting_l2_max_bytes = 0;
  std::int64_t access_policy_window_max_bytes = 0;
  std::int64_t shared_bytes_per_multiprocessor = 0;
  std::int64_t shared_bytes_per_block = 0;  // when asked for by attribute
};

/// Of the current device. Throws NoCard.
CardFacts gather_card_facts();

}  // namespace strandline::measuring
