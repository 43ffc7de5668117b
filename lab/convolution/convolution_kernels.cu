// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels of the experiment convolution. One template makes pixels from the taps around them, so that kernels which
// are compared differ in where their pixels come from, or their taps, and in nothing else.
#include "convolution/convolution_kernels.hpp"
#include "cuda/runtime/check.hpp"
#include "transpose/transpose_kernels.hpp"

namespace strandline::lab {
namespace {

constexpr std::uint8_t kEdgeByte = 255;

struct TapTable {
  float blur[kBlurTaps][kBlurTaps];
  float sobel[2][3][3];  ///< the derivative along rows, and that along columns
};

constexpr TapTable tap_table() {
  constexpr float a = 1.0F / 256;
  return {{{a, 4 * a, 6 * a, 4 * a, a},
           {4 * a, 16 * a, 24 * a, 16 * a, 4 * a},
           {6 * a, 24 * a, 36 * a, 24 * a, 6 * a},
           {4 * a, 16 * a, 24 * a, 16 * a, 4 * a},
           {a, 4 * a, 6 * a, 4 * a, a}},
          {{{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}}, {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}}}};
}

__constant__ TapTable constant_taps = tap_table();

struct Blur {
  using Output = float;
  static constexpr int kRadius = kBlurRadius;
  static constexpr PixelSource kUntiled = PixelSource::checked;

  template <FilterTaps kTaps>
  __device__ float at(const float (*window)[kBlurTaps]) const {
    constexpr TapTable kImmediate = tap_table();
    float sum = 0;
#pragma unroll
    for (int i = 0; i < kBlurTaps; ++i) {
#pragma unroll
      for (int j = 0; j < kBlurTaps; ++j) {
        sum = fmaf(kTaps == FilterTaps::constant ? constant_taps.blur[i][j] : kImmediate.blur[i][j], window[i][j], sum);
      }
    }
    return sum;
  }
};

struct Sobel {
  using Output = float;
  static constexpr int kRadius = kSobelRadius;
  static constexpr PixelSource kUntiled = PixelSource::global;

  template <FilterTaps kTaps>
  __device__ float at(const float (*window)[3]) const {
    constexpr TapTable kImmediate = tap_table();
    float along[2] = {};
#pragma unroll
    for (int axis = 0; axis < 2; ++axis) {
#pragma unroll
      for (int i = 0; i < 3; ++i) {
#pragma unroll
        for (int j = 0; j < 3; ++j) {
          if (kImmediate.sobel[axis][i][j] == 0) continue;
          along[axis] =
              fmaf(kTaps == FilterTaps::constant ? constant_taps.sobel[axis][i][j] : kImmediate.sobel[axis][i][j],
                   window[i][j], along[axis]);
        }
      }
    }
    return sqrtf(fmaf(along[0], along[0], along[1] * along[1]));
  }
};

__device__ std::uint8_t edge_byte(float magnitude, float threshold) { return magnitude > threshold ? kEdgeByte : 0; }

struct SobelThreshold : Sobel {
  using Output = std::uint8_t;
  float threshold = 0;

  template <FilterTaps kTaps>
  __device__ std::uint8_t at(const float (*window)[3]) const {
    return edge_byte(Sobel::at<kTaps>(window), threshold);
  }
};

__device__ bool is_inside(ImageSize size, int row, int col) {
  return row >= 0 && row < size.rows && col >= 0 && col < size.cols;
}

__device__ std::int64_t pixel_index(ImageSize size, int row, int col) { return std::int64_t{row} * size.cols + col; }

/// Of blocks that are surrounded by pixels, which most are, the frame needs no look: it would take more instructions
/// than all else.
template <bool kSurrounded>
__device__ float pixel_at(const float* __restrict__ image, ImageSize size, int row, int col) {
  return kSurrounded || is_inside(size, row, col) ? image[pixel_index(size, row, col)] : 0.0F;
}

/// The pixels that a block makes: 32 columns, and of each of its threads kRows rows. The first one's place, and the
/// thread's within.
template <int kRows>
struct OwnTile {
  int rows = static_cast<int>(blockDim.y) * kRows;
  int row = static_cast<int>(blockIdx.y) * rows;
  int col = static_cast<int>(blockIdx.x) * kTileSide;
  int thread_row = static_cast<int>(threadIdx.y) * kRows;
  int lane = static_cast<int>(threadIdx.x);

