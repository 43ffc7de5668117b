// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The cpu backend alone on one thread, by pixel type, border and size: to see what a change to its code does.
#include <cstdint>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <strandline/edges.hpp>

#include "random_pixels.hpp"

namespace {

using namespace strandline;

template <Pixel T>
void edges_on_cpu(benchmark::State& state, Border border) {
  const std::int64_t size = state.range(0);
  const std::vector<T> image = bench::random_pixels<T>(size * size);
  std::vector<std::uint8_t> output(image.size());
  EdgesOptions options;
  options.border = border;
  for ([[maybe_unused]] auto iteration : state) {
    edges(ImageView<const T>(image.data(), size, size), {output.data(), size, size}, options,
          {.backend = "cpu", .threads = 1});
    benchmark::DoNotOptimize(output.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * size * size);
  state.SetBytesProcessed(state.iterations() * size * size * static_cast<std::int64_t>(sizeof(T) + 1));
}

template <Pixel T>
void register_type() {
  for (const Border border : kAllBorders) {
    const std::string name = "edges/" + std::string(to_string(kPixelTypeOf<T>)) + "/" + std::string(to_string(border));
    benchmark::RegisterBenchmark(name.c_str(), edges_on_cpu<T>, border)->RangeMultiplier(4)->Range(64, 4096);
  }
}

[[maybe_unused]] const bool kRegistered = [] {
  register_type<std::uint8_t>();
  register_type<std::uint16_t>();
  register_type<float>();
  return true;
}();

}  // namespace
