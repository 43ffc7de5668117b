// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Puts the report's page together.
#include "report/report.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

#include <fmt/format.h>

#include <strandline/version.hpp>

#include "catalogue.hpp"
#include "report/html.hpp"
#include "report/page_head.hpp"
#include "report/report_page.hpp"
#include "report/report_section.hpp"

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
  std::size_t groups = 0;
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
        section.charts.back().group = groups;
        if (has_points(section.charts.back())) ++charts;
      }
      ++groups;
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
      charts.push_back({{"group", chart.group},
                        {"xLabel", chart.x_label},
                        {"yLabel", chart.y_label},
                        {"logX", chart.log_x},
                        {"logY", chart.log_y},
                        {"categories", chart.categories},
                        {"datasets", std::move(datasets)}});
    }
  }
  return charts;
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
  return fill(kPageHtml, {{"title", escape_html(page_title(runs))},
                          {"css", std::string(kPageCss)},
                          {"key", figures_key(runs)},
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
