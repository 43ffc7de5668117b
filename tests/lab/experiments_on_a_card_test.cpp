// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Every experiment, with sizes that no kernel was made for: its gates must hold all the same.
#include <algorithm>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "catalogue.hpp"
#include "run_experiments.hpp"
#include "support/gpu.hpp"

namespace {

using namespace strandline;
using namespace strandline::lab;

/// Keeps what went wrong, and counts rows.
class Complaints : public ResultSink {
 public:
  void begin_run(const Json&) override {}
  void begin_experiment(const Description&, const Json&) override {}
  void row(const Row&) override { ++rows_; }
  void gate(const Gate& gate) override {
    if (!gate.passed) text_ += gate.name + ": " + gate.detail + "\n";
  }
  void verdict(const std::string&) override {}
  void skipped(const std::string&) override { ++skips_; }
  void failure(const std::string& what) override { text_ += what + "\n"; }
  void end_experiment() override {}

  const std::string& text() const { return text_; }
  int rows() const { return rows_; }
  int skips() const { return skips_; }

 private:
  std::string text_;
  int rows_ = 0;
  int skips_ = 0;
};

Sizes quick_sizes(const Description& description) {
  Sizes sizes;
  for (const SizeOption& option : description.sizes) sizes[option.name] = option.quick_values;
  return sizes;
}

void expect_that_it_passes(const Description& description, const Sizes& sizes, bool check_only = false) {
  SCOPED_TRACE(description.name + " with " + Json(sizes).dump());
  const auto complaints = std::make_shared<Complaints>();
  EXPECT_TRUE(run_experiments({{description, sizes}}, {.quick = true, .check_only = check_only}, {complaints}));
  EXPECT_EQ(complaints->text(), "");
  EXPECT_TRUE(complaints->rows() > 0 || complaints->skips() > 0);
}

class ExperimentOnACard : public test::GpuTest, public testing::WithParamInterface<Description> {};

TEST_P(ExperimentOnACard, PassesWhenQuick) { expect_that_it_passes(GetParam(), quick_sizes(GetParam())); }

TEST_P(ExperimentOnACard, PassesWithTheSmallestSizes) {
  for (const SizeOption& option : GetParam().sizes) {
    Sizes sizes = quick_sizes(GetParam());
    sizes[option.name] = {option.smallest};
    expect_that_it_passes(GetParam(), sizes);
  }
}

TEST_P(ExperimentOnACard, PassesWithOddSizes) {
  for (const SizeOption& option : GetParam().sizes) {
    Sizes sizes = quick_sizes(GetParam());
    for (std::int64_t& value : sizes[option.name]) value = std::min(value + 1 - value % 2, option.largest);
    expect_that_it_passes(GetParam(), sizes);
  }
}

/// What ./dev gpu sanitize runs: every kernel, but no times.
class DeviceSmallExperiment : public ExperimentOnACard {};

TEST_P(DeviceSmallExperiment, IsRight) { expect_that_it_passes(GetParam(), quick_sizes(GetParam()), true); }

std::string name_of(const testing::TestParamInfo<Description>& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, ExperimentOnACard, testing::ValuesIn(catalogue()), name_of);
INSTANTIATE_TEST_SUITE_P(All, DeviceSmallExperiment, testing::ValuesIn(catalogue()), name_of);

}  // namespace
