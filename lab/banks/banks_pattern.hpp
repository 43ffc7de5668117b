// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which shared words a lane reads: one definition for the kernel, the reference and the prediction.
#pragma once

#include <cstdint>

#include <strandline/warp_cost.hpp>

namespace strandline::lab {

/// Reads in a row go on by 32 words, which leaves every lane in its bank, so many times, and begin again.
inline constexpr int kBankSteps = 8;
inline constexpr int kBankStepWords = kSharedBanks;
/// The words that the steps need beyond the lanes' own.
inline constexpr int kBankWindowWords = kBankSteps * kBankStepWords;

/// The word at which a lane's element begins in the first step. Strides are in elements of `width_bytes`; lanes that
/// would pass the end of the words begin again at their start.
constexpr std::int64_t bank_lane_word(int lane, std::int64_t stride, int width_bytes, std::int64_t shared_words) {
  const std::int64_t words_an_element = width_bytes / kSharedBankBytes;
  const std::int64_t elements = (shared_words - kBankWindowWords) / words_an_element;
  return lane * stride % elements * words_an_element;
}

/// The addresses of a warp's request, for the cost model.
struct BankAddresses {
  std::int64_t stride = 1;
  int width_bytes = 4;
  std::int64_t shared_words = 0;

  constexpr std::uint64_t operator()(int lane) const {
    return static_cast<std::uint64_t>(bank_lane_word(lane, stride, width_bytes, shared_words)) * kSharedBankBytes;
  }
};

static_assert(shared_memory_cost(BankAddresses{32, 4, 2048}, 4).wavefronts == 32);
static_assert(shared_memory_cost(BankAddresses{33, 4, 2048}, 4).wavefronts == 1);

}  // namespace strandline::lab
