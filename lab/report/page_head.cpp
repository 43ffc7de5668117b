// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the page says of its runs before it comes to the experiments.
#include "report/page_head.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/html.hpp"
#include "results/figure_text.hpp"
#include "results/summary.hpp"

namespace strandline::lab {
namespace {

std::string fact(const Results& run, const std::string& key) {
  const auto found = run.facts.find(key);
  return found == run.facts.end() || found->is_null() ? "" : value_text(*found);
}

std::string card_of(const Results& run) {
  const std::string card = fact(run, "card");
  return card.empty() ? "unknown card" : card;
}

enum class LabelDetail { day, time, file };

std::string run_label(const Results& run, LabelDetail detail) {
  const std::string date = fact(run, "date");
  const std::string day = date.substr(0, date.find_first_of("T "));
  const std::string file = std::filesystem::path(run.source).filename().string();
  std::string label = card_of(run);
  for (const std::string& more : {detail == LabelDetail::day ? day : date, detail == LabelDetail::file ? file : ""}) {
    if (!more.empty()) label += ", " + more;
  }
  return label;
}

bool all_differ(const std::vector<std::string>& labels) {
  return std::set<std::string>(labels.begin(), labels.end()).size() == labels.size();
}

std::string fact_html(const std::string& key, const Json& value) {
  if (!key.ends_with("_bytes") || !value.is_number_integer()) return escape_html(value_text(value));
  const double bytes = value.get<double>();
  if (bytes < 1024) return value_text(value);
  const bool is_large = bytes >= 1024.0 * 1024;
  return fmt::format("{} <small>{} {}</small>", value_text(value), number_text(bytes / (is_large ? 1024 * 1024 : 1024)),
                     is_large ? "MiB" : "KiB");
}

std::string figure_html(const SummaryFigure& figure) {
  return fmt::format("<span title=\"{}\">{} <small>{}</small></span>", escape_html(figure.from), figure.text(),
                     escape_html(figure.unit));
}

std::string figures_html(const std::vector<Results>& runs) {
  std::vector<std::string> labels;
  std::map<std::string, std::vector<std::string>> cells;  // by label: a column each
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (const SummaryFigure& figure : summarise(runs[run])) {
      std::vector<std::string>& own = cells[figure.label];
      if (own.empty()) labels.push_back(figure.label);
      own.resize(runs.size(), "–");
      own[run] = figure_html(figure);
    }
  }
  std::string html;
  for (const std::string& label : labels) {
    html +=
        fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", escape_html(label), fmt::join(cells[label], "</dd><dd>"));
  }
  return html.empty() ? "" : fmt::format("<dl>\n{}</dl>\n", html);
}

}  // namespace

std::vector<std::string> run_labels(const std::vector<Results>& runs) {
  std::vector<std::string> labels;
  for (const LabelDetail detail : {LabelDetail::day, LabelDetail::time, LabelDetail::file}) {
    labels.clear();
    for (const Results& run : runs) labels.push_back(run_label(run, detail));
    if (all_differ(labels)) return labels;
  }
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] += fmt::format(", run {}", i + 1);
  return labels;
}

std::string page_title(const std::vector<Results>& runs) {
  std::vector<std::string> cards;
  for (const Results& run : runs) {
    const std::string card = card_of(run);
    if (std::ranges::find(cards, card) == cards.end()) cards.push_back(card);
  }
  return cards.empty() ? "No results" : fmt::format("{}", fmt::join(cards, " beside "));
}

std::string figures_key(const std::vector<Results>& runs) {
  const auto is_checked = [](const Results& run) {
    return std::ranges::any_of(run.experiments, [](const ExperimentResults& own) { return !own.gates.empty(); });
  };
  const auto checked = std::ranges::count_if(runs, is_checked);
  if (checked == 0) return "Points and bars are figures as they were published; nothing here has checked them.";
  const std::string measured =
      "Points and bars were measured: medians of samples, each result checked before and after it was timed.";
  return checked == std::ssize(runs) ? measured : measured + " Published figures stand beside them as they are.";
}

std::string charges_html(const std::vector<Results>& runs) {
  const std::vector<std::string> labels = run_labels(runs);
  const std::string figures = figures_html(runs);
  std::string notes;
  const auto add_note = [&](const std::string& text) {
    notes += fmt::format("<p class=\"note\">{}</p>\n", escape_html(text));
  };
  if (runs.size() > 1 && !figures.empty()) add_note(fmt::format("{}", fmt::join(labels, "; ")));
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (const std::string& doubt : summary_doubts(runs[run])) {
      add_note(runs.size() > 1 ? fmt::format("{}: {}", labels[run], doubt) : doubt);
    }
  }
  if (figures.empty() && notes.empty()) return "";
  return fmt::format(
      "<section class=\"charges\" aria-labelledby=\"charged\">\n<h2 id=\"charged\">What is "
      "charged</h2>\n{}{}</section>\n",
      notes, figures);
}

std::string facts_html(const std::vector<Results>& runs) {
  std::vector<std::string> keys;
  std::string head = "<tr><th scope=\"col\">File</th>";
  for (const Results& run : runs) {
    head += fmt::format("<th scope=\"col\">{}</th>", escape_html(run.source.empty() ? "–" : run.source));
    for (const auto& [key, value] : run.facts.items()) {
      if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    }
  }
  std::string html = fmt::format("<thead>{}</tr></thead>\n<tbody>\n", head);
  for (const std::string& key : keys) {
    html += fmt::format("<tr><th scope=\"row\">{}</th>", key_html(key));
    for (const Results& run : runs) {
      const auto found = run.facts.find(key);
      html += fmt::format("<td>{}</td>", found == run.facts.end() ? "–" : fact_html(key, *found));
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n";
}

}  // namespace strandline::lab
