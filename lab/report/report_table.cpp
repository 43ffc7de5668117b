// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// An experiment's rows as a table of HTML.
#include "report/report_table.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "report/html.hpp"
#include "results/figure_text.hpp"

namespace strandline::lab {
namespace {

enum class Kind { parameter, measured, value, predicted_only };

struct Column {
  Kind kind;
  std::string key;
  std::string unit;
  bool is_predicted = false;
};

void add_column(std::vector<Column>& columns, Kind kind, const std::string& key, const std::string& unit = {}) {
  const bool is_there = std::ranges::any_of(columns, [&](const Column& column) {
    const bool is_parameter = column.kind == Kind::parameter;
    return column.key == key && is_parameter == (kind == Kind::parameter) &&
           (column.kind == kind || kind == Kind::predicted_only);
  });
  if (!is_there) columns.push_back({kind, key, unit});
}

/// What any of the rows has, in the order in which they have it.
std::vector<Column> columns_of(const std::vector<Row>& rows) {
  std::vector<Column> columns;
  for (const Row& row : rows) {
    for (const auto& [key, value] : row.parameters.items()) add_column(columns, Kind::parameter, key);
  }
  for (const Row& row : rows) {
    for (const auto& [name, summary] : row.measured) add_column(columns, Kind::measured, name, summary.unit);
  }
  for (const Row& row : rows) {
    for (const auto& [key, value] : row.values.items()) add_column(columns, Kind::value, key);
  }
  for (const Row& row : rows) {
    for (const auto& [key, value] : row.predicted.items()) add_column(columns, Kind::predicted_only, key);
  }
  // A key of both `values` and `measured` is predicted once, beside its value, as deviations() has it.
  for (Column& column : columns) {
    const auto has_prediction = [&](const Row& row) { return row.predicted.contains(column.key); };
    const auto is_value = [&](const Column& other) { return other.kind == Kind::value && other.key == column.key; };
    column.is_predicted = (column.kind == Kind::value || column.kind == Kind::measured) &&
                          std::ranges::any_of(rows, has_prediction) &&
                          (column.kind == Kind::value || std::ranges::none_of(columns, is_value));
  }
  return columns;
}

std::string heading(const Column& column) {
  std::string text = escape_html(column.key);
  std::ranges::replace(text, '_', ' ');
  if (!column.unit.empty()) text += fmt::format(" <small>{}</small>", escape_html(column.unit));
  return text;
}

std::string head_html(const std::vector<Column>& columns) {
  const bool has_two_rows = std::ranges::any_of(columns, &Column::is_predicted);
  std::string first = "<tr>";
  std::string second;
  for (const Column& column : columns) {
    if (column.is_predicted) {
      first += fmt::format(R"(<th colspan="3" scope="colgroup" class="group">{}</th>)", heading(column));
      second +=
          R"(<th scope="col" class="group">measured</th><th scope="col">predicted</th><th scope="col">off by</th>)";
    } else {
      first += fmt::format(R"(<th scope="col"{}>{}{}</th>)", has_two_rows ? R"( rowspan="2")" : "", heading(column),
                           column.kind == Kind::predicted_only ? " predicted" : "");
    }
  }
  first += "</tr>\n";
  return has_two_rows ? fmt::format("<thead>{}<tr>{}</tr></thead>\n", first, second)
                      : fmt::format("<thead>{}</thead>\n", first);
}

std::string cell(const std::string& content, std::string_view classes) {
  return fmt::format(R"(<td class="{}">{}</td>)", classes, content);
}

std::string json_cell(const Json& object, const std::string& key) {
  const auto found = object.find(key);
  const Json value = found == object.end() ? Json() : *found;
  return cell(escape_html(value_text(value)), value.is_string() || value.is_array() ? "text" : "number");
}

std::string summary_cell(const Row& row, const std::string& name) {
  const auto found = std::ranges::find(row.measured, name, [](const auto& own) { return own.first; });
  if (found == row.measured.end()) return cell("–", "number");
  const Summary& summary = found->second;
  if (!summary.has_samples()) {
    return cell(fmt::format("no accepted samples{}",
                            summary.rejected > 0 ? fmt::format(" ({} rejected)", summary.rejected) : ""),
                "text missing");
  }
  return cell(fmt::format("{}<small>{}</small>", number_text(summary.median), escape_html(spread_text(summary))),
              "number");
}

std::string deviation_cell(const std::map<std::string, double>& all, const std::string& key) {
  const auto found = all.find(key);
  if (found == all.end()) return cell("–", "number");
  const std::string text = deviation_text(found->second);
  return std::abs(found->second) > kNotableDeviation ? cell(fmt::format("<mark>{}</mark>", text), "number notable")
                                                     : cell(text, "number");
}

std::string row_html(const Row& row, const std::vector<Column>& columns) {
  const std::map<std::string, double> all_deviations = deviations(row);
  std::string html = "<tr>";
  for (const Column& column : columns) {
    switch (column.kind) {
      case Kind::parameter:
        html += json_cell(row.parameters, column.key);
        break;
      case Kind::measured:
        html += summary_cell(row, column.key);
        break;
      case Kind::value:
        html += json_cell(row.values, column.key);
        break;
      case Kind::predicted_only:
        html += json_cell(row.predicted, column.key);
        break;
    }
    if (!column.is_predicted) continue;
    html += json_cell(row.predicted, column.key) + deviation_cell(all_deviations, column.key);
  }
  return html + "</tr>\n";
}

}  // namespace

std::string table_html(const std::vector<Row>& rows, const std::string& caption) {
  const std::vector<Column> columns = columns_of(rows);
  // A box that scrolls takes the focus, or the keyboard could not scroll it.
  std::string html = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\">\n<table>\n<caption>{0}</caption>\n",
      escape_html(caption));
  html += head_html(columns) + "<tbody>\n";
  for (const Row& row : rows) html += row_html(row, columns);
  return html + "</tbody>\n</table>\n</div>\n";
}

}  // namespace strandline::lab
