// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Text, data and tables as HTML; what is in them never becomes markup.
#include "report/html.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

namespace strandline::lab {
namespace {

std::string replaced(std::string_view text, std::initializer_list<std::pair<char, std::string_view>> replacements) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    const auto* const found = std::ranges::find(replacements, c, [](const auto& own) { return own.first; });
    found == replacements.end() ? result += c : result += found->second;
  }
  return result;
}

std::string heading_html(const Heading& heading) {
  const std::string before = heading.kind == HeadingKind::prediction ? "model " : "";
  const std::string unit = heading.unit.empty() ? "" : fmt::format(" <small>{}</small>", escape_html(heading.unit));
  return before + key_html(heading.key) + unit;
}

std::string head_html(const std::vector<Heading>& headings) {
  const bool has_two_rows = std::ranges::any_of(headings, &Heading::is_predicted);
  std::string first;
  std::string second;
  for (const Heading& heading : headings) {
    if (heading.is_predicted) {
      first += fmt::format(R"(<th colspan="3" scope="colgroup" class="group">{}</th>)", heading_html(heading));
      second += R"(<th scope="col" class="group">measured</th><th scope="col">model</th><th scope="col">off by</th>)";
    } else {
      first +=
          fmt::format(R"(<th scope="col"{}>{}</th>)", has_two_rows ? R"( rowspan="2")" : "", heading_html(heading));
    }
  }
  return fmt::format("<thead><tr>{}</tr>\n{}</thead>\n", first, has_two_rows ? fmt::format("<tr>{}</tr>", second) : "");
}

std::string cell_html(const Cell& cell) {
  const char* kind = cell.is_missing   ? "text missing"
                     : cell.is_text    ? "text"
                     : cell.is_notable ? "number notable"
                                       : "number";
  std::string content = cell.text.empty() ? "–" : escape_html(cell.text);
  if (cell.is_notable) content = fmt::format("<mark>{}</mark>", content);
  if (!cell.full_remark.empty()) content += fmt::format("<small>{}</small>", escape_html(cell.full_remark));
  return fmt::format(R"(<td class="{}">{}</td>)", kind, content);
}

}  // namespace

std::string escape_html(std::string_view text) {
  return replaced(text, {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}});
}

std::string key_html(std::string key) {
  std::ranges::replace(key, '_', ' ');
  return escape_html(key);
}

std::string script_json(const Json& value) {
  // Ends of lines that JSON allows in strings and older JavaScript does not are escaped with all that is not ASCII.
  // What is replaced stands only within strings, where its code means the same.
  return replaced(value.dump(-1, ' ', true, Json::error_handler_t::replace), {{'<', "\\u003c"}, {'&', "\\u0026"}});
}

std::string table_html(const RowTable& table, const std::string& caption) {
  // A box that scrolls takes the focus, or the keyboard could not scroll it.
  std::string html = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\">\n<table>\n<caption>{0}</caption>\n",
      escape_html(caption));
  html += head_html(table.headings) + "<tbody>\n";
  for (const std::vector<Cell>& row : table.rows) {
    html += "<tr>";
    for (const Cell& cell : row) html += cell_html(cell);
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table>\n</div>\n";
}

}  // namespace strandline::lab
