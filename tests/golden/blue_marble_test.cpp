// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The bundled picture's result, pinned. A change here is a change of what users get: it needs a reason in CHANGELOG.md.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <strandline/edges.hpp>
#include <strandline/raster.hpp>

namespace strandline {
namespace {

/// FNV-1a, 64 bits. Source: Fowler, Noll, Vo; draft-eastlake-fnv.
std::uint64_t fnv1a(const std::vector<std::uint8_t>& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
  return hash;
}

class BlueMarble : public testing::Test {
 protected:
  void SetUp() override {
#ifndef STRANDLINE_WITH_GDAL
    GTEST_SKIP() << "this build has no GDAL, which decodes the JPEG";
#endif
    const auto source = open_raster(std::filesystem::path(STRANDLINE_TESTDATA) / "blue_marble_2700x1350.jpg");
    ASSERT_EQ(1350, source->info().rows);
    ASSERT_EQ(2700, source->info().cols);
    luma_.resize(1350 * 2700);
    source->read(0, ImageView<std::uint8_t>(luma_.data(), 1350, 2700), {});
  }

  std::uint64_t hash_of_edges(double threshold, Border border, const std::string& backend) {
    std::vector<std::uint8_t> result(luma_.size());
    edges(ImageView<const std::uint8_t>(luma_.data(), 1350, 2700), ImageView<std::uint8_t>(result.data(), 1350, 2700),
          {threshold, border, {}}, {backend, 0});
    return fnv1a(result);
  }

  std::vector<std::uint8_t> luma_;
};

// When this one fails too, the JPEG library decodes differently, and the edges have not changed.
TEST_F(BlueMarble, Luma) { EXPECT_EQ(16484190936057471792u, fnv1a(luma_)); }

TEST_F(BlueMarble, Edges) {
  for (const std::string backend : {"reference", "cpu"}) {
    EXPECT_EQ(9919194360836314845u, hash_of_edges(0.30, Border::reflect101, backend)) << backend;
  }
  EXPECT_EQ(7421400061630495517u, hash_of_edges(0.05, Border::zero, "cpu"));
  EXPECT_EQ(8173620956511337005u, hash_of_edges(0.30, Border::wrap, "cpu"));
}

}  // namespace
}  // namespace strandline
