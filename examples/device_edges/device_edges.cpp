// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Edges of an image that is in device memory already, on the caller's own stream: the call only enqueues.
//
// Build it against an installed Strandline and run it:
//
//     cmake -S examples/device_edges -B build/device_edges -DCMAKE_PREFIX_PATH=<where Strandline is installed>
//     cmake --build build/device_edges && build/device_edges/device_edges
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime_api.h>
#include <memory>
#include <stdexcept>
#include <vector>

#include <strandline/cuda.hpp>
#include <strandline/error.hpp>

namespace {

constexpr std::int64_t kRows = 1080;
constexpr std::int64_t kCols = 1917;

void check(cudaError_t status, const char* call) {
  if (status != cudaSuccess) throw std::runtime_error(std::string(call) + ": " + cudaGetErrorString(status));
}

struct FreeDeviceMemory {
  void operator()(std::uint8_t* memory) const { cudaFree(memory); }
};

/// A (kRows, kCols) image of bytes whose rows CUDA pads as suits the card.
struct DeviceImage {
  DeviceImage() {
    void* memory = nullptr;
    check(cudaMallocPitch(&memory, &pitch_bytes, kCols, kRows), "cudaMallocPitch");
    pixels.reset(static_cast<std::uint8_t*>(memory));
  }

  strandline::ImageView<std::uint8_t> view() const {
    return {pixels.get(), kRows, kCols, static_cast<std::int64_t>(pitch_bytes)};
  }

  std::unique_ptr<std::uint8_t, FreeDeviceMemory> pixels;
  std::size_t pitch_bytes = 0;
};

struct DestroyStream {
  void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
};

/// A white disk on black.
std::vector<std::uint8_t> make_picture() {
  std::vector<std::uint8_t> picture(kRows * kCols);
  for (std::int64_t row = 0; row < kRows; ++row) {
    for (std::int64_t col = 0; col < kCols; ++col) {
      const std::int64_t down = row - kRows / 2;
      const std::int64_t right = col - kCols / 2;
      picture[row * kCols + col] = down * down + right * right < 400 * 400 ? 255 : 0;
    }
  }
  return picture;
}

void find_edges(cudaStream_t stream) {
  std::vector<std::uint8_t> picture = make_picture();
  const DeviceImage input;
  const DeviceImage output;
  check(cudaMemcpy2DAsync(input.pixels.get(), input.pitch_bytes, picture.data(), kCols, kCols, kRows,
                          cudaMemcpyHostToDevice, stream),
        "cudaMemcpy2DAsync");
  // Returns at once; the copy back waits for it, being on the same stream.
  strandline::cuda::enqueue_edges(input.view(), output.view(), {.threshold = 0.3}, stream);
  check(cudaMemcpy2DAsync(picture.data(), kCols, output.pixels.get(), output.pitch_bytes, kCols, kRows,
                          cudaMemcpyDeviceToHost, stream),
        "cudaMemcpy2DAsync");
  check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  const auto found = std::count(picture.begin(), picture.end(), std::uint8_t{255});
  std::printf("%lld of %lld pixels are edges\n", static_cast<long long>(found), static_cast<long long>(kRows * kCols));
}

// Mistakes are exceptions, thrown before anything is enqueued.
void make_a_mistake(cudaStream_t stream) {
  const DeviceImage image;
  try {
    strandline::cuda::enqueue_edges(image.view(), image.view(), {}, stream);
  } catch (const strandline::InvalidArgument& error) {
    std::printf("as it should, the library refuses to work in place: %s\n", error.what());
  }
}

}  // namespace

int main() {
  int devices = 0;
  if (const cudaError_t status = cudaGetDeviceCount(&devices); status != cudaSuccess || devices == 0) {
    std::printf("nothing was computed, there is no CUDA device here (%s)\n", cudaGetErrorString(status));
    return 0;
  }
  try {
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    const std::unique_ptr<CUstream_st, DestroyStream> owner(stream);
    find_edges(stream);
    make_a_mistake(stream);
    return 0;
  } catch (const strandline::Error& error) {
    std::fprintf(stderr, "strandline: %s\n", error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  return 1;
}
