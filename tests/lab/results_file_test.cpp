// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Reading results: what was written comes back, broken-off runs are known, and no damage goes unnoticed.
#include "results/results_file.hpp"

#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <strandline/error.hpp>

#include "catalogue.hpp"
#include "lab/results_in_memory.hpp"
#include "lab/results_text.hpp"
#include "raster/temporary_folder.hpp"
#include "results/json_lines.hpp"

namespace {

using namespace strandline;
using namespace strandline::lab;
using namespace strandline::test;

std::string text_of(const Results& results) {
  const TemporaryFolder folder;
  JsonLines lines(folder / "a.jsonl");
  tell(results, lines);
  return read_file(folder / "a.jsonl");
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

constexpr std::string_view kRun = "{\"type\":\"run\",\"schema\":1,\"card\":\"c\"}\n";
constexpr std::string_view kBegin = "{\"type\":\"experiment\",\"experiment\":\"e\",\"sizes\":{\"n\":[1,2]}}\n";
constexpr std::string_view kRow =
    R"({"type":"row","experiment":"e","parameters":{"n":1},"measured":{"t":{"unit":"ms","median":2,"min":1,"iqr":0.5,)"
    R"("samples":9,"rejected":1,"ended":"steady"}},"values":{"r":1.5},"predicted":{"r":1}})"
    "\n";

std::string in_experiment(std::string_view line) { return fmt::format("{}{}{}\n", kRun, kBegin, line); }

// ---- what was written comes back -------------------------------------------------------------------------------

/// Numbers that are not finite come back as null, and nothing else changes.
Json as_written(const Json& json) { return Json::parse(json.dump()); }

void expect_equal(const Summary& actual, const Summary& expected) {
  EXPECT_EQ(actual.unit, expected.unit);
  EXPECT_EQ(actual.samples, expected.samples);
  EXPECT_EQ(actual.rejected, expected.rejected);
  EXPECT_EQ(actual.ended, expected.ended);
  EXPECT_EQ(actual.median, expected.median);
  EXPECT_EQ(actual.min, expected.min);
  EXPECT_EQ(actual.iqr, expected.iqr);
  EXPECT_EQ(actual.work, expected.work);
  EXPECT_EQ(actual.work_unit, expected.work_unit);
  EXPECT_EQ(actual.each, expected.each);
}

void expect_equal(const Row& actual, const Row& expected) {
  EXPECT_EQ(actual.parameters, expected.parameters);
  EXPECT_EQ(actual.values, as_written(expected.values));
  EXPECT_EQ(actual.predicted, as_written(expected.predicted));
  ASSERT_EQ(actual.measured.size(), expected.measured.size());
  for (std::size_t i = 0; i < actual.measured.size(); ++i) {
    EXPECT_EQ(actual.measured[i].first, expected.measured[i].first);
    expect_equal(actual.measured[i].second, expected.measured[i].second);
  }
}

void expect_equal(const ExperimentResults& actual, const ExperimentResults& expected) {
  EXPECT_EQ(actual.name, expected.name);
  EXPECT_EQ(actual.sizes, expected.sizes);
  EXPECT_EQ(actual.complete, expected.complete);
  EXPECT_EQ(actual.verdicts, expected.verdicts);
  EXPECT_EQ(actual.skipped, expected.skipped);
  EXPECT_EQ(actual.failures, expected.failures);
  ASSERT_EQ(actual.rows.size(), expected.rows.size());
  for (std::size_t i = 0; i < actual.rows.size(); ++i) expect_equal(actual.rows[i], expected.rows[i]);
  ASSERT_EQ(actual.gates.size(), expected.gates.size());
  for (std::size_t i = 0; i < actual.gates.size(); ++i) {
    EXPECT_EQ(actual.gates[i].name, expected.gates[i].name);
    EXPECT_EQ(actual.gates[i].passed, expected.gates[i].passed);
    EXPECT_EQ(actual.gates[i].detail, expected.gates[i].detail);
  }
}

void expect_equal(const Results& actual, const Results& expected) {
  EXPECT_EQ(actual.facts, expected.facts);
  ASSERT_EQ(actual.experiments.size(), expected.experiments.size());
  for (std::size_t i = 0; i < actual.experiments.size(); ++i) {
    expect_equal(actual.experiments[i], expected.experiments[i]);
  }
}

TEST(ResultsFile, WhatWasWrittenComesBack) {
  const TemporaryFolder folder;
  const std::string path = write_file(folder / "a.jsonl", text_of(make_results()));
  const std::vector<Results> runs = read_results(path);
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].source, path);
  expect_equal(runs[0], make_results());
}

