// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The pictures that lab run --pictures wants of the experiment convolution.
#include "convolution/convolution_pictures.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include <strandline/error.hpp>
#include <strandline/raster.hpp>

namespace strandline::lab {
namespace {

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error && std::filesystem::is_directory(folder, error)) return;
  throw FileError(fmt::format("can't make the folder '{}' for pictures, {}, name another one", folder,
                              error ? error.message() : "something else is there"));
}

void write_picture(const std::filesystem::path& path, ImageSize size, std::span<const std::uint8_t> pixels) {
  CreateOptions options;
  options.rows = size.rows;
  options.cols = size.cols;
  const auto sink = create_raster(path, options);
  sink->write(0, ImageView<const std::uint8_t>(pixels.data(), size.rows, size.cols));
  sink->finish({});
}

}  // namespace

void write_convolution_pictures(const std::string& folder, ImageSize size, std::span<const float> blurred,
                                std::span<const std::uint8_t> edges) {
  make_folder(folder);
  std::vector<std::uint8_t> gray(blurred.size());
  constexpr float kWhite = 255;
  std::ranges::transform(blurred, gray.begin(), [](float value) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0F, 1.0F) * kWhite));
  });
  write_picture(std::filesystem::path(folder) / "convolution_blurred.pgm", size, gray);
  write_picture(std::filesystem::path(folder) / "convolution_edges.pgm", size, edges);
}

}  // namespace strandline::lab
