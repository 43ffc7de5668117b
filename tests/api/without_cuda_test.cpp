// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A build without CUDA: calls for device memory link, and say what is missing before they look at anything.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <strandline/cuda.hpp>
#include <strandline/error.hpp>
#include <strandline/version.hpp>

namespace strandline {
namespace {

template <class Call>
void expect_refused(Call&& call) {
  try {
    call();
    FAIL() << "the call returned";
  } catch (const Unsupported& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("STRANDLINE_WITH_CUDA"));
  }
}

TEST(WithoutCuda, CallsForDeviceMemoryAreRefused) {
  expect_refused([] { cuda::prepare(); });
  expect_refused([] { cuda::enqueue_edges(AnyImageView(), ImageView<std::uint8_t>(), {}, nullptr); });
  expect_refused([] { cuda::enqueue_edges(AnyImageView(), {}, ImageView<std::uint8_t>(), {}, nullptr); });
  expect_refused([] { cuda::enqueue_band(EdgesOperation{}, Band{}, nullptr); });
}

TEST(WithoutCuda, TheDescriptionSaysSo) { EXPECT_THAT(build_description(), testing::HasSubstr("without CUDA")); }

}  // namespace
}  // namespace strandline
