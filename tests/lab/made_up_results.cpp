// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline_made_up_results CARD DATE: results that no card ever gave, with points for every chart of the catalogue,
// so that the report can be looked at without a card. JSON lines on stdout.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "catalogue.hpp"
#include "report/report.hpp"
#include "results/json_lines.hpp"

namespace {

using namespace strandline::lab;

constexpr int kPoints = 8;

// The descriptions don't say whether x is a number; a size of that name or a logarithmic axis does.
bool has_numbers(const Description& description, const Chart& chart) {
  return chart.log_x || std::ranges::any_of(description.sizes, [&](const SizeOption& size) {
           return size.name == chart.x || size.name == chart.x + "s";
         });
}

Json x_of(const Description& description, const Chart& chart, int index) {
  if (!has_numbers(description, chart)) return "contestant number " + std::to_string(index + 1);
  return chart.log_x ? std::int64_t{256} << index : std::int64_t{1} + 4 * index;
}

Row& row_of(std::vector<Row>& rows, const Json& parameters) {
  const auto found = std::ranges::find(rows, parameters, &Row::parameters);
  if (found != rows.end()) return *found;
  rows.emplace_back().parameters = parameters;
  return rows.back();
}

class MadeUp {
 public:
  explicit MadeUp(const std::string& seed) : random_(std::hash<std::string>()(seed)) {}

  std::vector<Row> rows(const Description& description) {
    std::vector<Row> rows;
    for (const Chart& chart : description.charts) {
      for (std::size_t index = 0; index < chart.series.size(); ++index) {
        for (int point = 0; point < kPoints; ++point) {
          add(rows, chart.series[index], x_of(description, chart, point), chart.x,
              1 + point * (1.0 + 0.3 * static_cast<double>(index)));
        }
      }
    }
    for (Row& row : rows) row.measured.emplace_back("made_up", summary());
    // One row as it is when the clock sagged all the time.
    if (!rows.empty()) rows.back().measured.back().second = {.samples = 0, .rejected = 7, .ended = "time limit"};
    return rows;
  }

 private:
  void add(std::vector<Row>& rows, const Series& series, const Json& x, const std::string& x_key, double y) {
    Json parameters = series.where;
    if (!parameters.contains(x_key)) parameters[x_key] = x;
    Row& row = row_of(rows, parameters);
    if (series.is_prediction) {
      row.predicted[series.y] = y;
    } else {
      row.values[series.y] = y * noise_(random_);
    }
  }

  Summary summary() {
    const double median = 0.4 * noise_(random_);
    return {
        .unit = "ms", .median = median, .min = 0.97 * median, .iqr = 0.012 * median, .samples = 31, .ended = "steady"};
  }

