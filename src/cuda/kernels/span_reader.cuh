// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Reads the pixels that a lane needs of a row in global memory, whatever their alignment and however near the image's
// sides.
#pragma once

#include <cstdint>

#include <strandline/band.hpp>

#include "cuda/kernels/extended_index.cuh"
#include "cuda/kernels/shared_memory.cuh"

namespace strandline::cuda {

/// A lane's span of a row as it was read: the words that hold it, and by how many bits it begins after the first.
template <class T, int kCount>
struct Span {
  static constexpr int kWords = kCount * int{sizeof(T)} / 4;
  std::uint32_t words[kWords + 1] = {};
  std::uint32_t shift = 0;

  /// Word `i` of the span. Not before the pixels are wanted: until then nobody waits for them.
  __device__ __forceinline__ std::uint32_t operator[](int i) const {
    return sizeof(T) == 4 ? words[i] : __funnelshift_r(words[i], words[i + 1], shift);
  }
};

/// `kCols` pixels from column `col` on, with four to the left and four to the right. `outside` stands for pixels that
/// lie outside under border zero.
template <class T, int kCols>
class SpanReader {
 public:
  static constexpr int kHalo = 4;
  using Pixels = Span<T, kCols + 2 * kHalo>;

  /// `is_aligned`: base and stride are multiples of 16 bytes.
  __device__ SpanReader(const std::byte* data, std::int64_t stride_bytes, std::int64_t cols, std::int64_t col,
                        Border border, bool is_aligned, T outside)
      : data_(data), stride_bytes_(stride_bytes), cols_(cols), col_(col), border_(border), outside_(outside) {
    constexpr std::int64_t kPixelsOfWord = 4 / std::int64_t{sizeof(T)};
    is_aligned_ = is_aligned;
    is_wanted_ = col <= cols;  // one lane beyond the image helps the last one in it
    is_inside_ = col >= kHalo && col + kCols + kHalo + kPixelsOfWord <= cols;
  }

  __device__ __forceinline__ Pixels read(std::int64_t row) const {
    if (!is_wanted_) return {};
    if (row == kOutside || !is_inside_) return read_extended(row);
    const std::byte* begin = data_ + row * stride_bytes_ + (col_ - kHalo) * std::int64_t{sizeof(T)};
    return is_aligned_ ? read_vectors(begin) : read_words(begin);
  }

 private:
  __device__ __forceinline__ static Pixels read_vectors(const std::byte* begin) {
    constexpr int kVectorBytes = kHalo * int{sizeof(T)};
    constexpr int kWordsOfVector = kVectorBytes / 4;
    Pixels pixels;
#pragma unroll
    for (int i = 0; i < Pixels::kWords; i += kWordsOfVector) {
      const auto vector = load_word<kVectorBytes>(begin + 4 * i);
      __builtin_memcpy(pixels.words + i, &vector, kVectorBytes);
    }
    return pixels;
  }

  __device__ __forceinline__ static Pixels read_words(const std::byte* begin) {
    const auto misaligned = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(begin) % 4);
    Pixels pixels;
    pixels.shift = 8 * misaligned;
#pragma unroll
    for (int i = 0; i < Pixels::kWords + (sizeof(T) == 4 ? 0 : 1); ++i) {
      pixels.words[i] = load_word<4>(begin - misaligned + 4 * i);
    }
    return pixels;
  }

  // Few lanes come here. Not inlined: it would cost the others their registers.
  __device__ __noinline__ Pixels read_extended(std::int64_t row) const {
    const auto* from = reinterpret_cast<const T*>(data_ + (row == kOutside ? 0 : row * stride_bytes_));
    Pixels pixels;
    T unpacked[kCols + 2 * kHalo];
    for (int i = 0; i < kCols + 2 * kHalo; ++i) {
      const std::int64_t col = extended_index(col_ - kHalo + i, cols_, border_);
      unpacked[i] = row == kOutside || col == kOutside ? outside_ : from[col];
    }
    __builtin_memcpy(pixels.words, unpacked, sizeof(unpacked));
    return pixels;
  }

  const std::byte* data_;
  std::int64_t stride_bytes_;
  std::int64_t cols_;
  std::int64_t col_;
  Border border_;
  T outside_;
  bool is_aligned_;
  bool is_wanted_;
  bool is_inside_;
};

}  // namespace strandline::cuda
