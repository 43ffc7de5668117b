// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The pipeline: the same bytes as one call, each row read once, errors and cancellation from every stage.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <strandline/edges.hpp>
#include <strandline/error.hpp>
#include <strandline/stream.hpp>

#include "raster/memory_raster.hpp"
#include "support/random_pixels.hpp"

namespace strandline {
namespace {

using test::MemorySink;
using test::MemorySource;

template <Pixel T>
std::vector<T> random_pixels(std::int64_t count, std::uint64_t seed) {
  test::RandomPixels<T> next(seed, test::Texture::noise);
  std::vector<T> pixels(static_cast<std::size_t>(count));
  for (T& pixel : pixels) pixel = next(0, 0);
  return pixels;
}

StreamOptions options_for(const RasterInfo& info, const Operation& operation, std::int64_t band_rows, int threads) {
  StreamOptions options;
  options.plan = plan_bands(info, operation, {std::int64_t{1} << 30, band_rows, threads});
  options.threads = threads;
  return options;
}

template <Pixel T>
void expect_stream_equals_call(std::int64_t rows, std::int64_t cols, Border border, std::int64_t band_rows,
                               int threads) {
  const std::vector<T> pixels = random_pixels<T>(rows * cols, 3);
  std::vector<std::uint8_t> valid(pixels.size(), 1);
  valid[pixels.size() / 2] = 0;
  std::vector<std::uint8_t> expected(pixels.size());
  edges(ImageView<const T>(pixels.data(), rows, cols), ImageView<const std::uint8_t>(valid.data(), rows, cols),
        ImageView<std::uint8_t>(expected.data(), rows, cols), {0.5, border, {}});
  MemorySource<T> source(rows, cols, pixels, valid);
  MemorySink sink;
  const Operation operation = make_edges_operation({0.5, border, {}}, kPixelTypeOf<T>);
  const StreamResult result = stream(source, choose_backend("auto"), operation, sink,
                                     options_for(source.info(), operation, band_rows, threads));
  ASSERT_EQ(expected, sink.pixels) << rows << " x " << cols << " in bands of " << band_rows;
  ASSERT_EQ(rows * cols, result.pixels);
  ASSERT_EQ(std::count(expected.begin(), expected.end(), kEdge), result.edge_pixels);
  ASSERT_EQ(std::count(expected.begin(), expected.end(), kUnknown), result.unknown_pixels);
  if (border != Border::wrap) {
    std::vector<std::int64_t> each_row_once(static_cast<std::size_t>(rows));
    std::iota(each_row_once.begin(), each_row_once.end(), 0);
    ASSERT_EQ(each_row_once, source.rows_read);
  }
}

TEST(Stream, EqualsOneCallHoweverItIsCut) {
  const tbb::global_control cores(tbb::global_control::max_allowed_parallelism, 4);
  for (const Border border : kAllBorders) {
    for (const std::int64_t rows : {1, 2, 3, 4, 7, 31}) {
      for (std::int64_t band_rows = 1; band_rows <= rows; ++band_rows) {
        for (const int threads : {1, 3}) {
          expect_stream_equals_call<std::uint8_t>(rows, 13, border, band_rows, threads);
          expect_stream_equals_call<std::uint16_t>(rows, 5, border, band_rows, threads);
          expect_stream_equals_call<float>(rows, 1, border, band_rows, threads);
        }
      }
    }
  }
}

class StreamThatEnds : public testing::Test {
 protected:
  MemorySource<std::uint8_t> source_{400, 50, random_pixels<std::uint8_t>(400 * 50, 5)};
  MemorySink sink_;
  Operation operation_ = make_edges_operation({}, PixelType::u8);
  StreamOptions options_ = options_for(source_.info(), operation_, 8, 2);

  StreamResult run() { return stream(source_, choose_backend("auto"), operation_, sink_, options_); }
};

TEST_F(StreamThatEnds, WithTheSourcesError) {
  source_.fail_from_row = 203;
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_LT(sink_.pixels.size(), 400u * 50u);
}

TEST_F(StreamThatEnds, WithTheSinksError) {
  sink_.fail_from_row = 200;
  EXPECT_THROW(run(), std::runtime_error);
}

TEST_F(StreamThatEnds, WhenItIsAskedTo) {
  std::stop_source stop;
  options_.stop = stop.get_token();
  options_.on_progress = [&](const StreamProgress& progress) {
    if (progress.rows_done >= 80) stop.request_stop();
  };
  EXPECT_THROW(run(), Cancelled);
  EXPECT_LT(sink_.pixels.size(), 400u * 50u);
}

TEST_F(StreamThatEnds, AtOnceWithoutAPlan) {
  options_.plan = {};
  EXPECT_THROW(run(), InvalidArgument);
}

TEST_F(StreamThatEnds, AfterTellingOfEachBand) {
  std::vector<std::int64_t> done;
  options_.on_progress = [&](const StreamProgress& progress) {
    EXPECT_EQ(400, progress.rows);
    EXPECT_EQ(50, progress.cols);
    done.push_back(progress.rows_done);
  };
  run();
  EXPECT_EQ(50u, done.size());
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
  EXPECT_EQ(400, done.back());
}

}  // namespace
}  // namespace strandline
