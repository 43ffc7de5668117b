// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The pictures of the lab's convolution: what they are made of, and that they come back from files as they were.
#include "convolution/convolution_pictures.hpp"

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include <strandline/error.hpp>
#include <strandline/raster.hpp>

namespace {

using namespace strandline;
using namespace strandline::lab;
namespace fs = std::filesystem;

TEST(ConvolutionPictures, TheBuiltInPictureIsTheFile) {
  const auto source = open_raster(fs::path(STRANDLINE_TESTDATA) / "../lab/convolution/blue_marble_256x256.pgm");
  ASSERT_EQ(source->info().rows, kBlueMarbleSide);
  ASSERT_EQ(source->info().cols, kBlueMarbleSide);
  std::vector<std::uint8_t> pixels(blue_marble_luma().size());
  source->read(0, ImageView<std::uint8_t>(pixels.data(), kBlueMarbleSide, kBlueMarbleSide), {});
  EXPECT_TRUE(std::ranges::equal(pixels, blue_marble_luma()));
}

TEST(ConvolutionPictures, ImagesAreMirroredTiles) {
  constexpr ImageSize kSize = {600, 520};
  const std::vector<float> image = tiled_blue_marble(kSize);
  const auto at = [&](int row, int col) { return image[static_cast<std::size_t>(row * kSize.cols + col)]; };
  EXPECT_EQ(at(3, 7), static_cast<float>(blue_marble_luma()[3 * 256 + 7]) / 255);
  for (const int col : {0, 100, 255}) {
    EXPECT_EQ(at(256, col), at(255, col));
    EXPECT_EQ(at(400, col), at(111, col));
    EXPECT_EQ(at(512 + 20, col), at(20, col));
    EXPECT_EQ(at(20, 511 - col), at(20, col));
  }
  EXPECT_NE(at(0, 0), at(100, 0));
}

class PicturesInAFolder : public testing::Test {
 protected:
  PicturesInAFolder() { fs::remove_all(folder_); }
  ~PicturesInAFolder() override { fs::remove_all(folder_); }

  const fs::path folder_ = fs::path(testing::TempDir()) / "convolution_pictures";
  const ImageSize size_ = {3, 2};
  const std::vector<float> blurred_ = {0, 0.5F, 1, 2, -1, 0.25F};
  const std::vector<std::uint8_t> edges_ = {0, 255, 255, 0, 0x55, 10};
};

TEST_F(PicturesInAFolder, AreReadBack) {
  prepare_convolution_pictures(folder_);
  EXPECT_EQ(edges_through_a_file(folder_, size_, blurred_, edges_), edges_);
  EXPECT_EQ(fs::file_size(folder_ / "convolution_edges.pgm"), std::string("P5\n2 3\n255\n").size() + edges_.size());
  std::vector<std::uint8_t> gray(6);
  open_raster(folder_ / "convolution_blurred.pgm")->read(0, ImageView<std::uint8_t>(gray.data(), 3, 2), {});
  EXPECT_EQ(gray, (std::vector<std::uint8_t>{0, 128, 255, 255, 0, 64}));
}

TEST_F(PicturesInAFolder, ReplaceNone) {
  prepare_convolution_pictures(folder_);
  edges_through_a_file(folder_, size_, blurred_, edges_);
  EXPECT_THROW(prepare_convolution_pictures(folder_), FileError);
  EXPECT_THROW(prepare_convolution_pictures(folder_ / "convolution_edges.pgm"), FileError);
}

TEST_F(PicturesInAFolder, LeaveNothingWhereNoneAreWanted) {
  fs::create_directory(folder_);
  setenv("TMPDIR", folder_.c_str(), 1);
  EXPECT_EQ(edges_through_a_file("", size_, blurred_, edges_), edges_);
  EXPECT_TRUE(fs::is_empty(folder_));
  setenv("TMPDIR", (folder_ / "none").c_str(), 1);
  EXPECT_THROW(edges_through_a_file("", size_, blurred_, edges_), FileError);
  unsetenv("TMPDIR");
}

}  // namespace
