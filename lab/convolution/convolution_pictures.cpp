// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The images that are made of the built-in picture, and the pictures that are written.
#include "convolution/convolution_pictures.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include <strandline/error.hpp>
#include <strandline/raster.hpp>

namespace strandline::lab {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBlurredPicture = "convolution_blurred.pgm";
constexpr const char* kEdgesPicture = "convolution_edges.pgm";
constexpr float kWhite = 255;

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    path_ = (fs::temp_directory_path(error) / "strandline-lab-XXXXXX").string();
    if (!error && mkdtemp(path_.data()) != nullptr) return;
    throw FileError(fmt::format("can't make the folder '{}' for a while, {}, set TMPDIR to another one", path_,
                                error ? error.message() : std::strerror(errno)));
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void write_picture(const fs::path& path, ImageSize size, std::span<const std::uint8_t> pixels) {
  CreateOptions options;
  options.rows = size.rows;
  options.cols = size.cols;
  const auto sink = create_raster(path, options);
  sink->write(0, ImageView<const std::uint8_t>(pixels.data(), size.rows, size.cols));
  sink->finish({});
}

std::vector<std::uint8_t> read_picture(const fs::path& path) {
  const auto source = open_raster(path);
  const RasterInfo& info = source->info();
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(info.rows * info.cols));
  source->read(0, ImageView<std::uint8_t>(pixels.data(), info.rows, info.cols), {});
  source->finish_reading([](std::string_view) {});
  return pixels;
}

/// 0 1 2 … 255 255 … 2 1 0 0 1 2 …
int mirrored(int i) {
  const int place = i % (2 * kBlueMarbleSide);
  return place < kBlueMarbleSide ? place : 2 * kBlueMarbleSide - 1 - place;
}

}  // namespace

std::vector<float> tiled_blue_marble(ImageSize size) {
  const auto luma = blue_marble_luma();
  std::vector<float> image;
  image.reserve(static_cast<std::size_t>(size.pixels()));
  for (int row = 0; row < size.rows; ++row) {
    const auto source = luma.subspan(static_cast<std::size_t>(mirrored(row)) * kBlueMarbleSide, kBlueMarbleSide);
    for (int col = 0; col < size.cols; ++col) {
      image.push_back(static_cast<float>(source[static_cast<std::size_t>(mirrored(col))]) / kWhite);
    }
  }
  return image;
}

void prepare_convolution_pictures(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder, error)) {
    throw FileError(fmt::format("can't make the folder '{}' for pictures, {}, name another one", folder,
                                error ? error.message() : "something else is there"));
  }
  for (const char* const name : {kBlurredPicture, kEdgesPicture}) {
    const fs::path path = fs::path(folder) / name;
    if (fs::symlink_status(path, error).type() == fs::file_type::not_found) continue;
    throw FileError(fmt::format("'{}' exists, and pictures of the lab replace none, move it or name another folder",
                                path.string()));
  }
}

std::vector<std::uint8_t> edges_through_a_file(const std::string& folder, ImageSize size,
                                               std::span<const float> blurred, std::span<const std::uint8_t> edges) {
  std::optional<TemporaryFolder> temporary;
  if (folder.empty()) temporary.emplace();
  const fs::path path = temporary ? temporary->path() : folder;
  std::vector<std::uint8_t> gray(blurred.size());
  std::ranges::transform(blurred, gray.begin(), [](float value) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0F, 1.0F) * kWhite));
  });
  write_picture(path / kBlurredPicture, size, gray);
  write_picture(path / kEdgesPicture, size, edges);
  return read_picture(path / kEdgesPicture);
}

}  // namespace strandline::lab
