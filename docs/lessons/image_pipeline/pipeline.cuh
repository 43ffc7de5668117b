// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The task of the lesson on the image pipeline: its arithmetic, the image stage by stage, and the gates that a solution
// passes.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "../gates.cuh"

namespace lessons {

/// Edges in one kernel: a blur by 5 x 5 taps, Sobel's gradient of that by 3 x 3, a threshold. Each stage takes what
/// lies outside of *its own* input for 0. All in integers, so that results are equal or wrong.
inline constexpr int kBlurRadius = 2;
inline constexpr int kSobelRadius = 1;
inline constexpr int kTileSide = 32;  // pixels of a block, in rows and in columns
inline constexpr int kThreads = 256;  // of a block
inline constexpr std::int64_t kThreshold = 20'000;

struct Image {
  const std::uint8_t* pixels;
  int rows;
  int cols;
};

/// A pixel's place in the image.
struct Place {
  int row = 0;
  int col = 0;
};

__host__ __device__ inline bool is_inside(const Image& image, int row, int col) {
  return row >= 0 && row < image.rows && col >= 0 && col < image.cols;
}

__host__ __device__ inline int pixel_or_zero(const Image& image, int row, int col) {
  return is_inside(image, row, col) ? image.pixels[row * image.cols + col] : 0;
}

/// The blur, times 256. `source(row, col)` is a pixel around the one in question.
template <class Source>
__host__ __device__ int blurred(Source&& source) {
  const auto weight = [](int i) { return i == 0 ? 6 : (i == 1 || i == -1 ? 4 : 1); };
  int sum = 0;
  for (int row = -kBlurRadius; row <= kBlurRadius; ++row) {
    for (int col = -kBlurRadius; col <= kBlurRadius; ++col) sum += weight(row) * weight(col) * source(row, col);
  }
  return sum;
}

/// 255 on an edge, else 0. `blur(row, col)` is a blurred pixel around the one in question.
template <class Blur>
__host__ __device__ std::uint8_t edge(Blur&& blur) {
  const std::int64_t gx = blur(-1, 1) + 2 * blur(0, 1) + blur(1, 1) - blur(-1, -1) - 2 * blur(0, -1) - blur(1, -1);
  const std::int64_t gy = blur(1, -1) + 2 * blur(1, 0) + blur(1, 1) - blur(-1, -1) - 2 * blur(-1, 0) - blur(-1, 1);
  return gx * gx + gy * gy > kThreshold * kThreshold ? 255 : 0;
}

/// A block's pixels and so many around them; rows and columns are counted from the block's first pixel.
template <int kApron>
struct Plane {
  static constexpr int kSide = kTileSide + 2 * kApron;
  int values[kSide * kSide];

  __host__ __device__ int& at(int row, int col) { return values[(row + kApron) * kSide + col + kApron]; }
};

/// One of a block's threads, or the host, which does the work of all.
struct Worker {
  int thread = 0;
  int threads = 1;
};

/// Calls `work(row, col)` for this worker's share of a plane.
template <int kApron, class Work>
__host__ __device__ void for_each_cell(Worker worker, Work&& work) {
  constexpr int kSide = Plane<kApron>::kSide;
  for (int cell = worker.thread; cell < kSide * kSide; cell += worker.threads) {
    work(cell / kSide - kApron, cell % kSide - kApron);
  }
}

/// On a card waits for the other threads of the block.
__host__ __device__ inline void wait_for_block() {
#ifdef __CUDA_ARCH__
  __syncthreads();
#endif
}

/// What the exercise hands in. `Tile` is what a block has in shared memory.
template <class Tile>
struct Pipeline {
  void (*edges_of_tile)(Tile& tile, const Image& image, Place first, Worker worker, std::uint8_t* edges);
  void (*launch)(const Image& image, std::uint8_t* edges);
};

inline std::vector<std::uint8_t> edges_stage_by_stage(const Image& image) {
  std::vector<int> blur;
  std::vector<std::uint8_t> edges;
  for (int row = 0; row < image.rows; ++row) {
    for (int col = 0; col < image.cols; ++col) {
      blur.push_back(blurred([&](int down, int right) { return pixel_or_zero(image, row + down, col + right); }));
    }
  }
  for (int row = 0; row < image.rows; ++row) {
    for (int col = 0; col < image.cols; ++col) {
      edges.push_back(edge([&](int down, int right) {
        return is_inside(image, row + down, col + right) ? blur[(row + down) * image.cols + col + right] : 0;
      }));
    }
  }
  return edges;
}

/// What the exercise's own code finds when the host goes through it, tile by tile.
template <class Tile>
std::vector<std::uint8_t> edges_on_the_host(const Pipeline<Tile>& exercise, const Image& image) {
  std::vector<std::uint8_t> edges(std::size_t(image.rows) * image.cols, 0xcd);
  for (int row = 0; row < image.rows; row += kTileSide) {
    for (int col = 0; col < image.cols; col += kTileSide) {
      Tile tile;
      std::memset(&tile, 0xcd, sizeof(tile));  // what is read before it was written should do harm
      exercise.edges_of_tile(tile, image, {row, col}, {}, edges.data());
    }
  }
  return edges;
}

enum class Part { within, seam, frame };

inline Part part_of(const Image& image, int row, int col) {
  const auto is_end = [](int i, int length) { return i == 0 || i == length - 1; };
  if (is_end(row, image.rows) || is_end(col, image.cols)) return Part::frame;
  const bool is_seam = is_end(row % kTileSide, kTileSide) || is_end(col % kTileSide, kTileSide);
  return is_seam ? Part::seam : Part::within;
}

inline void expect_part(Gates& gates, const std::string& gate, Part part, const Image& image,
                        const std::vector<std::uint8_t>& found, const std::vector<std::uint8_t>& right) {
  int wrong = 0;
  int all = 0;
  for (int i = 0; i < image.rows * image.cols; ++i) {
    if (part_of(image, i / image.cols, i % image.cols) != part) continue;
    wrong += found[i] == right[i] ? 0 : 1;
    ++all;
  }
  gates.expect_none_wrong(gate, wrong, all);
}

/// One pixel in eight is lit, by chance, so that the frame looks as the rest does.
inline std::vector<std::uint8_t> lit_pixels(int count) {
  std::vector<std::uint8_t> pixels;
  unsigned random = 1;
  for (int i = 0; i < count; ++i) {
    random = random * 1664525U + 1013904223U;  // the generator of "Numerical Recipes"
    pixels.push_back(random >> 29U == 0 ? 200 : 0);
  }
  return pixels;
}

/// Returns the program's exit status.
template <class Tile>
int judge(const Pipeline<Tile>& exercise) {
  constexpr int kRows = 150;
  constexpr int kCols = 100;
  const std::vector<std::uint8_t> pixels = lit_pixels(kRows * kCols);
  const Image image{pixels.data(), kRows, kCols};
  const std::vector<std::uint8_t> right = edges_stage_by_stage(image);
  const std::vector<std::uint8_t> found = edges_on_the_host(exercise, image);
  Gates gates;
  expect_part(gates, "pixels within tiles", Part::within, image, found, right);
  expect_part(gates, "pixels on the seams of tiles", Part::seam, image, found, right);
  expect_part(gates, "pixels on the image's frame", Part::frame, image, found, right);
  gates.expect_on_card(pixels, right, [&](const std::uint8_t* on_card, std::uint8_t* edges) {
    exercise.launch({on_card, kRows, kCols}, edges);
  });
  return gates.exit_status();
}

}  // namespace lessons
