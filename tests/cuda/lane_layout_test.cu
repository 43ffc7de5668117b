// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the kernels' lanes pay for reading a row from the ring in shared memory, by the cost model. It is tested by
// being compiled.
#include <strandline/warp_cost.hpp>

#include "cuda/kernels/lane_pixels.cuh"
#include "cuda/kernels/row_fill.cuh"

namespace strandline::cuda {
namespace {

template <Pixel T>
inline constexpr int kOwnBytes = kLaneCols<T>* int{sizeof(T)};
template <Pixel T>
inline constexpr int kHaloBytes = kLaneHalo* int{sizeof(T)};

/// `offset_bytes` from each lane's first own pixel.
template <Pixel T>
constexpr SharedMemoryCost cost_of_read(int offset_bytes, int width_bytes) {
  return shared_memory_cost(stride(static_cast<std::uint64_t>(kMargin + offset_bytes), kOwnBytes<T>), width_bytes);
}

// A lane's own pixels lie beside its neighbours': no conflict, as many phases as the width has.
static_assert(cost_of_read<std::uint8_t>(0, kOwnBytes<std::uint8_t>) == SharedMemoryCost{2, 2});
static_assert(cost_of_read<std::uint16_t>(0, kOwnBytes<std::uint16_t>) == SharedMemoryCost{4, 4});
static_assert(cost_of_read<float>(0, kOwnBytes<float>) == SharedMemoryCost{4, 4});

// The halos are half as wide as the step from lane to lane for u8 and u16: every other bank idles, so that they cost as
// much as twice the bytes. Of f32 a halo is as wide as the step.
template <Pixel T>
constexpr bool halos_cost(SharedMemoryCost cost) {
  return cost_of_read<T>(-kHaloBytes<T>, kHaloBytes<T>) == cost && cost_of_read<T>(kOwnBytes<T>, kHaloBytes<T>) == cost;
}
static_assert(halos_cost<std::uint8_t>({2, 1}));
static_assert(halos_cost<std::uint16_t>({4, 2}));
static_assert(halos_cost<float>({4, 4}));

}  // namespace
}  // namespace strandline::cuda