  __device__ bool is_surrounded(ImageSize size, int radius) const {
    return is_inside(size, row - radius, col - radius) &&
           is_inside(size, row + rows - 1 + radius, col + kTileSide - 1 + radius);
  }
};

/// Calls `visit(i, row)` for a warp's rows of an input tile: kRows that it has in any case, and of the apron's rest one
/// for each of the first warps. Without a condition on the former no predicates hold up the loads.
template <int kRows, int kRadius, class Visit>
__device__ void for_each_staged_row(Visit&& visit) {
#pragma unroll
  for (int i = 0; i <= kRows; ++i) {
    if (i < kRows || threadIdx.y < 2 * kRadius) visit(i, static_cast<int>(i * blockDim.y + threadIdx.y));
  }
}

/// Brings the input tile into shared memory; all rows of a warp are asked for before one is stored.
template <bool kSurrounded, int kRows, int kRadius>
__device__ void stage_tile(const float* __restrict__ input, ImageSize size, OwnTile<kRows> own, float* tile,
                           int pitch) {
  const bool has_second = own.lane < 2 * kRadius;
  float staged[kRows + 1][kRequestsPerStagedRow];
  for_each_staged_row<kRows, kRadius>([&](int i, int row) {
    const int input_row = own.row + row - kRadius;
    const int input_col = own.col + own.lane - kRadius;
    staged[i][0] = pixel_at<kSurrounded>(input, size, input_row, input_col);
    if (has_second) staged[i][1] = pixel_at<kSurrounded>(input, size, input_row, input_col + kTileSide);
  });
  for_each_staged_row<kRows, kRadius>([&](int i, int row) {
    float* const to = tile + row * pitch + own.lane;
    to[0] = staged[i][0];
    if (has_second) to[kTileSide] = staged[i][1];
  });
  __syncthreads();
}

/// All that a thread's pixels need is asked for before one is made.
template <bool kSurrounded, PixelSource kSource, FilterTaps kTaps, int kRows, class Filter>
__device__ void make_pixels(const float* __restrict__ input, typename Filter::Output* __restrict__ output,
                            ImageSize size, OwnTile<kRows> own, Filter filter, int pitch) {
  constexpr int kRadius = Filter::kRadius;
  constexpr int kTapsAlong = 2 * kRadius + 1;
  extern __shared__ float tile[];
  if constexpr (kSource == PixelSource::tile) {
    stage_tile<kSurrounded, kRows, kRadius>(input, size, own, tile, pitch);
  }
  float window[kRows + 2 * kRadius][kTapsAlong];
#pragma unroll
  for (int i = 0; i < kRows + 2 * kRadius; ++i) {
#pragma unroll
    for (int j = 0; j < kTapsAlong; ++j) {
      if constexpr (kSource == PixelSource::tile) {
        window[i][j] = tile[(own.thread_row + i) * pitch + own.lane + j];
      } else {
        window[i][j] = pixel_at<kSurrounded>(input, size, own.row + own.thread_row + i - kRadius,
                                             own.col + own.lane + j - kRadius);
      }
    }
  }
#pragma unroll
  for (int k = 0; k < kRows; ++k) {
    const int row = own.row + own.thread_row + k;
    const int col = own.col + own.lane;
    if (kSurrounded || is_inside(size, row, col)) {
      output[pixel_index(size, row, col)] = filter.template at<kTaps>(window + k);
    }
  }
}

/// The pitch is an argument, so that tiles of two pitches are made by one program.
template <class Filter, PixelSource kSource, FilterTaps kTaps, int kRows>
__global__ void __launch_bounds__(kTileSide* kMostBlockRows / kRows)
    stencil_kernel(const float* __restrict__ input, typename Filter::Output* __restrict__ output, ImageSize size,
                   Filter filter, int pitch) {
  const OwnTile<kRows> own;
  if (kSource != PixelSource::checked && own.is_surrounded(size, Filter::kRadius)) {
    make_pixels<true, kSource, kTaps>(input, output, size, own, filter, pitch);
  } else {
    make_pixels<false, kSource, kTaps>(input, output, size, own, filter, pitch);
  }
}

__device__ float five_taps(float x0, float x1, float x2, float x3, float x4) {
  return fmaf(6.0F, x2, fmaf(4.0F, x1 + x3, x0 + x4)) * 0.0625F;
}

// Rows first: 36 rows of 32 sums in shared memory. Then columns, of those sums kRows + 4 for a thread's pixels.
template <bool kSurrounded, int kRows>
__device__ void blur_rows_then_columns(const float* __restrict__ input, float* __restrict__ blurred, ImageSize size,
                                       OwnTile<kRows> own, float (*by_rows)[kTileSide]) {
  const int col = own.col + own.lane;
  for_each_staged_row<kRows, kBlurRadius>([&](int, int row) {
    const auto at = [&](int j) {
      return pixel_at<kSurrounded>(input, size, own.row + row - kBlurRadius, col + j - kBlurRadius);
    };
    by_rows[row][own.lane] = five_taps(at(0), at(1), at(2), at(3), at(4));
  });
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kRows; ++k) {
    const auto at = [&](int i) { return by_rows[own.thread_row + k + i][own.lane]; };
    const int row = own.row + own.thread_row + k;
    const float sum = five_taps(at(0), at(1), at(2), at(3), at(4));
    if (kSurrounded || is_inside(size, row, col)) blurred[pixel_index(size, row, col)] = sum;
  }
}

