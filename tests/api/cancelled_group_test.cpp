// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Calls from within oneTBB's task groups that are cancelled: all of the output is written, or an exception tells.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task.h>
#include <tbb/task_group.h>

#include <strandline/backend.hpp>
#include <strandline/edges.hpp>
#include <strandline/error.hpp>
#include <strandline/stream.hpp>

#include "raster/memory_raster.hpp"

namespace strandline {
namespace {

constexpr std::int64_t kRows = 300;
constexpr std::int64_t kCols = 50;
constexpr std::uint8_t kPoison = 9;

class CancelledGroup : public testing::Test {
 protected:
  CancelledGroup() : cores_(tbb::global_control::max_allowed_parallelism, 4) {}

  /// Runs `call` on a task of a group that has been cancelled.
  template <class Function>
  static void run_in_cancelled_group(const Function& call) {
    tbb::task_group group;
    group.run_and_wait([&] {
      group.cancel();
      call();
    });
  }

  void expect_all_written(const std::vector<std::uint8_t>& output) const {
    EXPECT_EQ(kRows * kCols, std::ssize(output));
    EXPECT_EQ(0, std::ranges::count(output, kPoison));
  }

  ImageView<const std::uint8_t> input() const { return {pixels_.data(), kRows, kCols}; }
  ImageView<std::uint8_t> output() { return {output_.data(), kRows, kCols}; }

  std::vector<std::uint8_t> pixels_ = std::vector<std::uint8_t>(kRows * kCols, 5);
  std::vector<std::uint8_t> output_ = std::vector<std::uint8_t>(kRows * kCols, kPoison);

 private:
  tbb::global_control cores_;
};

TEST_F(CancelledGroup, RunsABand) {
  const auto operation = make_edges_operation({}, PixelType::u8);
  for (const Backend* backend : all_backends()) {
    if (!backend->unavailable_because().empty()) continue;
    output_.assign(output_.size(), kPoison);
    run_in_cancelled_group([&] { run_band(*backend, operation, whole_image_band(input(), output())); });
    expect_all_written(output_);
  }
}

TEST_F(CancelledGroup, FindsEdges) {
  for (const int threads : {1, 3}) {
    output_.assign(output_.size(), kPoison);
    run_in_cancelled_group([&] { edges(input(), output(), {}, {.backend = "cpu", .threads = threads}); });
    expect_all_written(output_);
  }
}

TEST_F(CancelledGroup, Streams) {
  test::MemorySource<std::uint8_t> source(kRows, kCols, pixels_);
  test::MemorySink sink;
  const Operation operation = make_edges_operation({}, PixelType::u8);
  StreamOptions options;
  options.plan = plan_bands(source.info(), operation, {std::int64_t{1} << 30, 16, 3});
  options.threads = 3;
  StreamResult result;
  run_in_cancelled_group([&] { result = stream(source, choose_backend("cpu"), operation, sink, options); });
  EXPECT_EQ(kRows * kCols, result.pixels);
  expect_all_written(sink.pixels);
}

// Only from within can the pipeline itself be cancelled: by what it calls.
TEST_F(CancelledGroup, OfTheStreamItselfIsTold) {
  test::MemorySource<std::uint8_t> source(kRows, kCols, pixels_);
  test::MemorySink sink;
  const Operation operation = make_edges_operation({}, PixelType::u8);
  StreamOptions options;
  options.plan = plan_bands(source.info(), operation, {std::int64_t{1} << 30, 16, 1});
  options.on_progress = [](const StreamProgress&) { tbb::task::current_context()->cancel_group_execution(); };
  EXPECT_THROW(stream(source, choose_backend("cpu"), operation, sink, options), Cancelled);
}

}  // namespace
}  // namespace strandline
