// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What only the stand-in can show of bands on their way through the card: traffic, memory, and the ends by errors.
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <strandline/error.hpp>

#include "cuda/fake/runtime.hpp"
#include "cuda/host_chunks.hpp"
#include "cuda/host_lanes.hpp"
#include "support/host_case.hpp"

namespace strandline {
namespace {

using test::HostCase;
using test::HostLayout;
using test::HostMemory;
namespace fake = test::fake;

constexpr std::int64_t kMiB = std::int64_t{1} << 20;
constexpr HostLayout kLocked{HostMemory::page_locked, 0, false};
constexpr HostLayout kPageable{HostMemory::pageable, 0, false};

test::HostLayouts all(const HostLayout& layout) { return {layout, layout, layout}; }

TEST(Passage, IsRightInEveryOrderThatTheEventsAllow) {
  for (const HostLayout& layout : {kLocked, kPageable}) {
    HostCase<std::uint8_t> one(60, 128, Border::reflect101, true, all(layout), 7);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      fake::reset(seed);
      one.expect_right({12 * 1024});
      ASSERT_FALSE(testing::Test::HasFailure()) << "order " << seed;
    }
  }
}

TEST(Passage, SendsEachRowOnceAndNothingTwice) {
  for (const HostLayout& layout : {kLocked, kPageable}) {
    HostCase<std::uint16_t> one(500, 256, Border::reflect101, true, all(layout), 7);
    fake::reset(1);
    one.expect_right({100 * 1024});
    const fake::Record record = fake::record();
    EXPECT_GT(record.kernels, 10);
    EXPECT_EQ(500 * 256 * 3, record.bytes_to_device);
    EXPECT_EQ(500 * 256, record.bytes_to_host);
    EXPECT_EQ(0, record.operations_waiting);
  }
}

TEST(Passage, AllocatesOnceForManyCalls) {
  HostCase<float> one(40, 50, Border::wrap, true, all(kPageable), 7);
  one.expect_right({});
  fake::reset(1);
  for (int i = 0; i < 50; ++i) one.expect_right({});
  EXPECT_EQ(0, fake::record().allocations);
}

TEST(Passage, StaysWithinItsBoundsOnManyThreads) {
  cuda::current_lane_pool().lease({1, 0}, 1);  // whatever other tests left behind is given up
  EXPECT_LE(fake::record().device_bytes, 1);
  fake::reset(1);
  constexpr std::int64_t kBound = kMiB;
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < 8; ++i) {
    threads.emplace_back([=] {
      const auto cols = static_cast<std::int64_t>(350 * (i + 1));
      HostCase<std::uint8_t> one(80, cols, Border::reflect, false, all(kPageable), i);
      for (int k = 0; k < 4; ++k) one.expect_right({kBound});
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(fake::record().most_device_bytes, kBound);
  EXPECT_LE(fake::record().most_pinned_bytes, cuda::kStagingBytes);
}

TEST(Passage, TakesSmallerChunksWhenTheCardIsFullerThanItWasSaidToBe) {
  cuda::current_lane_pool().lease({1, 0}, 1);
  HostCase<std::uint8_t> one(300, 4096, Border::reflect101, false, all(kPageable), 7);
  fake::set_device_capacity(kMiB / 2);
  fake::reset(1);
  one.expect_right({std::int64_t{1} << 40});
  EXPECT_LE(fake::record().most_device_bytes, kMiB / 2);
  fake::set_device_capacity(std::int64_t{1} << 34);
}

TEST(Passage, GivesUpWithAReasonWhenTheCardIsFull) {
  cuda::current_lane_pool().lease({1, 0}, 1);
  HostCase<std::uint8_t> one(20, 40'960, Border::reflect101, false, all(kPageable), 7);
  fake::set_device_capacity(64 * 1024);
  test::GuardedImage<std::uint8_t> output = one.new_output();
  try {
    cuda::run_host_band(one.operation, one.band(output), {std::int64_t{1} << 40});
    FAIL() << "7 rows of 40 KiB fitted in 64 KiB";
  } catch (const OutOfMemory& error) {
    EXPECT_NE(std::string::npos, std::string(error.what()).find("--device-memory")) << error.what();
    EXPECT_EQ(std::string::npos, std::string(error.what()).find('\n'));
  }
  fake::set_device_capacity(std::int64_t{1} << 34);
  one.expect_right({});
}

TEST(Passage, LeavesNothingUnderWayWhenACallFails) {
  HostCase<std::uint8_t> one(300, 256, Border::reflect101, true, all(kPageable), 7);
  for (const std::int64_t copy : {1, 2, 3, 4, 9, 20, 31}) {
    fake::fail_copy(copy);
    test::GuardedImage<std::uint8_t> output = one.new_output();
    EXPECT_THROW(cuda::run_host_band(one.operation, one.band(output), {40 * 1024}), DeviceError) << copy;
    EXPECT_EQ(0, fake::record().operations_waiting) << copy;
    one.expect_right({40 * 1024});
  }
  fake::fail_copy(0);
}

// The old context's streams and memory are gone: touching them again, even to free them, ends the stand-in.
TEST(Passage, StartsAnewAfterTheDeviceWasReset) {
  HostCase<std::uint8_t> one(300, 256, Border::reflect101, true, all(kPageable), 7);
  one.expect_right({});
  fake::reset_device();
  one.expect_right({});
  one.expect_right({40 * 1024});
}

}  // namespace
}  // namespace strandline
