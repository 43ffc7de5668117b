// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment l2-persistence expects, and what it says of what it finds.
#include "l2_persistence/l2_persistence_model.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalogue.hpp"

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

std::vector<L2Finding> findings_of(const char* loads, double without_us, double with_us, double mib = 28) {
  const auto percent = static_cast<std::int64_t>(mib);
  return {{percent, mib, loads, "none", without_us}, {percent, mib, loads, "fitting", with_us}};
}

std::vector<L2Finding> operator+(std::vector<L2Finding> a, const std::vector<L2Finding>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(L2Verdicts, JudgeTheWindowByTheKindOfLoad) {
  EXPECT_THAT(
      l2_verdicts(findings_of("cg", 12, 12.5) + findings_of("no_allocate", 15, 10) +
                  findings_of("no_allocate", 20, 18, 56)),
      ElementsAre(HasSubstr("by cg the window gains nothing: 0.96 to 0.96"),
                  HasSubstr("by no_allocate the window makes a pass 1.11 to 1.50 times as fast, most at 28.0 MiB"),
                  testing::AllOf(HasSubstr("28.0 MiB: no_allocate, window (10.0 us)"),
                                 HasSubstr("56.0 MiB: no_allocate, window (18.0 us)"))));
}

TEST(L2Verdicts, SayWhereNoWindowIsQuickest) {
  EXPECT_THAT(l2_verdicts(findings_of("hints", 8.7, 10)).back(), HasSubstr("28.0 MiB: hints, no window (8.7 us)"));
}

TEST(L2Verdicts, WithoutFindingsThereAreNone) { EXPECT_THAT(l2_verdicts({}), IsEmpty()); }

TEST(L2Description, DividesItsChartsByTheKindOfLoadAndSaysWhatIsFitted) {
  const Description about = about_l2_persistence();
  for (const Chart& chart : about.charts) EXPECT_EQ(chart.panel_by, "loads");
  EXPECT_THAT(about.fitted, testing::Not(IsEmpty()));
}

}  // namespace