  std::mt19937_64 random_;
  std::uniform_real_distribution<double> noise_{0.9, 1.25};
};

Json facts(const std::string& card, const std::string& date) {
  return {{"card", card},
          {"compute_capability", "9.0"},
          {"driver", "580.159"},
          {"cuda", "13.0"},
          {"commit", "0000000"},
          {"source_digest", "made up"},
          {"date", date},
          {"strandline", "0.1.0"},
          {"multiprocessors", 132},
          {"clock_mhz", 1980},
          {"l2_bytes", 62914560},
          {"persisting_l2_max_bytes", 39321600},
          {"memory_bytes", 150754820096}};
}

ExperimentResults experiment(const Description& description, MadeUp& made_up) {
  ExperimentResults results;
  results.name = description.name;
  for (const SizeOption& size : description.sizes) results.sizes[size.name] = size.values;
  results.rows = made_up.rows(description);
  const bool fails = description.name == "bars";
  results.gates = {{"every result is right", true, "max error 1.2e-6 of 1e-5 in 4096 outputs"},
                   {"the row count", !fails, fails ? "16 rows instead of 10" : "10 rows"}};
  results.verdicts = {
      "Made up: the charge follows the model within 12 % up to stride 16, and is 1.27x of it at stride 32."};
  if (description.name == "lines") results.skipped = {"This card reserves no L2 for <persisting> accesses."};
  return results;
}

void write_lines(const std::string& card, const std::string& date) {
  JsonLines lines("-");
  lines.begin_run(facts(card, date));
  MadeUp made_up(card);
  for (const Description& description : catalogue()) {
    const ExperimentResults results = experiment(description, made_up);
    lines.begin_experiment(description, results.sizes);
    for (const Row& row : results.rows) lines.row(row);
    for (const Gate& gate : results.gates) lines.gate(gate);
    for (const std::string& sentence : results.verdicts) lines.verdict(sentence);
    for (const std::string& reason : results.skipped) lines.skipped(reason);
    lines.end_experiment();
  }
}

Series series(const std::string& label, const std::string& y, Json where, bool is_prediction) {
  return {.label = label, .y = y, .where = std::move(where), .is_prediction = is_prediction};
}

std::vector<Series> pair(const std::string& name, const Json& where) {
  return {series(name + ", measured", "charge", where, false), series(name + ", model", "charge", where, true)};
}

std::vector<Series> pairs(int count) {
  std::vector<Series> all;
  for (int i = 0; i < count; ++i) {
    std::ranges::copy(pair(std::to_string(4 << i) + " bytes a lane", {{"width_bytes", 4 << i}}),
                      std::back_inserter(all));
  }
  return all;
}

/// As where two models say something of the same bar.
std::vector<Series> with_another_reading(std::vector<Series> all) {
  all.push_back(series("another model", "charge_of_another_model", {{"width_bytes", 4}}, true));
  return all;
}

Chart chart(const std::string& title, std::vector<Series> all, bool log_x, bool log_y) {
  return {.title = title,
          .x = "stride",
          .x_label = "stride in elements",
          .y_label = "time relative to stride 1",
          .series = std::move(all),
          .log_x = log_x,
          .log_y = log_y};
}

/// Every kind of chart: linear and logarithmic, points and bars, one series and many, and one point alone.
std::vector<Description> every_kind() {
  const SizeOption stride{.name = "strides", .meaning = "elements", .values = {1, 5}, .quick_values = {1}};
  Chart alone = chart("One point alone", pair("alone", {{"stride", 7}}), false, false);
  return {
      {.name = "lines",
       .title = "Lines & points",
       .question = "What does a stride cost, <b>if</b> anything?",
       .sizes = {stride},
       .charts = {chart("Linear axes", pairs(1), false, false), chart("A logarithmic y", pairs(3), false, true),
                  alone}},
      {.name = "sizes",
       .title = "Sizes that double",
       .question = "Where do the levels of a cache end?",
       .sizes = {},
       .charts = {chart("Logarithmic axes", pairs(2), true, true), chart("A logarithmic x", pairs(8), true, false)}},
      {.name = "bars",
       .title = "Contestants by name",
       .question = "Which of them is the fastest?",
       .sizes = {},
       .charts = {chart("Bars", with_another_reading(pairs(1)), false, false),
                  chart("Bars on a logarithmic axis", pairs(2), false, true)}}};
}

void print_page(std::size_t cards) {
  const std::vector<Description> descriptions = every_kind();
  std::vector<Results> runs;
  for (const std::string card :
       {"</script><script>alert(1)</script>", "<img src=x onerror=alert(2)> \"NVIDIA\" & sons"}) {
    Results run{
        .source = "results '" + card + "'.jsonl", .facts = facts(card, "2026-11-30T10:00:00Z"), .experiments = {}};
    MadeUp made_up(card);
    for (const Description& description : descriptions) run.experiments.push_back(experiment(description, made_up));
    if (runs.size() < cards) runs.push_back(std::move(run));
  }
  ReportParts parts = built_in_parts();
  parts.descriptions = descriptions;
  std::fputs(make_report(runs, parts).c_str(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "lines" && argc == 4) {
    write_lines(argv[2], argv[3]);
  } else if (mode == "page" && argc == 3) {
    print_page(std::string(argv[2]) == "1" ? 1 : 2);
  } else {
    std::fputs("usage: strandline_made_up_results lines CARD DATE | page 1|2\n", stderr);
    return 2;
  }
}
