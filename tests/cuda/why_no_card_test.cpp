// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What is said where no card can be measured: each case has words of its own, and says what to do.
#include <cuda_runtime_api.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "measuring/card_facts.hpp"
#include "measuring/nvml.hpp"

namespace {

using strandline::measuring::managed_facts;
using strandline::measuring::why_no_card;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(WhyNoCard, WithoutADriverNoVersionIsToBlame) {
  EXPECT_THAT(why_no_card(cudaErrorInsufficientDriver, 0, 13000),
              AllOf(HasSubstr("no NVIDIA driver"), HasSubstr("install"), Not(HasSubstr("13.0"))));
}

TEST(WhyNoCard, AnOldDriverIsNamed) {
  EXPECT_THAT(why_no_card(cudaErrorInsufficientDriver, 12020, 13000),
              AllOf(HasSubstr("12.2"), HasSubstr("13.0"), HasSubstr("update")));
}

TEST(WhyNoCard, ADriverWithoutCardsMayHideThem) {
  EXPECT_THAT(why_no_card(cudaErrorNoDevice, 13000, 13000),
              AllOf(HasSubstr("no GPU"), HasSubstr("CUDA_VISIBLE_DEVICES")));
}

TEST(WhyNoCard, WhateverElseIsSaidAsCudaSaysIt) {
  EXPECT_THAT(why_no_card(cudaErrorSystemNotReady, 13000, 13000),
              AllOf(HasSubstr(cudaGetErrorString(cudaErrorSystemNotReady)), HasSubstr("nvidia-smi")));
}

TEST(ManagedFacts, OfNoCardAreMissing) {
  EXPECT_FALSE(managed_facts("ffff:ff:1f.0").power_limit_watts);
  EXPECT_FALSE(managed_facts("").mig);
}

}  // namespace
