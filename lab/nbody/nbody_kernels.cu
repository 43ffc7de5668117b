// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment nbody: the same sum, its terms' inputs from four places.
#include <algorithm>

#include <strandline/warp_cost.hpp>

#include "cuda/runtime/check.hpp"
#include "nbody/nbody_kernels.hpp"

namespace strandline::lab {
namespace {

constexpr int kUnroll = 16;

__constant__ float4 constant_bodies[kPassBodies];

struct Sum {
  float x = 0;
  float y = 0;
  float z = 0;
};

// The argument is at least the softening's square, so flushing subnormal numbers to zero changes nothing; rsqrtf()
// would look for them each time.
__device__ __forceinline__ float reciprocal_root(float x) {
  float root = 0;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
  return root;
}

/// 3 subtractions, 6 fused multiply-adds, 3 multiplications and a reciprocal root.
__device__ __forceinline__ void add_term(Sum& sum, float4 own, float4 other, float softening_squared) {
  const float dx = other.x - own.x;
  const float dy = other.y - own.y;
  const float dz = other.z - own.z;
  const float squared = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, softening_squared)));
  const float inverse = reciprocal_root(squared);
  const float factor = (other.w * inverse) * (inverse * inverse);
  sum.x = fmaf(factor, dx, sum.x);
  sum.y = fmaf(factor, dy, sum.y);
  sum.z = fmaf(factor, dz, sum.z);
}

__device__ __forceinline__ std::int64_t own_index() { return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }

/// A body without mass past the last one, which adds nothing to a sum.
__device__ __forceinline__ float4 body_at(const NBodyLaunch& launch, std::int64_t index) {
  return index < launch.count ? reinterpret_cast<const float4*>(launch.bodies)[index] : float4{0, 0, 0, 0};
}

__device__ __forceinline__ void write_sum(const NBodyLaunch& launch, const Sum& sum) {
  const std::int64_t index = own_index();
  if (index < launch.count) {
    reinterpret_cast<float4*>(launch.accelerations)[index] = {sum.x, sum.y, sum.z, 0};
  }
}

/// Adds the pass in constant memory to what the passes before it have written.
__global__ void __launch_bounds__(kNBodyThreads)
    nbody_constant_kernel(NBodyLaunch launch, int pass_bodies, bool is_first_pass) {
  const float4 own = body_at(launch, own_index());
  Sum sum;
  if (!is_first_pass && own_index() < launch.count) {
    const Acceleration before = launch.accelerations[own_index()];
    sum = {before.x, before.y, before.z};
  }
#pragma unroll kUnroll
  for (int j = 0; j < pass_bodies; ++j) add_term(sum, own, constant_bodies[j], launch.softening_squared);
  write_sum(launch, sum);
}

__global__ void __launch_bounds__(kNBodyThreads) nbody_shared_kernel(NBodyLaunch launch) {
  __shared__ float4 tile[kNBodyThreads];
  const float4 own = body_at(launch, own_index());
  Sum sum;
  for (std::int64_t first = 0; first < launch.count; first += kNBodyThreads) {
    tile[threadIdx.x] = body_at(launch, first + threadIdx.x);
    __syncthreads();
#pragma unroll kUnroll
    for (int j = 0; j < kNBodyThreads; ++j) add_term(sum, own, tile[j], launch.softening_squared);
    __syncthreads();
  }
  write_sum(launch, sum);
}

__global__ void __launch_bounds__(kNBodyThreads) nbody_global_kernel(NBodyLaunch launch) {
  const float4 own = body_at(launch, own_index());
  const auto* const bodies = reinterpret_cast<const float4*>(launch.bodies);
  const int count = static_cast<int>(launch.count);
  Sum sum;
#pragma unroll kUnroll
  for (int j = 0; j < count; ++j) add_term(sum, own, bodies[j], launch.softening_squared);
  write_sum(launch, sum);
}

__global__ void __launch_bounds__(kNBodyThreads) nbody_shuffle_kernel(NBodyLaunch launch) {
  const float4 own = body_at(launch, own_index());
  const int lane = static_cast<int>(threadIdx.x) % kWarpLanes;
  Sum sum;
  for (std::int64_t first = 0; first < launch.count; first += kWarpLanes) {
    const float4 held = body_at(launch, first + lane);
#pragma unroll
    for (int j = 0; j < kWarpLanes; ++j) {
      const float4 other = {__shfl_sync(kAllLanes, held.x, j), __shfl_sync(kAllLanes, held.y, j),
                            __shfl_sync(kAllLanes, held.z, j), __shfl_sync(kAllLanes, held.w, j)};
      add_term(sum, own, other, launch.softening_squared);
    }
  }
  write_sum(launch, sum);
}

unsigned blocks_for(std::int64_t count) { return static_cast<unsigned>((count + kNBodyThreads - 1) / kNBodyThreads); }

void launch_constant(const NBodyLaunch& launch, cudaStream_t stream) {
  for (std::int64_t first = 0; first < launch.count; first += kPassBodies) {
    const std::int64_t pass_bodies = std::min(kPassBodies, launch.count - first);
    cuda::check(cudaMemcpyToSymbolAsync(constant_bodies, launch.bodies + first,
                                        static_cast<std::size_t>(pass_bodies) * sizeof(Body), 0,
                                        cudaMemcpyDeviceToDevice, stream),
                "cudaMemcpyToSymbolAsync");
    nbody_constant_kernel<<<blocks_for(launch.count), kNBodyThreads, 0, stream>>>(launch, static_cast<int>(pass_bodies),
                                                                                  first == 0);
    cuda::check_launch("nbody_constant_kernel");
  }
}

void launch_once(void (*kernel)(NBodyLaunch), const char* name, const NBodyLaunch& launch, cudaStream_t stream) {
  kernel<<<blocks_for(launch.count), kNBodyThreads, 0, stream>>>(launch);
  cuda::check_launch(name);
}

}  // namespace

void launch_nbody(BodyPlace place, const NBodyLaunch& launch, cudaStream_t stream) {
  switch (place) {
    case BodyPlace::constant:
      return launch_constant(launch, stream);
    case BodyPlace::shared:
      return launch_once(nbody_shared_kernel, "nbody_shared_kernel", launch, stream);
    case BodyPlace::global:
      return launch_once(nbody_global_kernel, "nbody_global_kernel", launch, stream);
    case BodyPlace::shuffle:
      return launch_once(nbody_shuffle_kernel, "nbody_shuffle_kernel", launch, stream);
  }
}

}  // namespace strandline::lab
