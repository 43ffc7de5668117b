// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernel of the experiment l2-persistence: a region is read again and again while a stream goes by.
#include "cuda/runtime/check.hpp"
#include "l2_persistence/l2_persistence_kernels.hpp"
#include "l2_persistence/l2_persistence_reference.hpp"

namespace strandline::lab {
namespace {

constexpr int kThreads = 256;

// Loads that a thread has under way at once, of the region and again of the stream.
constexpr int kBatch = 4;

__device__ std::uint32_t sum_of(uint4 quad) { return quad.x + quad.y + quad.z + quad.w; }

/// What a region's loads or a stream's are made with; the policy is used by `hints` alone.
struct Loader {
  std::uint64_t policy = 0;
};

// Policies came with compute capability 8.0, as windows did; cards before it skip the experiment.
template <L2Loads kLoads>
__device__ Loader make_loader(bool is_region) {
  Loader loader;
#if __CUDA_ARCH__ >= 800
  if constexpr (kLoads == L2Loads::hints) {
    if (is_region) {
      asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(loader.policy));
    } else {
      asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(loader.policy));
    }
  }
#endif
  return loader;
}

// All are written in PTX, so that the compiler treats them alike.
#define STRANDLINE_LOAD_QUAD(instruction) \
  asm volatile(instruction " {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(quad))

template <L2Loads kLoads, bool kIsRegion>
__device__ uint4 load(const uint4* quad, [[maybe_unused]] const Loader& loader) {
  uint4 v;
  if constexpr (kLoads == L2Loads::plain) {
    STRANDLINE_LOAD_QUAD("ld.global.v4.u32");
  } else if constexpr (kLoads == L2Loads::stream_cs && !kIsRegion) {
    STRANDLINE_LOAD_QUAD("ld.global.cs.v4.u32");
  } else if constexpr (kLoads == L2Loads::cg || kLoads == L2Loads::stream_cs) {
    STRANDLINE_LOAD_QUAD("ld.global.cg.v4.u32");
#if __CUDA_ARCH__ >= 800
  } else if constexpr (kLoads == L2Loads::hints) {
    asm volatile("ld.global.L1::no_allocate.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(quad), "l"(loader.policy));
#endif
  } else {
    STRANDLINE_LOAD_QUAD("ld.global.L1::no_allocate.v4.u32");
  }
  return v;
}

// (passes, region_quads, 1 + streamed_per_reused) quads, the last two dimensions over all threads.
template <L2Loads kLoads>
__global__ void __launch_bounds__(kThreads, kL2BlocksPerMultiprocessor) reuse_beside_stream_kernel(L2Launch launch) {
  __shared__ std::uint32_t sums[2];
  if (threadIdx.x < 2) sums[threadIdx.x] = 0;
  __syncthreads();
  const std::int64_t start = clock64();

  const Loader of_region = make_loader<kLoads>(true);
  const Loader of_stream = make_loader<kLoads>(false);
  const auto* const region = static_cast<const uint4*>(launch.region);
  const auto* const stream = static_cast<const uint4*>(launch.stream);
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  std::uint32_t region_sum = 0;
  std::uint32_t stream_sum = 0;
  std::int64_t streamed = 0;
  for (std::int64_t pass = 0; pass < launch.passes; ++pass) {
    for (std::int64_t i = first; i < launch.region_quads; i += kBatch * threads) {
      uint4 reused[kBatch] = {};
#pragma unroll
      for (int b = 0; b < kBatch; ++b) {
        const std::int64_t own = i + b * threads;
        if (launch.reads_region && own < launch.region_quads) reused[b] = load<kLoads, true>(region + own, of_region);
      }
      std::int64_t begin = streamed;
      for (std::int64_t stretch = 0; stretch < launch.streamed_per_reused; ++stretch) {
        uint4 loaded[kBatch] = {};
#pragma unroll
        for (int b = 0; b < kBatch; ++b) {
          const std::int64_t own = i + b * threads;
          const std::int64_t at = begin + own;
          if (own < launch.region_quads) {
            loaded[b] =
                load<kLoads, false>(stream + (at < launch.stream_quads ? at : at - launch.stream_quads), of_stream);
          }
        }
#pragma unroll
        for (int b = 0; b < kBatch; ++b) stream_sum += sum_of(loaded[b]);
        begin += launch.region_quads;
        if (begin >= launch.stream_quads) begin -= launch.stream_quads;
      }
#pragma unroll
      for (int b = 0; b < kBatch; ++b) region_sum += sum_of(reused[b]);
    }
    streamed = (streamed + launch.streamed_per_reused * launch.region_quads) % launch.stream_quads;
  }

  atomicAdd(&sums[0], region_sum);
  atomicAdd(&sums[1], stream_sum);
  __syncthreads();
  if (threadIdx.x == 0) launch.found[blockIdx.x] = {sums[0], sums[1], clock64() - start};
}

__global__ void fill_words_kernel(std::uint32_t* words, std::int64_t count, std::uint32_t seed) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads) {
    words[i] = mixed_word(i, seed);
  }
}

cudaLaunchAttribute window_of(const L2Launch& launch) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeAccessPolicyWindow;
  cudaAccessPolicyWindow& window = attribute.val.accessPolicyWindow;
  window.base_ptr = const_cast<void*>(launch.region);
  window.num_bytes = launch.window_bytes;
  window.hitRatio = launch.hit_ratio;
  window.hitProp = cudaAccessPropertyPersisting;
  window.missProp = cudaAccessPropertyStreaming;
  return attribute;
}

auto kernel_of(L2Loads loads) {
  switch (loads) {
    case L2Loads::no_allocate:
      return reuse_beside_stream_kernel<L2Loads::no_allocate>;
    case L2Loads::plain:
      return reuse_beside_stream_kernel<L2Loads::plain>;
    case L2Loads::stream_cs:
      return reuse_beside_stream_kernel<L2Loads::stream_cs>;
    case L2Loads::hints:
      return reuse_beside_stream_kernel<L2Loads::hints>;
    case L2Loads::cg:
      break;
  }
  return reuse_beside_stream_kernel<L2Loads::cg>;
}

}  // namespace

void launch_reuse_beside_stream(const L2Launch& launch, cudaStream_t stream) {
  cudaLaunchAttribute window = window_of(launch);
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(launch.blocks));
  config.blockDim = dim3(kThreads);
  config.stream = stream;
  config.attrs = &window;
  config.numAttrs = launch.window_bytes > 0 ? 1 : 0;
  cuda::check(cudaLaunchKernelEx(&config, kernel_of(launch.loads), launch), "reuse_beside_stream_kernel");
}

void launch_fill_words(std::uint32_t* words, std::int64_t count, std::uint32_t seed, cudaStream_t stream) {
  constexpr int kBlocks = 1024;
  fill_words_kernel<<<kBlocks, kThreads, 0, stream>>>(words, count, seed);
  cuda::check_launch("fill_words_kernel");
}

}  // namespace strandline::lab