TEST(ResultsFile, MediansComeBackToTheLastBit) {
  Results results = make_results();
  for (const double median : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 123456789.123456789}) {
    results.experiments[0].rows[0].measured[0].second = steady(median, 0, 5);
    expect_equal(read_text(text_of(results))[0], results);
  }
}

TEST(ResultsFile, AMedianWithoutSpreadComesBack) {
  Results results = make_results();
  Summary& summary = results.experiments[0].rows[0].measured[0].second;
  summary = {.unit = "ms", .median = 4, .samples = kUnknownSamples};
  expect_equal(read_text(text_of(results))[0], results);
}

TEST(ResultsFile, WorkSamplesAndDigestComeBack) {
  Results results = make_results();
  results.experiments[0].source_digest = source_digest_of("banks");
  ASSERT_EQ(results.experiments[0].source_digest.size(), 16U);
  Summary& summary = results.experiments[0].rows[0].measured[0].second;
  summary = steady(2, 0.5, 3);
  summary.each = {1.5, 2, 2.5};
  summary.work = 4096;
  summary.work_unit = "bytes";
  const Results read = read_text(text_of(results))[0];
  expect_equal(read, results);
  EXPECT_EQ(read.experiments[0].source_digest, results.experiments[0].source_digest);
  EXPECT_EQ(read.experiments[1].source_digest, "");
}

TEST(ResultsFile, WorkThatIsNoneIsDamage) {
  for (const char* const work :
       {R"("work":0,"work_unit":"bytes",)", R"("work":-1,"work_unit":"bytes",)", R"("work":1,"work_unit":"",)"}) {
    std::string row(kRow);
    row.insert(row.find("\"unit\""), work);
    expect_contains(refusal_of(in_experiment(row)), "'work' is not above 0, or of no unit");
  }
}

TEST(ResultsFile, OneAfterTheOtherAreSeveralRuns) {
  Results other = make_results();
  other.facts["card"] = "another";
  other.experiments[0].rows.pop_back();
  const std::vector<Results> runs = read_text(text_of(make_results()) + text_of(other));
  ASSERT_EQ(runs.size(), 2U);
  expect_equal(runs[0], make_results());
  expect_equal(runs[1], other);
}

TEST(ResultsFile, BlankLinesAndOtherKeysDontMatter) {
  const std::vector<Results> runs = read_text(
      fmt::format("\n{}  \r\n{}{}", kRun, kBegin,
                  R"({"type":"gate","experiment":"e","name":"g","passed":true,"detail":"","since":{"later":[1]}})"));
  EXPECT_EQ(runs.at(0).experiments.at(0).gates.at(0).name, "g");
}

// ---- what was broken off ---------------------------------------------------------------------------------------

TEST(ResultsFile, ARunThatWasBrokenOffIsKnownAsThat) {
  const std::vector<Results> runs = read_text(fmt::format("{}{}{}{}", kRun, kBegin, kRow, text_of(make_results())));
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_FALSE(runs[0].experiments[0].complete);
  EXPECT_FALSE(runs[0].experiments[0].passed());
  EXPECT_EQ(runs[0].experiments[0].rows.size(), 1U);
  expect_equal(runs[1], make_results());
}

// Damage is tried at each byte, or under slow sanitizers at some.
#ifdef STRANDLINE_THIN_TESTS
constexpr std::size_t kEveryByte = 7;
#else
constexpr std::size_t kEveryByte = 1;
#endif

TEST(ResultsFile, EveryBeginningOfAFileIsReadAsFarAsItGoes) {
  const std::string text = text_of(make_results());
  const std::size_t first_line = text.find('\n');
  for (std::size_t length = first_line; length <= text.size(); length += kEveryByte) {
    const std::string_view beginning = std::string_view(text).substr(0, length);
    const std::vector<Results> runs = read_text(beginning);
    ASSERT_EQ(runs.size(), 1U);
    // A last line counts once its last brace is there.
    std::size_t whole_rows = 0;
    bool complete = true;
    for (const std::string& line : lines_of(std::string(beginning))) {
      if (!line.ends_with("}") || !Json::accept(line)) continue;
      if (line.starts_with(R"({"type":"row")")) ++whole_rows;
      if (line.starts_with(R"({"type":"experiment")")) complete = false;
      if (line.starts_with(R"({"type":"end")")) complete = true;
    }
    const auto& experiments = runs[0].experiments;
    EXPECT_EQ(experiments.empty() ? 0U : experiments[0].rows.size(), whole_rows) << length;
    EXPECT_EQ(experiments.empty() || experiments.back().complete, complete) << length;
  }
}