template <int kRows>
__global__ void __launch_bounds__(kTileSide* kMostBlockRows / kRows)
    blur_separable_kernel(const float* __restrict__ input, float* __restrict__ blurred, ImageSize size) {
  __shared__ float by_rows[kTileSide + 2 * kBlurRadius][kTileSide];
  const OwnTile<kRows> own;
  if (own.is_surrounded(size, kBlurRadius)) {
    blur_rows_then_columns<true>(input, blurred, size, own, by_rows);
  } else {
    blur_rows_then_columns<false>(input, blurred, size, own, by_rows);
  }
}

__global__ void threshold_kernel(const float* __restrict__ magnitude, std::uint8_t* __restrict__ edges,
                                 std::int64_t count, float threshold) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count / 4) {
    const float4 found = reinterpret_cast<const float4*>(magnitude)[i];
    reinterpret_cast<uchar4*>(edges)[i] = make_uchar4(edge_byte(found.x, threshold), edge_byte(found.y, threshold),
                                                      edge_byte(found.z, threshold), edge_byte(found.w, threshold));
  }
  const std::int64_t rest = count / 4 * 4 + i;
  if (i < count % 4) edges[rest] = edge_byte(magnitude[rest], threshold);
}

template <class Filter>
using StencilKernel = void (*)(const float*, typename Filter::Output*, ImageSize, Filter, int);

template <class Filter, PixelSource kSource, FilterTaps kTaps>
StencilKernel<Filter> stencil_kernel_of(int rows) {
  if constexpr (kSource != PixelSource::checked) {
    if (rows == 4) return stencil_kernel<Filter, kSource, kTaps, 4>;
    if (rows == 2) return stencil_kernel<Filter, kSource, kTaps, 2>;
  }
  return stencil_kernel<Filter, kSource, kTaps, 1>;
}

template <class Filter, PixelSource kSource>
StencilKernel<Filter> stencil_kernel_of(FilterTaps taps, int rows) {
  return taps == FilterTaps::constant ? stencil_kernel_of<Filter, kSource, FilterTaps::constant>(rows)
                                      : stencil_kernel_of<Filter, kSource, FilterTaps::immediate>(rows);
}

unsigned ceil_div(std::int64_t a, int b) { return static_cast<unsigned>((a + b - 1) / b); }

dim3 blocks_of(ImageSize size, int tile_rows) {
  return dim3(ceil_div(size.cols, kTileSide), ceil_div(size.rows, tile_rows));
}

template <class Filter>
void launch_stencil(const StageLaunch& launch, const float* input, typename Filter::Output* output, ImageSize size,
                    const Filter& filter, int block_rows, cudaStream_t stream) {
  const bool is_tiled = launch.source == PixelSource::tile;
  const int rows = launch.source == PixelSource::checked ? 1 : rows_per_thread(block_rows);
  const auto kernel = is_tiled ? stencil_kernel_of<Filter, PixelSource::tile>(launch.taps, rows)
                               : stencil_kernel_of<Filter, Filter::kUntiled>(launch.taps, rows);
  const std::size_t shared_bytes = is_tiled ? kMostTileWords * sizeof(float) : 0;
  kernel<<<blocks_of(size, rows * block_rows), dim3(kTileSide, block_rows), shared_bytes, stream>>>(
      input, output, size, filter, launch.pitch);
  cuda::check_launch("stencil_kernel");
}

void launch_separable(const StageImages& images, int block_rows, cudaStream_t stream) {
  const int rows = rows_per_thread(block_rows);
  const auto kernel = rows == 4   ? blur_separable_kernel<4>
                      : rows == 2 ? blur_separable_kernel<2>
                                  : blur_separable_kernel<1>;
  kernel<<<blocks_of(images.size, rows * block_rows), dim3(kTileSide, block_rows), 0, stream>>>(
      images.input, images.pixels, images.size);
  cuda::check_launch("blur_separable_kernel");
}

}  // namespace

void launch_operation(const StageLaunch& launch, const StageImages& images, int block_rows, cudaStream_t stream) {
  constexpr auto kThreshold = static_cast<float>(kConvolutionThreshold);
  const std::int64_t pixels = images.size.pixels();
  const int threads = kTileSide * block_rows;
  switch (launch.operation) {
    case Operation::copy:
      return launch_copy({images.input, images.pixels, pixels, 1, copy_blocks(pixels, 1)}, stream);
    case Operation::threshold:
      threshold_kernel<<<ceil_div(pixels, 4 * threads), threads, 0, stream>>>(images.input, images.edges, pixels,
                                                                              kThreshold);
      return cuda::check_launch("threshold_kernel");
    case Operation::blur:
      if (launch.source == PixelSource::separable) return launch_separable(images, block_rows, stream);
      return launch_stencil(launch, images.input, images.pixels, images.size, Blur{}, block_rows, stream);
    case Operation::sobel:
      return launch_stencil(launch, images.input, images.pixels, images.size, Sobel{}, block_rows, stream);
    case Operation::sobel_threshold:
      return launch_stencil(launch, images.input, images.edges, images.size, SobelThreshold{{}, kThreshold}, block_rows,
                            stream);
    case Operation::one_pass:
      break;
  }
}

}  // namespace strandline::lab
