// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows as others publish them: a flat object a line, or one array of them.
#include "results/published_row.hpp"

#include <gtest/gtest.h>

#include "lab/results_in_memory.hpp"
#include "lab/results_text.hpp"

namespace {

using namespace strandline;
using namespace strandline::lab;
using namespace strandline::test;

TEST(PublishedRows, AreRead) {
  const std::vector<Results> runs = read_results(STRANDLINE_TESTDATA "/tesla_t4_constant_published.jsonl");
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].facts, Json({{"card", "Tesla T4"},
                                 {"compute_capability", "7.5"},
                                 {"driver", "595.84"},
                                 {"cuda", "12.6"},
                                 {"date", "2026-08-30"},
                                 {"source", "published course transcript"}}));
  ASSERT_EQ(runs[0].experiments.size(), 1U);
  const ExperimentResults& constant = runs[0].experiments[0];
  EXPECT_EQ(constant.name, "constant");
  EXPECT_TRUE(constant.complete);
  ASSERT_EQ(constant.rows.size(), 10U);
  EXPECT_EQ(constant.rows[1].parameters, Json({{"pattern", "per-lane"}, {"n", 4096}}));
  EXPECT_EQ(constant.rows[1].values, Json({{"ratio", 5.21}, {"global_gbps", 8.7}}));
  ASSERT_EQ(constant.rows[1].measured.size(), 2U);
  EXPECT_EQ(constant.rows[1].measured[0].first, "constant");
  const Summary& median = constant.rows[1].measured[0].second;
  EXPECT_TRUE(median.has_samples());
  EXPECT_FALSE(median.has_spread());
  EXPECT_EQ(median.median, 0.0198);
  EXPECT_EQ(median.unit, "ms");
}

TEST(PublishedRows, OfAnotherCardAreAnotherRun) {
  constexpr std::string_view kText = R"({"experiment":"a","n":1,"x_ms":2,"card":"c"}
{"experiment":"b","n":1,"x_ms":2,"card":"c"}
{"experiment":"a","n":1,"x_ms":2,"card":"d"}
{"type":"run","schema":1,"card":"c"}
{"experiment":"a","n":1,"x_ms":2,"card":"d"}
)";
  const std::vector<Results> runs = read_text(kText);
  ASSERT_EQ(runs.size(), 4U);
  EXPECT_EQ(runs[0].experiments.size(), 2U);
  EXPECT_EQ(runs[1].facts, Json({{"card", "d"}}));
  EXPECT_EQ(runs[2].experiments.size(), 0U);
  EXPECT_EQ(runs[3].facts, Json({{"card", "d"}}));
}

TEST(PublishedRows, AreRefusedWhenDamaged) {
  expect_contains(refusal_of("{\"experiment\":\"a\",\"n\":1}\n"), "nothing that ends in _ms, in line 1 of '");
  expect_contains(refusal_of("{\"n\":1,\"x_ms\":1}\n"), "neither 'type' nor 'experiment'");
  expect_contains(refusal_of("{\"experiment\":\"a\",\"x_ms\":\"1\"}\n"), "'x_ms' is no number");
  expect_contains(refusal_of("{\"experiment\":\"a\",\"x_ms\":null}\n"), "'x_ms' is no number");
  expect_contains(refusal_of("{\"experiment\":\"a\",\"x_ms\":1,\"ratio\":\"2\"}\n"), "'ratio' is no number");
  expect_contains(refusal_of("{\"experiment\":\"a\",\"x_ms\":1,\"card\":7}\n"), "'card' is no text");
  expect_contains(refusal_of("{\"experiment\":\"a\",\"x_ms\":1,\"n\":[1]}\n"), "'n' is neither a number nor a text");
  expect_contains(refusal_of("{\"experiment\":7,\"x_ms\":1}\n"), "'experiment' is no text");
}

// What the course's own program prints: no type, no experiment, its own words.
constexpr std::string_view kOfTheCourse =
    R"({"pattern":"broadcast","n":4096,"const_ms":0.004,"global_ms":0.005,"ratio":0.8,"const_gbps":8.2,"global_gbps":6.6,)"
    R"("bytes":32768})";

