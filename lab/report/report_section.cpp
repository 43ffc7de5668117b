// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The part of the report that tells of one experiment.
#include "report/report_section.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/html.hpp"
#include "results/figure_text.hpp"
#include "results/row_table.hpp"

namespace strandline::lab {
namespace {

std::string state_html(const ExperimentResults& results) {
  if (!results.passed()) return R"(<span class="state failed">FAILED</span>)";
  if (!results.complete) return R"(<span class="state failed">broken off</span>)";
  if (results.rows.empty()) {
    return results.skipped.empty() ? R"(<span class="state">nothing found</span>)"
                                   : R"(<span class="state">skipped</span>)";
  }
  // Published figures come without gates: nobody here has checked them.
  if (results.gates.empty()) return R"(<span class="state">published, not checked here</span>)";
  return R"(<span class="state passed">passed</span>)";
}

/// Nothing where there is no text.
std::string sentence_html(const std::string& text, std::string_view classes, std::string_view before) {
  return text.empty() ? "" : fmt::format("<p class=\"{}\">{}{}</p>\n", classes, before, escape_html(text));
}

std::string sentences_html(const std::vector<std::string>& sentences, std::string_view classes,
                           std::string_view before = "") {
  std::string html;
  for (const std::string& sentence : sentences) html += sentence_html(sentence, classes, before);
  return html;
}

std::string gates_html(const std::vector<Gate>& gates) {
  if (gates.empty()) return "";
  std::string html = "<ul class=\"gates\">\n";
  for (const Gate& gate : gates) {
    html += fmt::format("<li class=\"{}\"><b>{}</b> {}<span class=\"detail\">{}</span></li>\n",
                        gate.passed ? "passed" : "failed", gate.passed ? "passed" : "FAILED", escape_html(gate.name),
                        gate.detail.empty() ? "" : fmt::format(": {}", escape_html(gate.detail)));
  }
  html += "</ul>\n";
  constexpr std::size_t kFewEnoughToShow = 6;
  if (gates.size() <= kFewEnoughToShow || !std::ranges::all_of(gates, &Gate::passed)) return html;
  return fmt::format("<details><summary>{} gates passed</summary>\n{}</details>\n", gates.size(), html);
}

std::string sizes_html(const Json& sizes) {
  std::string text;
  for (const auto& [name, values] : sizes.items()) {
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", name, value_text(values));
  }
  return text.empty() ? "" : fmt::format("<p class=\"sizes\">Sizes: {}.</p>\n", escape_html(text));
}

std::string deviations_html(const std::vector<Row>& rows) {
  std::int64_t all = 0;
  std::int64_t notable = 0;
  for (const Row& row : rows) {
    for (const auto& [key, deviation] : deviations(row)) {
      ++all;
      if (std::abs(deviation) > kNotableDeviation) ++notable;
    }
  }
  if (all == 0) return "";
  return fmt::format("<p class=\"deviations\">{} of {} predictions miss by more than {:.0f} %{}.</p>\n", notable, all,
                     100 * kNotableDeviation, notable > 0 ? "; they are <mark>marked</mark>" : "");
}

std::string run_heading(const ExperimentRun& run) {
  return run.label.empty() ? "" : fmt::format("<h3>{} {}</h3>\n", escape_html(run.label), state_html(*run.results));
}

/// What a run says of the experiment before any figure.
std::string findings_html(const ExperimentRun& run) {
  const ExperimentResults& results = *run.results;
  const std::string broken_off = results.complete ? "" : "The file stops before the experiment's end.";
  return run_heading(run) + sentence_html(broken_off, "failure", "<b>Broken off:</b> ") +
         sentences_html(results.failures, "failure", "<b>Failed:</b> ") + sentences_html(results.verdicts, "verdict") +
         sentences_html(results.skipped, "skipped", "<b>Skipped:</b> ") + gates_html(results.gates);
}

/// Rows that have the same parameters are of one kind and make one table.
std::string tables_html(const std::vector<Row>& rows, const std::string& caption) {
  std::vector<std::pair<std::string, std::vector<Row>>> kinds;
  for (const Row& row : rows) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : row.parameters.items()) keys.push_back(key);
    std::string name = fmt::format("{}", fmt::join(keys, ", "));
    std::ranges::replace(name, '_', ' ');
    const auto found = std::ranges::find(kinds, name, [](const auto& kind) { return kind.first; });
    (found == kinds.end() ? kinds.emplace_back(name, std::vector<Row>()) : *found).second.push_back(row);
  }
  std::string html;
  for (const auto& [name, own] : kinds) {
    const std::string by = name.empty() ? "" : " by " + name;
    html += fmt::format("<details><summary>{} row{}{}</summary>\n{}</details>\n", own.size(),
                        own.size() == 1 ? "" : "s", escape_html(by), table_html(row_table(own), caption + by));
  }
  return html;
}

