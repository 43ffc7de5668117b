// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What a number of consecutive bytes is read and written as, in one instruction.
#pragma once

#include <cstdint>

namespace strandline::cuda {

template <int kBytes>
struct Word;
template <>
struct Word<2> {
  using Type = std::uint16_t;
};
template <>
struct Word<4> {
  using Type = std::uint32_t;
};
template <>
struct Word<8> {
  using Type = uint2;
};
template <>
struct Word<16> {
  using Type = uint4;
};

template <int kBytes>
using WordOf = typename Word<kBytes>::Type;

}  // namespace strandline::cuda