void expect_row_of_the_course(const Results& run) {
  ASSERT_EQ(run.experiments.size(), 1U);
  EXPECT_EQ(run.experiments[0].name, "constant");
  const Row& row = run.experiments[0].rows.at(0);
  EXPECT_EQ(row.parameters, Json({{"pattern", "broadcast"}, {"n", 4096}}));
  EXPECT_EQ(row.values, Json({{"ratio", 0.8}, {"const_gbps", 8.2}, {"global_gbps", 6.6}, {"bytes", 32768}}));
  ASSERT_EQ(row.measured.size(), 2U);
  EXPECT_EQ(row.measured[0].first, "constant");
  EXPECT_EQ(row.measured[0].second.median, 0.004);
  EXPECT_EQ(row.measured[0].second.work, 32768);
  EXPECT_EQ(row.measured[1].first, "global");
}

TEST(PublishedRows, MayBeThoseOfTheCourse) { expect_row_of_the_course(read_text(kOfTheCourse).at(0)); }

TEST(PublishedRows, MayBeOneArrayOverSeveralLines) {
  const std::string row(kOfTheCourse);
  const std::vector<Results> runs = read_text("\n[\n  " + row + ",\n  " + row + "\n]\n");
  ASSERT_EQ(runs.size(), 1U);
  expect_row_of_the_course(runs[0]);
  EXPECT_EQ(runs[0].experiments[0].rows.size(), 2U);
  expect_contains(refusal_of("[]"), "there are no results in '");
}

TEST(PublishedRows, DamageOfAnArrayIsFoundInItsLine) {
  const std::string begin = "\n[\n  " + std::string(kOfTheCourse);
  expect_contains(refusal_of(begin + ",\n  {\n    \"n\": 1}]"), "neither 'type' nor 'experiment', in line 4 of '");
  expect_contains(refusal_of(begin + ",\n{\"const_ms\":1,\n\"global_ms\":\"2\"}]"),
                  "'global_ms' is no number, in line 4 of '");
  expect_contains(refusal_of(begin + ",\n\n{\"n\":1,\"n\":2}]"), "'n' twice, in line 5 of '");
  for (const std::string end :
       {"", ",", ",\n7]", ",\n7", ",\n[]]", ",\nnull]", "]\n7", "],\"more\":[1]", "\n[", "]\n[]"}) {
    SCOPED_TRACE(end);
    const std::string line = end.find('\n') == std::string::npos ? "in line 3 of '" : "in line 4 of '";
    expect_contains(refusal_of(begin + end), "what is no JSON object, " + line);
  }
  expect_contains(refusal_of(std::string("[]\0[", 4)), "what is no JSON object, in line 1 of '");
  expect_contains(refusal_of("[" + std::string(kLongestLine, ' ')), "more than 1048576 bytes, in line 1 of '");
}

TEST(PublishedRows, MayCallConstantByEitherWord) {
  const std::string row = R"({"n":1,"constant_ms":2,"global_ms":3,"constant_gbps":4})";
  const std::vector<Results> runs = read_text(row);
  const ExperimentResults& constant = runs.at(0).experiments.at(0);
  EXPECT_EQ(constant.name, "constant");
  EXPECT_EQ(constant.rows.at(0).measured.at(0).first, "constant");
  EXPECT_EQ(constant.rows.at(0).values, Json({{"const_gbps", 4}}));
  expect_contains(refusal_of(R"({"n":1,"const_ms":1,"constant_ms":2,"global_ms":3})"),
                  "'const_ms' and 'constant_ms', which are the same");
}

TEST(PublishedRows, BytesThatAreNoneAreRefused) {
  expect_contains(refusal_of(R"({"experiment":"a","x_ms":1,"bytes":"7"})"), "'bytes' is no number");
  expect_contains(refusal_of(R"({"experiment":"a","x_ms":1,"bytes":0})"), "'bytes' is not above 0");
}

}  // namespace
