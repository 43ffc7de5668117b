// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of the report's page; tests/command/test_lab_report.py looks at it in a browser.
#include "report/report.hpp"

#include <algorithm>
#include <limits>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <strandline/error.hpp>

#include "raster/temporary_folder.hpp"
#include "report/html.hpp"
#include "report/page_head.hpp"
#include "report/report_file.hpp"
#include "results/figure_text.hpp"

namespace strandline::lab {
namespace {

using test::expect_contains;
using test::message_of;
using test::TemporaryFolder;
using test::write_file;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<Description> descriptions() {
  return {{.name = "banks",
           .title = "Shared memory's banks",
           .question = "What does a conflict cost?",
           .sizes = {},
           .charts = {{.title = "By stride",
                       .x = "stride",
                       .x_label = "stride",
                       .y_label = "relative time",
                       .series = {{.label = "measured", .y = "ratio"},
                                  {.label = "model", .y = "ratio", .is_prediction = true}}}}}};
}

Row banks_row(int stride, double ratio, double predicted) {
  Row row;
  row.parameters["stride"] = stride;
  row.measured = {
      {"banks", {.unit = "ms", .median = 0.5, .min = 0.49, .iqr = 0.005, .samples = 31, .ended = "steady"}}};
  row.values["ratio"] = ratio;
  row.predicted["ratio"] = predicted;
  return row;
}

Results one_run(const std::string& card = "NVIDIA H200") {
  ExperimentResults banks;
  banks.name = "banks";
  banks.sizes["words"] = {2048};
  banks.rows = {banks_row(1, 1, 1), banks_row(2, 2.54, 2)};
  banks.gates = {{"right results", true, "all 2048 agree"}};
  banks.verdicts = {"Stride 2 costs 2.54 times as much as stride 1."};
  return {.source = "a.jsonl",
          .facts = {{"card", card}, {"date", "2026-11-30"}, {"l2_bytes", 62914560}},
          .experiments = {banks}};
}

std::string page_of(const std::vector<Results>& runs, std::string_view chart_js = "/* draws */") {
  return make_report(runs, {descriptions(), chart_js});
}

int count(std::string_view text, std::string_view part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

/// The data that the page's script draws.
Json chart_data_of(const std::string& page) {
  const std::string begin = R"(<script type="application/json" id="chart-data">)";
  const std::size_t from = page.find(begin) + begin.size();
  return Json::parse(page.substr(from, page.find("</script", from) - from));
}

TEST(Report, SaysWhatAnExperimentFound) {
  const std::string page = page_of({one_run()});
  for (const char* part :
       {"Shared memory&#39;s banks", "What does a conflict cost?", "Stride 2 costs 2.54 times as much as stride 1.",
        "<b>passed</b> right results", "all 2048 agree", "Sizes: words 2048.", "NVIDIA H200", "62914560 <small>60 MiB",
        "<mark>+27 %</mark>", "1 of 2 predictions miss by more than 15 %", "IQR 1.0 %, 31 samples", "By stride"}) {
    expect_contains(page, part);
  }
  EXPECT_THAT(page, Not(HasSubstr("FAILED")));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
}

TEST(Report, HasTheDataOfItsCharts) {
  const Json charts = chart_data_of(page_of({one_run()}));
  ASSERT_EQ(charts.size(), 1U);
  EXPECT_EQ(charts[0]["datasets"][0]["points"], Json::parse("[[1.0, 1.0], [2.0, 2.54]]"));
  EXPECT_EQ(charts[0]["datasets"][1]["isPrediction"], true);
  EXPECT_EQ(charts[0]["datasets"][1]["look"], charts[0]["datasets"][0]["look"]);
}

TEST(Report, NeedsNoNetwork) {
  const std::string page = make_report({one_run()});
  for (const char* part : {"src=\"", "@import", "url(", "<link rel=\"stylesheet\""}) {
    // Chart.js itself speaks of none of them, so that whatever is found is ours.
    EXPECT_EQ(count(page, part), 0) << part;
  }
  expect_contains(page, "default-src 'none'");
}

TEST(Report, MarksOnlyNotableDeviations) {
  Results run = one_run();
  run.experiments[0].rows = {banks_row(1, 1.14, 1), banks_row(2, 0.86, 1), banks_row(3, 1.16, 1),
                             banks_row(4, 0.84, 1)};
  const std::string page = page_of({run});
  EXPECT_EQ(count(page, "<td class=\"number notable\">"), 2);
  expect_contains(page, "<mark>+16 %</mark>");
  expect_contains(page, "<mark>-16 %</mark>");
  expect_contains(page, "2 of 4 predictions");
}

TEST(Report, ShowsFailuresGatesAndSkips) {
  Results run = one_run();
  run.experiments[0].gates.push_back({"the row count", false, "9 rows instead of 10"});
  run.experiments[0].skipped = {"This card reserves no L2."};
  run.experiments[0].failures = {"an illegal address"};
  const std::string page = page_of({run});
  for (const char* part :
       {"<b>FAILED</b> the row count", "9 rows instead of 10", "<b>Skipped:</b> This card reserves no L2.",
        "<b>Failed:</b> an illegal address", R"(<span class="state failed">FAILED</span>)"}) {
    expect_contains(page, part);
  }
}

TEST(Report, SaysThatARunWasBrokenOff) {
  Results run = one_run();
  run.experiments[0].complete = false;
  expect_contains(page_of({run}), "The file stops before the experiment&#39;s end.");
  EXPECT_THAT(page_of({run}), Not(HasSubstr(R"(<span class="state passed">)")));
}

TEST(Report, ARowWithoutSamplesShowsNoNan) {
  Results run = one_run();
  Row& row = run.experiments[0].rows[1];
  row.measured[0].second = {.median = kNan, .min = kNan, .iqr = kNan, .samples = 0, .rejected = 12};
  row.values["ratio"] = kNan;
  row.values["other"] = std::numeric_limits<double>::infinity();
  row.predicted["ratio"] = kNan;
  const std::string page = page_of({run});
  expect_contains(page, "none, 12 rejected");
  expect_contains(page, "unknown");
  // Markup and our script name no nan; "nan" within a word would be found, too.
  const std::string sections = page.substr(0, page.find("<footer>"));
  EXPECT_EQ(count(sections, "nan"), 0);
  EXPECT_EQ(count(sections, "inf<"), 0);
  EXPECT_EQ(chart_data_of(page)[0]["datasets"][0]["points"].size(), 1U);
}

TEST(Report, PublishedMediansHaveNoSpread) {
  Results run = one_run();
  run.experiments[0].rows[0].measured[0].second = {.median = 0.25, .samples = kUnknownSamples};
  expect_contains(page_of({run}), "0.25<small>spread unknown</small>");
}

TEST(Report, FiguresWithoutGatesAreNotCalledPassed) {
  Results run = one_run();
  run.experiments[0].gates.clear();
  expect_contains(page_of({run}), "published, not checked here");
  EXPECT_THAT(page_of({run}), Not(HasSubstr(R"(<span class="state passed">)")));
}

TEST(Report, TellsMethodFitsLimitsAndMissesBesideTheCharts) {
  ReportParts parts = built_in_parts();
  for (Description& description : parts.descriptions) {
    description.method = "Told of the method.";
    description.fitted = {"Told of a fit."};
    description.limits = "Told of a limit.";
    for (Chart& chart : description.charts) chart.misses = "Told of a miss.";
  }
  const std::string page = make_report({one_run()}, parts);
  for (const char* told : {"Told of the method.", "Told of a fit.", "Told of a limit."}) expect_contains(page, told);
  if (!parts.chart_js.empty()) expect_contains(page, "<b>Where the model misses:</b> Told of a miss.");
}

TEST(Report, FoldsATableForEachKindOfRowAway) {
  Results run = one_run();
  Row fit;
  fit.parameters["fit_by"] = "banks";
  fit.values["cycles"] = 2;
  run.experiments[0].rows.push_back(fit);
  const std::string page = page_of({run});
  expect_contains(page, "<details><summary>2 rows by stride</summary>");
  expect_contains(page, "<details><summary>1 row by fit by</summary>");
  const std::string of_fit = page.substr(page.find("1 row by fit by"));
  EXPECT_THAT(of_fit.substr(0, of_fit.find("</details>")), Not(HasSubstr("stride")));
}

TEST(Report, BeginsWithWhatIsCharged) {
  Results run = one_run();
  run.experiments[0].rows[0].parameters["width_bytes"] = 4;
  run.experiments[0].rows[0].values["cycles_per_request"] = 1.03;
  const std::string page = page_of({run});
  const std::size_t charged = page.find("<dt>shared memory, a request without conflicts</dt>");
  ASSERT_NE(charged, std::string::npos);
  EXPECT_LT(charged, page.find("What was found"));
  expect_contains(page, "1.03 <small>cycles</small>");
  EXPECT_EQ(count(page_of({one_run()}), "What is charged"), 0);
}

TEST(Report, BeginsWithWhatIsDoubtful) {
  Results run = one_run();
  run.facts["quick"] = true;
  const std::string page = page_of({run});
  EXPECT_LT(page.find("A quick run, whose times mean little."), page.find("What was found"));
  expect_contains(page_of({run, one_run("Tesla T4")}), "NVIDIA H200, 2026-11-30: A quick run");
}

TEST(Report, AColumnThatIsEmptyInAllRowsIsLeftOut) {
  Results run = one_run();
  for (Row& row : run.experiments[0].rows) row.values["of_another_level"] = nullptr;
  EXPECT_THAT(page_of({run}), Not(HasSubstr("of another level")));
  run.experiments[0].rows[0].values["of_another_level"] = 1;
  expect_contains(page_of({run}), "of another level");
}

TEST(Report, SaysOfPublishedFiguresThatNothingHasCheckedThem) {
  expect_contains(page_of({one_run()}), "each result checked before and after it was timed.");
  Results published = one_run();
  published.experiments[0].gates.clear();
  const std::string page = page_of({published});
  expect_contains(page, "nothing here has checked them");
  EXPECT_THAT(page, Not(HasSubstr("each result checked")));
  expect_contains(page_of({one_run(), published}), "Published figures stand beside them");
}

TEST(Report, NothingBecomesMarkup) {
  const std::string evil = R"(</script><script>alert("1")</script><img src=x onerror='alert(2)'>{{css}}&amp;<!--)";
  Results run = one_run(evil);
  run.source = evil;
  run.facts[evil] = evil;
  ExperimentResults& banks = run.experiments[0];
  banks.sizes[evil] = evil;
  banks.gates = {{evil, false, evil}};
  banks.verdicts = banks.skipped = banks.failures = {evil};
  banks.rows[0].parameters[evil] = evil;
  banks.rows[0].values[evil] = evil;
  banks.rows[0].predicted[evil] = evil;
  banks.rows[0].measured.push_back({evil, {.unit = evil, .median = 1, .samples = 3, .ended = evil}});
  Results other = run;
  other.experiments[0].name = evil;
  run.experiments.push_back(other.experiments[0]);
  const std::string plain = page_of({one_run(), one_run("Tesla T4")});
  const std::string page = page_of({run, other});
  EXPECT_EQ(count(page, "<script"), count(plain, "<script"));
  EXPECT_EQ(count(page, "</script"), count(plain, "</script"));
  EXPECT_EQ(count(page, "<img"), 0);
  EXPECT_EQ(count(page, "<!--"), count(plain, "<!--"));
  EXPECT_EQ(count(page, "<style"), 1);
  // The data is still JSON and says what was said.
  expect_contains(chart_data_of(page)[0]["datasets"][0]["runLabel"].get<std::string>(), evil);
}

TEST(Report, BrokenTextIsNoReasonToFail) {
  Results run = one_run("broken \xff\xfe name");
  run.experiments[0].rows[0].parameters["stride"] = "\xc3";
  EXPECT_NO_THROW(page_of({run, one_run()}));
}

TEST(Report, SeveralRunsStandSideBySide) {
  Results old = one_run("Tesla T4");
  old.facts["driver"] = "595.84";
  const std::string page = page_of({one_run(), old});
  expect_contains(page, "<h1>NVIDIA H200 beside Tesla T4</h1>");
  EXPECT_EQ(chart_data_of(page)[0]["datasets"].size(), 4U);
  EXPECT_EQ(count(page, "<h3>NVIDIA H200, 2026-11-30 "), 1);
  EXPECT_EQ(count(page, "<h3>Tesla T4, 2026-11-30 "), 1);
  EXPECT_EQ(count(page, "<h3>Tesla T4, 2026-11-30: figures</h3>"), 1);
  EXPECT_EQ(count(page, "<table>"), 3);
}

TEST(Report, ExperimentsThatAreNotDescribedHaveATable) {
  Results run = one_run();
  run.experiments[0].name = "from-tomorrow";
  const std::string page = page_of({run});
  expect_contains(page, "<h2>from-tomorrow ");
  EXPECT_EQ(count(page, "<table>"), 2);
  EXPECT_EQ(chart_data_of(page).size(), 0U);
}

TEST(Report, WithoutChartJsItHasTablesAndSaysSo) {
  const std::string page = page_of({one_run()}, "");
  expect_contains(page, "The charts are left out, since this build of strandline has no Chart.js");
  EXPECT_EQ(count(page, "<canvas"), 0);
  EXPECT_EQ(chart_data_of(page).size(), 0U);
  expect_contains(page, "<mark>+27 %</mark>");
}

TEST(Report, AChartWithoutAnyFigureHasNoCanvas) {
  Results run = one_run();
  run.experiments[0].rows.clear();
  const std::string page = page_of({run});
  EXPECT_EQ(count(page, "<canvas"), 0);
  EXPECT_EQ(chart_data_of(page).size(), 0U);
  expect_contains(page, "No figures for measured.");
}

TEST(Report, OfNoRunsAtAllIsAPageToo) { expect_contains(page_of({}), "<h1>No results</h1>"); }

TEST(Report, ChartJsKeepsItsLicence) {
  if (built_in_parts().chart_js.empty()) GTEST_SKIP() << "this build has no Chart.js";
  const std::string page = make_report({one_run()});
  expect_contains(page, "Released under the MIT License");
  expect_contains(page, "The above copyright notice and this permission notice shall be included");
  expect_contains(chart_js_description(), "with Chart.js ");
}

TEST(RunLabels, TellRunsApart) {
  const auto run = [](const char* card, const char* date, const char* source) {
    Results made{.source = source, .facts = {{"card", card}, {"date", date}}, .experiments = {}};
    return made;
  };
  const Results a = run("H200", "2026-11-30T10:00:00Z", "x/a.jsonl");
  EXPECT_THAT(run_labels({a, run("T4", "2026-11-30T10:00:00Z", "b.jsonl")}),
              ElementsAre("H200, 2026-11-30", "T4, 2026-11-30"));
  EXPECT_THAT(run_labels({a, run("H200", "2026-11-30T11:00:00Z", "b.jsonl")}),
              ElementsAre("H200, 2026-11-30T10:00:00Z", "H200, 2026-11-30T11:00:00Z"));
  EXPECT_THAT(run_labels({a, run("H200", "2026-11-30T10:00:00Z", "b.jsonl")}),
              ElementsAre("H200, 2026-11-30T10:00:00Z, a.jsonl", "H200, 2026-11-30T10:00:00Z, b.jsonl"));
  EXPECT_THAT(run_labels({a, a}),
              ElementsAre("H200, 2026-11-30T10:00:00Z, a.jsonl, run 1", "H200, 2026-11-30T10:00:00Z, a.jsonl, run 2"));
  EXPECT_THAT(run_labels({Results{}}), ElementsAre("unknown card"));
}

TEST(FigureText, NumbersHaveFourDigits) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(8388608), "8388608");
  EXPECT_EQ(number_text(12345.6), "12346");
  EXPECT_EQ(number_text(1.23456), "1.235");
  EXPECT_EQ(number_text(0.000012345), "1.234e-05");
  EXPECT_EQ(number_text(-2.5), "-2.5");
  EXPECT_EQ(number_text(kNan), "unknown");
  EXPECT_EQ(deviation_text(0.27), "+27 %");
  EXPECT_EQ(deviation_text(-0.021), "-2.1 %");
  EXPECT_EQ(deviation_text(0.1504), "+15 %");
  EXPECT_EQ(deviation_text(12), "+1200 %");
}

TEST(Html, EscapesWhatIsMarkup) {
  EXPECT_EQ(escape_html(R"(<a href="x">'&'</a>)"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
  EXPECT_EQ(script_json(Json("</script>\u2028")), R"("\u003c/script>\u2028")");
  EXPECT_EQ(Json::parse(script_json(Json("<!-- & </script>"))), Json("<!-- & </script>"));
}

TEST(ReportFile, ReplacesNothingUnasked) {
  const TemporaryFolder folder;
  const auto target = folder / "report.html";
  write_report(target, "first", false);
  EXPECT_EQ(test::read_file(target), "first");
  expect_contains(message_of<FileError>([&] { check_report_path(target, {}, false); }), "--overwrite");
  message_of<FileError>([&] { write_report(target, "second", false); });
  EXPECT_EQ(test::read_file(target), "first");
  check_report_path(target, {}, true);
  write_report(target, "second", true);
  EXPECT_EQ(test::read_file(target), "second");
  EXPECT_THAT(folder.names(), ElementsAre("report.html"));
}

TEST(ReportFile, RefusesWhatCantBeAReport) {
  const TemporaryFolder folder;
  const std::string input = write_file(folder / "a.jsonl", "{}");
  std::filesystem::create_symlink(input, folder / "link.html");
  for (const bool overwrite : {false, true}) {
    message_of<FileError>([&] { check_report_path("", {}, overwrite); });
    message_of<FileError>([&] { check_report_path(folder.path(), {}, overwrite); });
    message_of<FileError>([&] { check_report_path("/dev/null", {}, overwrite); });
    expect_contains(message_of<FileError>([&] {
                      check_report_path(folder / "link.html", {"b", input}, overwrite);
                    }),
                    "would replace the results");
  }
  message_of<FileError>([&] { write_report(folder / "nowhere/report.html", "page", true); });
}

}  // namespace
}  // namespace strandline::lab