std::string figures_html(const ExperimentRun& run, const std::string& title) {
  const ExperimentResults& results = *run.results;
  if (results.rows.empty()) return sizes_html(results.sizes);
  const std::string caption = run.label.empty() ? title : fmt::format("{}: {}", title, run.label);
  const std::string heading = run.label.empty() ? "" : fmt::format("<h3>{}: figures</h3>\n", escape_html(run.label));
  return heading + deviations_html(results.rows) + tables_html(results.rows, caption) + sizes_html(results.sizes);
}

std::string chart_description(const ChartData& chart) {
  std::string text = fmt::format("{}: {} against {}.", chart.title, chart.y_label, chart.x_label);
  for (const Dataset& dataset : chart.datasets) {
    text += fmt::format(" {}{}{}: {}, {} point{}.", dataset.label, dataset.run_label.empty() ? "" : " of ",
                        dataset.run_label, dataset.is_prediction ? "predicted" : "measured", dataset.points.size(),
                        dataset.points.size() == 1 ? "" : "s");
  }
  return text + " The table below has the figures.";
}

std::string chart_html(const ChartData& chart, std::size_t number) {
  std::string html = fmt::format("<figure class=\"chart\">\n<figcaption>{}</figcaption>\n", escape_html(chart.title));
  if (has_points(chart)) {
    html += fmt::format(
        "<div class=\"canvas\"><canvas id=\"chart-{}\" role=\"img\" aria-label=\"{}\"></canvas></div>\n"
        "<div class=\"legend\"></div>\n",
        number, escape_html(chart_description(chart)));
  }
  return html + sentences_html(chart.notes, "note") + "</figure>\n";
}

/// How it was done and what it doesn't tell; `fitted` is what the predictions owe to measurements.
std::string method_html(const Description& description) {
  return sentence_html(description.method, "note", "<b>Method:</b> ") +
         sentences_html(description.fitted, "note", "<b>Fitted:</b> ") +
         sentence_html(description.limits, "note", "<b>Limits:</b> ");
}

std::string charts_html(const Section& section, bool draws_charts) {
  if (section.charts.empty()) return "";
  if (!draws_charts) {
    return "<p class=\"note\">The charts are left out, since this build of strandline has no Chart.js; the tables have "
           "every figure.</p>\n";
  }
  std::string html = "<div class=\"charts\">\n";
  std::size_t number = section.first_chart;
  for (const ChartData& chart : section.charts) {
    html += chart_html(chart, number) + sentence_html(chart.misses, "note misses", "<b>Where the model misses:</b> ");
    if (has_points(chart)) ++number;
  }
  return html + "</div>\n";
}

}  // namespace

bool has_points(const ChartData& chart) { return !chart.datasets.empty(); }

std::string title_of(const Section& section) {
  return section.description.title.empty() ? section.description.name : section.description.title;
}

std::string section_html(const Section& section, bool draws_charts) {
  const std::string& name = section.description.name;
  const std::string title = title_of(section);
  std::string html =
      fmt::format("<section class=\"experiment\" id=\"experiment-{0}\">\n<h2>{1} <code>{0}</code>{2}</h2>\n",
                  escape_html(name), escape_html(title),
                  section.runs.size() == 1 && section.runs[0].label.empty()
                      ? fmt::format(" {}", state_html(*section.runs[0].results))
                      : "");
  if (!section.description.question.empty()) {
    html += fmt::format("<p class=\"question\">{}</p>\n", escape_html(section.description.question));
  }
  for (const ExperimentRun& run : section.runs) html += findings_html(run);
  html += charts_html(section, draws_charts) + method_html(section.description);
  for (const ExperimentRun& run : section.runs) html += figures_html(run, title);
  return html + "</section>\n";
}

std::string overview_html(const Section& section) {
  std::string html = fmt::format("<li><a href=\"#experiment-{}\">{}</a>", escape_html(section.description.name),
                                 escape_html(title_of(section)));
  for (const ExperimentRun& run : section.runs) {
    html += fmt::format("<p>{} {}{}</p>", state_html(*run.results),
                        run.label.empty() ? "" : fmt::format("<b>{}</b> ", escape_html(run.label)),
                        run.results->verdicts.empty() ? "" : escape_html(run.results->verdicts.front()));
  }
  return html + "</li>\n";
}

}  // namespace strandline::lab
