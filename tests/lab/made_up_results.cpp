// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline_made_up_results CARD DATE: results that no card ever gave, with points for every chart of the catalogue,
// so that the report can be looked at without a card. JSON lines on stdout.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "catalogue.hpp"
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
          add(rows, chart.series[index], x_of(description, chart, point), chart.x, 1 + point * (1.0 + 0.3 * index));
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

void write(JsonLines& lines, const Description& description, MadeUp& made_up) {
  Json sizes = Json::object();
  for (const SizeOption& size : description.sizes) sizes[size.name] = size.values;
  lines.begin_experiment(description, sizes);
  for (const Row& row : made_up.rows(description)) lines.row(row);
  lines.gate({"every result is right", true, "max error 1.2e-6 of 1e-5 in 4096 outputs"});
  const bool fails = description.name == "coalescing";
  lines.gate({"the row count", !fails, fails ? "16 rows instead of 10" : "10 rows"});
  lines.verdict("Made up: the charge follows the model within 12 % up to stride 16, and is 1.27x of it at stride 32.");
  if (description.name == "l2-persistence") lines.skipped("This card reserves no L2 for persisting accesses.");
  lines.end_experiment();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fputs("usage: strandline_made_up_results CARD DATE\n", stderr), 2;
  JsonLines lines("-");
  lines.begin_run(facts(argv[1], argv[2]));
  MadeUp made_up(argv[1]);
  for (const Description& description : catalogue()) write(lines, description, made_up);
}
