// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Work that can't be done faster than memory allows: what moves the same bytes a pixel as edges do, and little else.
#include "same_bytes.hpp"

#include <algorithm>
#include <cstring>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

// The compiler makes one version of each loop for every instruction set and the loader picks one, as Highway does for
// edges. Without that the loop would be compiled for the oldest machine and be no fair measure of memory.
#if defined(__x86_64__) && defined(__linux__)
#define STRANDLINE_BENCH_EACH_INSTRUCTION_SET __attribute__((target_clones("arch=skylake-avx512", "avx2", "default")))
#else
#define STRANDLINE_BENCH_EACH_INSTRUCTION_SET
#endif

namespace strandline::bench {
namespace {

// As many parts a thread as edges make of an image, so that a thread that starts late costs all contestants alike.
constexpr std::int64_t kPartsPerThread = 4;
// Below that a part takes less time than it takes to wake a thread, and a copy would be slower than it need be.
constexpr std::int64_t kSmallestPart = 512 << 10;
constexpr std::int64_t kCacheLine = 64;

/// Calls work(first, count) for parts of [0, size) that are whole cache lines.
template <class Work>
void in_parts(std::int64_t size, int threads, const Work& work) {
  const std::int64_t parts = threads * kPartsPerThread;
  const std::int64_t even_part = ((size + parts - 1) / parts + kCacheLine - 1) / kCacheLine * kCacheLine;
  const std::int64_t part = std::max(kSmallestPart, even_part);
  if (threads == 1 || size <= part) return work(std::int64_t{0}, size);
  tbb::task_arena(threads).execute([&] {
    tbb::parallel_for(std::int64_t{0}, (size + part - 1) / part,
                      [&](std::int64_t index) { work(index * part, std::min(part, size - index * part)); });
  });
}

STRANDLINE_BENCH_EACH_INSTRUCTION_SET
void threshold_run(const std::uint8_t* __restrict input, std::uint8_t* __restrict output, std::int64_t pixels,
                   std::uint8_t limit) {
  for (std::int64_t i = 0; i < pixels; ++i) output[i] = input[i] > limit ? 255 : 0;
}

STRANDLINE_BENCH_EACH_INSTRUCTION_SET
void threshold_run(const std::uint16_t* __restrict input, std::uint8_t* __restrict output, std::int64_t pixels,
                   std::uint16_t limit) {
  for (std::int64_t i = 0; i < pixels; ++i) output[i] = input[i] > limit ? 255 : 0;
}

STRANDLINE_BENCH_EACH_INSTRUCTION_SET
void threshold_run(const float* __restrict input, std::uint8_t* __restrict output, std::int64_t pixels, float limit) {
  for (std::int64_t i = 0; i < pixels; ++i) output[i] = input[i] > limit ? 255 : 0;
}

}  // namespace

void copy_bytes(const std::byte* input, std::byte* output, std::int64_t bytes, int threads) {
  in_parts(bytes, threads, [&](std::int64_t first, std::int64_t count) {
    std::memcpy(output + first, input + first, static_cast<std::size_t>(count));
  });
}

template <class T>
void threshold_pixels(const T* input, std::uint8_t* output, std::int64_t pixels, T limit, int threads) {
  in_parts(pixels, threads,
           [&](std::int64_t first, std::int64_t count) { threshold_run(input + first, output + first, count, limit); });
}

template void threshold_pixels(const std::uint8_t*, std::uint8_t*, std::int64_t, std::uint8_t, int);
template void threshold_pixels(const std::uint16_t*, std::uint8_t*, std::int64_t, std::uint16_t, int);
template void threshold_pixels(const float*, std::uint8_t*, std::int64_t, float, int);

}  // namespace strandline::bench