TEST(ResultsFile, ABrokenLineWithinAFileIsDamage) {
  const std::string text = fmt::format("{}{}{}", kRun, kBegin, kRow);
  expect_contains(refusal_of(text + "{\"type\":\"row\",\"exp" + text), "what is no JSON object, in line 4 of '");
  expect_contains(refusal_of(text + "{\"type\":\"row\",\"exp\n"), "in line 4 of '");
}

// ---- rows as published elsewhere -------------------------------------------------------------------------------

// ---- the schema, field by field --------------------------------------------------------------------------------

/// Each key of `line` once left out and once with something else under it; all of them must be refused by name.
void expect_fields_matter(const std::string& before, const std::string& line, const Json::json_pointer& where) {
  const Json whole = Json::parse(line);
  for (const auto& [key, value] : whole.at(where).items()) {
    for (const bool is_missing : {true, false}) {
      Json changed = whole;
      if (is_missing) {
        changed.at(where).erase(key);
      } else {
        changed.at(where)[key] = Json::array({"neither object, text, number nor truth value"});
      }
      const bool is_type_left_out = is_missing && key == "type";
      expect_contains(refusal_of(before + changed.dump() + "\n"), is_type_left_out ? "" : fmt::format("'{}'", key));
    }
  }
}

TEST(ResultsFile, EveryFieldMatters) {
  const Json::json_pointer top("");
  expect_fields_matter("", R"({"type":"run","schema":1})", top);
  expect_fields_matter(std::string(kRun), std::string(kBegin), top);
  const std::string before = fmt::format("{}{}", kRun, kBegin);
  expect_fields_matter(before, std::string(kRow), top);
  expect_fields_matter(before, std::string(kRow), Json::json_pointer("/measured/t"));
  expect_fields_matter(before, R"({"type":"gate","experiment":"e","name":"g","passed":true,"detail":"d"})", top);
  expect_fields_matter(before, R"({"type":"verdict","experiment":"e","sentence":"s"})", top);
  expect_fields_matter(before, R"({"type":"skipped","experiment":"e","reason":"r"})", top);
  expect_fields_matter(before, R"({"type":"failure","experiment":"e","what":"w"})", top);
  expect_fields_matter(before, R"({"type":"end","experiment":"e"})", top);
}

/// kRow with the value at `where` replaced.
std::string row_with(const char* where, const Json& value) {
  Json row = Json::parse(kRow);
  row[Json::json_pointer(where)] = value;
  return in_experiment(row.dump());
}

TEST(ResultsFile, ValuesOfFieldsMatter) {
  EXPECT_EQ(read_text(row_with("/values/r", nullptr))[0].experiments[0].rows.size(), 1U);
  EXPECT_EQ(read_text(row_with("/predicted/r", nullptr))[0].experiments[0].rows.size(), 1U);
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {row_with("/parameters/n", nullptr), "'n' in 'parameters' is neither"},
      {row_with("/parameters/n", {1}), "'n' in 'parameters' is neither"},
      {row_with("/values/r", Json::object()), "'r' in 'values' is neither"},
      {row_with("/predicted/r", {1}), "'r' in 'predicted' is neither"},
      {row_with("/measured/t", 7), "'t' in 'measured' is no object"},
      {row_with("/measured/t/samples", -1), "'samples' is no count"},
      {row_with("/measured/t/samples", 1.5), "'samples' is no count"},
      {row_with("/measured/t/rejected", 9223372036854775808ULL), "'rejected' is no count"},
      {row_with("/measured/t/samples", 0), "'median' is there without samples"},
      {row_with("/measured/t/samples", nullptr), "'min' is there without samples"},
      {row_with("/measured/t/median", nullptr), "'median' is no number"},
      {row_with("/measured/t/iqr", -1), "'iqr' is below 0"},
      {row_with("/measured/t/min", 2.5), "'min' is above 'median'"},
      {row_with("/measured/t/work", 4096), "no 'work_unit'"},
      {row_with("/measured/t/work_unit", "bytes"), "no 'work'"},
      {row_with("/measured/t/each", 7), "'each' is no list"},
      {row_with("/measured/t/each", {1, "2"}), "'each' has what is no number"},
      {row_with("/measured/t/each", {1, 2}), "'each' has another number than"},
      {row_with("/type", "column"), "the type 'column'"},
      {row_with("/experiment", "f"), "of the experiment 'f', which isn't begun"},
      {std::string(kRun) + "{\"type\":\"experiment\",\"experiment\":\"e\",\"sizes\":{\"n\":1}}\n", "'n' in 'sizes'"},
      {std::string(kRun) + "{\"type\":\"experiment\",\"experiment\":\"e\",\"sizes\":{\"n\":[1.5]}}\n",
       "'n' in 'sizes'"},
      {"{\"type\":\"run\",\"schema\":0}\n", "'schema' is below 1"},
  };
  for (const auto& [text, part] : wrong) expect_contains(refusal_of(text), part);
}

