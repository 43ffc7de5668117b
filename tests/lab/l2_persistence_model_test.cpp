// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment l2-persistence expects, and what it says of what it finds.
#include "l2_persistence/l2_persistence_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace strandline::lab;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t kMib = 1 << 20;

TEST(L2Model, HitRatioFillsTheSetAsideAndNoMore) {
  EXPECT_DOUBLE_EQ(hit_ratio_for(16 * kMib, 32 * kMib), 1);
  EXPECT_DOUBLE_EQ(hit_ratio_for(32 * kMib, 32 * kMib), 1);
  EXPECT_DOUBLE_EQ(hit_ratio_for(64 * kMib, 32 * kMib), 0.5);
}

TEST(L2Model, WithoutAWindowRegionAndStreamMustFit) {
  EXPECT_EQ(kept_without_window({.region_bytes = 25 * kMib}, 50 * kMib), 1);
  EXPECT_EQ(kept_without_window({.region_bytes = 25 * kMib + 16}, 50 * kMib), 0);
  EXPECT_EQ(kept_without_window({.region_bytes = 25 * kMib, .streamed_per_reused = 2}, 50 * kMib), 0);
}

TEST(L2Model, AWindowKeepsWhatFitsTheSetAside) {
  const L2Work small{.region_bytes = 16 * kMib};
  const L2Work large{.region_bytes = 64 * kMib};
  EXPECT_DOUBLE_EQ(kept_with_window(small, 16 * kMib, 1, 32 * kMib), 1);
  EXPECT_DOUBLE_EQ(kept_with_window(large, 64 * kMib, 0.5, 32 * kMib), 0.5);
  EXPECT_DOUBLE_EQ(kept_with_window(large, 64 * kMib, 1, 32 * kMib), 0);
}

TEST(L2Model, AWindowSmallerThanTheRegionKeepsThatPart) {
  EXPECT_DOUBLE_EQ(kept_with_window({.region_bytes = 64 * kMib}, 16 * kMib, 1, 32 * kMib), 0.25);
}

TEST(L2Model, EachRegionsFittingRatioIsKept) {
  for (std::int64_t percent = 1; percent <= 400; ++percent) {
    const std::int64_t set_aside = 32'768'003;
    const L2Work work{.region_bytes = set_aside * percent / 100 / 16 * 16};
    const double ratio = hit_ratio_for(work.region_bytes, set_aside);
    EXPECT_GT(kept_with_window(work, work.region_bytes, ratio, set_aside), 0.24) << percent;
  }
}

TEST(L2Model, BytesFromDramSetTheTime) {
  const L2Work work{.region_bytes = 100, .passes = 11};
  const L2Rates rates{.dram = 10, .l2 = 1000};
  EXPECT_DOUBLE_EQ(predicted_cycles(work, 0, rates), 220);
  EXPECT_DOUBLE_EQ(predicted_cycles(work, 1, rates), 120);  // the stream, and the first pass
  EXPECT_DOUBLE_EQ(predicted_cycles(work, 0.5, rates), 170);
}

TEST(L2Model, TheCacheItselfCanBeTheLimit) {
  EXPECT_DOUBLE_EQ(predicted_cycles({.region_bytes = 100, .passes = 11}, 1, {.dram = 10, .l2 = 11}), 200);
}

TEST(L2Verdicts, NameTheBestAndTheWorst) {
  EXPECT_THAT(l2_verdicts({{.percent = 50, .region_bytes = 16 * kMib, .speedup = 0.8},
                           {.percent = 100, .region_bytes = 32 * kMib, .speedup = 1.5, .evict_first_speedup = 1.25}}),
              ElementsAre(HasSubstr("100 % of the set-aside (32.0 MiB): a factor of 1.50 in time"),
                          HasSubstr("50 % of the set-aside (16.0 MiB) takes 1.25 times as long as without")));
}

TEST(L2Verdicts, AdmitThatNothingIsGained) {
  EXPECT_THAT(l2_verdicts({{.percent = 100, .speedup = 1.04}}), ElementsAre(HasSubstr("worth nothing here")));
}

TEST(L2Verdicts, JudgeTheHitRatioBeyondTheSetAside) {
  const auto say = [](double ratio) {
    return l2_verdicts({{.percent = 200, .speedup = 1, .ratio_1_over_fitting = ratio}}).back();
  };
  EXPECT_THAT(say(1.2), HasSubstr("pushes itself out"));
  EXPECT_THAT(say(1.01), HasSubstr("no difference"));
  EXPECT_THAT(say(0.9), HasSubstr("better one"));
}

TEST(L2Verdicts, WithoutFindingsThereAreNone) { EXPECT_THAT(l2_verdicts({}), IsEmpty()); }

}  // namespace
