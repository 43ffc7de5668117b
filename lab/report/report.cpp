// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Puts the report's page together.
#include "report/report.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <strandline/version.hpp>

#include "catalogue.hpp"
#include "report/html.hpp"
#include "report/report_page.hpp"
#include "report/report_section.hpp"
#include "report/run_labels.hpp"
#include "results/figure_text.hpp"
#include "results/summary.hpp"

namespace strandline::lab {
namespace {

/// In one pass, so that what is put in is never looked at again.
std::string fill(std::string_view page, const std::map<std::string, std::string, std::less<>>& parts) {
  std::string result;
  while (true) {
    const std::size_t begin = page.find("{{");
    const std::size_t end = begin == std::string_view::npos ? begin : page.find("}}", begin);
    if (end == std::string_view::npos) return result.append(page);
    result += page.substr(0, begin);
    result += parts.at(std::string(page.substr(begin + 2, end - begin - 2)));
    page.remove_prefix(end + 2);
  }
}

/// Those that are described, in that order, then the others as they come.
std::vector<Description> found_experiments(const std::vector<Results>& runs,
                                           const std::vector<Description>& descriptions) {
  std::vector<Description> found;
  const auto has = [&](const std::string& name) {
    return std::ranges::any_of(
        runs, [&](const Results& run) { return std::ranges::count(run.experiments, name, &ExperimentResults::name); });
  };
  std::ranges::copy_if(descriptions, std::back_inserter(found), has, &Description::name);
  for (const Results& run : runs) {
    for (const ExperimentResults& results : run.experiments) {
      if (std::ranges::count(found, results.name, &Description::name) > 0) continue;
      found.emplace_back().name = results.name;
    }
  }
  return found;
}

std::vector<Section> make_sections(const std::vector<Results>& runs, const std::vector<Description>& descriptions) {
  const std::vector<std::string> labels = run_labels(runs);
  std::vector<Section> sections;
  std::size_t charts = 0;
  for (Description& description : found_experiments(runs, descriptions)) {
    Section section{.description = std::move(description), .runs = {}, .charts = {}, .first_chart = charts};
    for (std::size_t run = 0; run < runs.size(); ++run) {
      for (const ExperimentResults& results : runs[run].experiments) {
        if (results.name != section.description.name) continue;
        section.runs.push_back({runs.size() == 1 ? "" : labels[run], &results});
      }
    }
    for (const Chart& chart : section.description.charts) {
      for (const Chart& panel : panels_of(chart, section.runs)) {
        section.charts.push_back(chart_data(panel, section.runs));
        if (has_points(section.charts.back())) ++charts;
      }
    }
    sections.push_back(std::move(section));
  }
  return sections;
}

Json points_json(const Dataset& dataset) {
  Json points = Json::array();
  for (const ChartPoint& point : dataset.points) points.push_back({point.x, point.y});
  return {{"label", dataset.label}, {"runLabel", dataset.run_label},         {"run", dataset.run},
          {"look", dataset.look},   {"isPrediction", dataset.is_prediction}, {"points", std::move(points)}};
}

/// Of every chart that is drawn, in the order of their numbers.
Json charts_json(const std::vector<Section>& sections) {
  Json charts = Json::array();
  for (const Section& section : sections) {
    for (const ChartData& chart : section.charts) {
      if (!has_points(chart)) continue;
      Json datasets = Json::array();
      for (const Dataset& dataset : chart.datasets) datasets.push_back(points_json(dataset));
      charts.push_back({{"xLabel", chart.x_label},
                        {"yLabel", chart.y_label},
                        {"logX", chart.log_x},
                        {"logY", chart.log_y},
                        {"categories", chart.categories},
                        {"datasets", std::move(datasets)}});
    }
  }
  return charts;
}

std::string fact_text(const std::string& key, const Json& value) {
  if (!key.ends_with("_bytes") || !value.is_number_integer()) return escape_html(value_text(value));
  const double bytes = value.get<double>();
  if (bytes < 1024) return value_text(value);
  const bool is_large = bytes >= 1024.0 * 1024;
  return fmt::format("{} <small>{} {}</small>", value_text(value), number_text(bytes / (is_large ? 1024 * 1024 : 1024)),
                     is_large ? "MiB" : "KiB");
}

std::string facts_html(const std::vector<Results>& runs) {
  std::vector<std::string> keys;
  std::set<std::string> seen;
  std::string head = "<tr><th scope=\"col\">File</th>";
  for (const Results& run : runs) {
    head += fmt::format("<th scope=\"col\">{}</th>", escape_html(run.source.empty() ? "–" : run.source));
    for (const auto& [key, value] : run.facts.items()) {
      if (seen.insert(key).second) keys.push_back(key);
    }
  }
  std::string html = fmt::format("<thead>{}</tr></thead>\n<tbody>\n", head);
  for (const std::string& key : keys) {
    std::string name = escape_html(key);
    std::ranges::replace(name, '_', ' ');
    html += fmt::format("<tr><th scope=\"row\">{}</th>", name);
    for (const Results& run : runs) {
      const auto found = run.facts.find(key);
      html += fmt::format("<td>{}</td>", found == run.facts.end() ? "–" : fact_text(key, *found));
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n";
}

/// What the figures are, which depends on who has looked at them.
std::string key_html(const std::vector<Results>& runs) {
  const auto is_checked = [](const Results& run) {
    return std::ranges::any_of(run.experiments, [](const ExperimentResults& own) { return !own.gates.empty(); });
  };
  const auto checked = std::ranges::count_if(runs, is_checked);
  if (checked == 0) return "Points and bars are figures as they were published; nothing here has checked them.";
  const std::string measured =
      "Points and bars were measured: medians of samples, each result checked before and after it was timed.";
  return checked == std::ssize(runs) ? measured : measured + " Published figures stand beside them as they are.";
}

/// The first screen: each figure once, a column a run. Nothing where no run has any.
std::string charges_html(const std::vector<Results>& runs) {
  std::vector<std::string> labels;
  std::map<std::string, std::vector<std::string>> cells;  // by label: a column each
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (const SummaryFigure& figure : summarise(runs[run])) {
      std::vector<std::string>& own = cells[figure.label];
      if (own.empty()) labels.push_back(figure.label);
      own.resize(runs.size(), "–");
      own[run] = fmt::format("<span title=\"{}\">{} <small>{}</small></span>", escape_html(figure.from), figure.text(),
                             escape_html(figure.unit));
    }
  }
  if (labels.empty()) return "";
  std::string html =
      "<section class=\"charges\" aria-labelledby=\"charged\">\n<h2 id=\"charged\">What is charged</h2>\n";
  if (runs.size() > 1) {
    html +=
        fmt::format("<p class=\"note\">{}</p>\n", escape_html(fmt::format("{}", fmt::join(run_labels(runs), "; "))));
  }
  html += "<dl>\n";
  for (const std::string& label : labels) {
    html +=
        fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", escape_html(label), fmt::join(cells[label], "</dd><dd>"));
  }
  return html + "</dl>\n</section>\n";
}

std::string title(const std::vector<Results>& runs) {
  std::vector<std::string> cards;
  for (const Results& run : runs) {
    const std::string card = card_of(run);
    if (std::ranges::find(cards, card) == cards.end()) cards.push_back(card);
  }
  if (cards.empty()) return "No results";
  return fmt::format("{}", fmt::join(cards, " beside "));
}

}  // namespace

ReportParts built_in_parts() { return {catalogue(), kChartJs}; }

std::string make_report(const std::vector<Results>& runs, const ReportParts& parts) {
  const std::vector<Section> sections = make_sections(runs, parts.descriptions);
  const bool draws_charts = !parts.chart_js.empty();
  const Json charts = draws_charts ? charts_json(sections) : Json::array();
  std::string overview;
  std::string experiments;
  for (const Section& section : sections) {
    overview += overview_html(section);
    experiments += section_html(section, draws_charts);
  }
  return fill(kPageHtml, {{"title", escape_html(title(runs))},
                          {"css", std::string(kPageCss)},
                          {"key", key_html(runs)},
                          {"charges", charges_html(runs)},
                          {"facts", facts_html(runs)},
                          {"overview", overview},
                          {"experiments", experiments},
                          {"version", std::string(kVersion)},
                          {"chart_count", std::to_string(charts.size())},
                          {"chart_data", script_json(charts)},
                          {"licences", draws_charts ? std::string(kChartJsLicences) : ""},
                          {"chart_js", std::string(parts.chart_js)},
                          {"page_js", std::string(kPageJs)}});
}

std::string chart_js_description() {
  return kChartJs.empty() ? "without Chart.js (reports of the lab have tables, but no charts)"
                          : fmt::format("with Chart.js {}", kChartJsVersion);
}

}  // namespace strandline::lab