TEST(ResultsFile, ANewerSchemaIsRefused) {
  const std::string message = refusal_of("{\"type\":\"run\",\"schema\":3}\n");
  expect_contains(message, "results of schema 3, in line 1 of '");
  expect_contains(message, "newer strandline, this one knows schema 2");
}

TEST(ResultsFile, LinesOutOfOrderAreRefused) {
  expect_contains(refusal_of(kBegin), "an experiment without a run before it, in line 1 of '");
  expect_contains(refusal_of(kRow), "which isn't begun");
  expect_contains(refusal_of(fmt::format("{}{}", kRun, kRow)), "which isn't begun, in line 2 of '");
  expect_contains(refusal_of(fmt::format("{}{}{}", kRun, kBegin, kBegin)), "for the second time in one run, in line 3");
  const std::string ended = in_experiment(R"({"type":"end","experiment":"e"})");
  expect_contains(refusal_of(ended + std::string(kRow)), "which isn't begun, in line 4 of '");
  const std::string published = "{\"experiment\":\"a\",\"x_ms\":1}\n";
  expect_contains(refusal_of(std::string(kRun) + published + std::string(kBegin)), "without a run before it");
}

// ---- damage ----------------------------------------------------------------------------------------------------

TEST(ResultsFile, NoDamagePassesForJson) {
  for (const std::string_view line :
       {"nonsense", "7", "null", "{\"type\":\"run\"", "{} {}", "{\"a\":NaN}", "{\"a\":Infinity}", "{\"a\":1e999}",
        "{\"a\":\"\xff\"}", "{'a':1}", "\xEF\xBB\xBF"}) {
    SCOPED_TRACE(line);
    expect_contains(refusal_of(fmt::format("{}\n", line)), "what is no JSON object, in line 1 of 'a.jsonl'");
  }
  expect_contains(refusal_of(std::string_view("{\"a\":1}\0\n", 9)), "what is no JSON object");
}

TEST(ResultsFile, NothingIsNamedTwice) {
  expect_contains(refusal_of(R"({"type":"run","schema":1,"card":"a","card":"b"})"), "'card' twice, in line 1 of '");
  expect_contains(
      refusal_of(row_with("/parameters", {{"n", 1}})
                     .replace(row_with("/parameters", {{"n", 1}}).find(R"({"n":1})"), 7, R"({"n":1,"n":2})")),
      "'n' twice, in line 3 of '");
}

TEST(ResultsFile, LongAndDeepLinesAreRefused) {
  const std::string deep = std::string(100'000, '[');
  expect_contains(refusal_of("{\"a\":" + deep + "\n"), "too deep");
  const std::string longest(kLongestLine, ' ');
  EXPECT_EQ(read_text(longest + "\n" + std::string(kRun)).size(), 1U);
  expect_contains(refusal_of(std::string(kRun) + longest + " \n"), "more than 1048576 bytes, in line 2 of '");
  expect_contains(message_of<FileError>([] { read_results("/dev/zero"); }), "more than 1048576 bytes, in line 1 of '");
}

TEST(ResultsFile, NoChangedByteCrashesTheReader) {
  const std::string text = text_of(make_results());
  int refused = 0;
  for (std::size_t i = 0; i < text.size(); i += kEveryByte) {
    for (const char byte : {'\0', '"', '}', '\xff', '9'}) {
      std::string changed = text;
      changed[i] = byte;
      try {
        read_text(changed);
      } catch (const FileError& error) {
        ++refused;
        expect_contains(error.what(), "in line ");
      }
    }
  }
  EXPECT_GT(refused, 1000 / static_cast<int>(kEveryByte));
}

TEST(ResultsFile, WhatIsNoFileIsNamed) {
  const TemporaryFolder folder;
  const std::string none = folder / "none.jsonl";
  expect_contains(message_of<FileError>([&] { read_results(none); }), none + "', No such file or directory");
  expect_contains(message_of<FileError>([&] { read_results(folder.path()); }), "', Is a directory");
  expect_contains(refusal_of(""), "there are no results in '");
  expect_contains(refusal_of("\n\n"), "there are no results in '");
  expect_contains(refusal_of("{\"type\":\"ru"), "there are no results in '");
}

}  // namespace
