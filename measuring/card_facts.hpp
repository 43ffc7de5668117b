// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which card, driver and CUDA a figure was taken on.
#pragma once

#include <cstdint>
#include <optional>
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
  std::optional<int> memory_clock_mhz;
  bool ecc = false;
  std::optional<double> power_limit_watts;
  std::optional<bool> mig;
};

/// Of the current device. Throws NoCard.
CardFacts gather_card_facts();

/// Makes card number `device` the current one of this thread. Throws NoCard, or InvalidArgument when there are fewer.
void choose_card(int device);

/// What CUDA's status means to whoever wants to measure, and what to do about it. `driver_version` is what
/// cudaDriverGetVersion() says, 0 where there is no driver.
std::string why_no_card(int status, int driver_version, int runtime_version);

}  // namespace strandline::measuring
