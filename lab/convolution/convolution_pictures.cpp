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

constexpr const char* kBlurredPicture = "convolution_blurred.pgm";
constexpr const char* kEdgesPicture = "convolution_edges.pgm";

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

void prepare_convolution_pictures(const std::string& folder) {
  make_folder(folder);
  for (const char* const name : {kBlurredPicture, kEdgesPicture}) {
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    std::error_code error;
    if (std::filesystem::symlink_status(path, error).type() == std::filesystem::file_type::not_found) continue;
    throw FileError(fmt::format("'{}' exists, and pictures of the lab replace none, move it or name another folder",
                                path.string()));
  }
}

void write_convolution_pictures(const std::string& folder, ImageSize size, std::span<const float> blurred,
                                std::span<const std::uint8_t> edges) {
  std::vector<std::uint8_t> gray(blurred.size());
  constexpr float kWhite = 255;
  std::ranges::transform(blurred, gray.begin(), [](float value) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0F, 1.0F) * kWhite));
  });
  write_picture(std::filesystem::path(folder) / kBlurredPicture, size, gray);
  write_picture(std::filesystem::path(folder) / kEdgesPicture, size, edges);
}

}  // namespace strandline::lab
