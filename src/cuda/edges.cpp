// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Edges of a band in device memory: which kernel for which card, pixels and alignment.
#include "cuda/edges.hpp"

#include <cstdint>
#include <optional>

#include "cuda/alignment.hpp"
#include "cuda/edges_kernels.hpp"
#include "cuda/runtime/check.hpp"

namespace strandline::cuda {
namespace {

using Launch = void (*)(const EdgesOperation&, const Band&, int multiprocessors, cudaStream_t);

struct Rule {
  int from_capability;
  int to_capability;
  std::optional<PixelType> pixel_type;  // none: all
  std::optional<bool> has_validity;     // none: either
  std::int64_t alignment;
  Launch launch;
  void (*load)();
};

constexpr int kAnyNewer = 1 << 20;

// The first rule that a card and a band meet. Only capability 9.0 was measured; what the tensor cores of later ones do
// with bytes was not.
constexpr Rule kRules[] = {
    // capability      pixels          validity  alignment       kernel
    {90, 90, PixelType::u8, false, kRingAlignment, launch_edges_tensor, load_edges_tensor},
    {90, kAnyNewer, {}, {}, kRingAlignment, launch_edges_ring, load_edges_ring},
    {0, kAnyNewer, {}, {}, 1, launch_edges_direct, load_edges_direct},
};

bool meets(const Rule& rule, int capability) {
  return capability >= rule.from_capability && capability <= rule.to_capability;
}

bool meets(const Rule& rule, int capability, const Band& band) {
  const bool has_validity = band.valid.data != nullptr;
  return meets(rule, capability) && rule.pixel_type.value_or(band.input.pixel_type) == band.input.pixel_type &&
         rule.has_validity.value_or(has_validity) == has_validity && is_aligned(band, rule.alignment);
}

int multiprocessors_of_current_device() {
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  int count = 0;
  check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device), "cudaDeviceGetAttribute");
  return count;
}

}  // namespace

void enqueue_edges(const EdgesOperation& operation, const Band& band, cudaStream_t stream) {
  const int multiprocessors = multiprocessors_of_current_device();
  const int capability = compiled_capability();
  for (const Rule& rule : kRules) {
    if (!meets(rule, capability, band)) continue;
    rule.launch(operation, band, multiprocessors, stream);
    return;
  }
}

void load_edges() {
  const int capability = compiled_capability();
  for (const Rule& rule : kRules) {
    if (meets(rule, capability)) rule.load();
  }
}

}  // namespace strandline::cuda
