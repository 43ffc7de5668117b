// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Figures as people read them; what is no figure never shows as nan.
#include "results/figure_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace strandline::lab {
namespace {

constexpr double kLargestExact = 1e15;  // below it a double holds every whole number

std::string list_text(const Json& values) {
  std::string text;
  for (const Json& value : values) text += (text.empty() ? "" : ", ") + value_text(value);
  return text.empty() ? "–" : text;
}

}  // namespace

std::string number_text(double value) {
  if (!std::isfinite(value)) return "unknown";
  const double size = std::abs(value);
  if (value == std::floor(value) && size < kLargestExact) return fmt::format("{:.0f}", value);
  if (size >= 1000 && size < kLargestExact) return fmt::format("{:.0f}", value);
  if (size < 1e-4) return fmt::format("{:.3e}", value);
  return fmt::format("{:.4g}", value);
}

std::string value_text(const Json& value) {
  if (value.is_null()) return "–";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number_float()) return number_text(value.get<double>());
  if (value.is_array()) return list_text(value);
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string deviation_text(double deviation) {
  if (!std::isfinite(deviation)) return "unknown";
  const double percent = 100 * deviation;
  return std::abs(percent) < 9.95 ? fmt::format("{:+.1f} %", percent) : fmt::format("{:+.0f} %", percent);
}

std::string spread_text(const Summary& summary) {
  if (!summary.has_spread()) return "spread unknown";
  std::string text = "spread unknown";
  if (std::isfinite(summary.iqr) && std::isfinite(summary.median) && summary.median != 0) {
    text = fmt::format("IQR {:.1f} %", 100 * std::abs(summary.iqr / summary.median));
  }
  text += fmt::format(", {} sample{}", summary.samples, summary.samples == 1 ? "" : "s");
  if (summary.rejected > 0) text += fmt::format(", {} rejected", summary.rejected);
  if (summary.ended == "time limit") text += ", ended by the time limit";
  return text;
}

std::size_t text_width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::vector<std::string> aligned_lines(const std::vector<std::vector<std::string>>& lines,
                                       const std::vector<bool>& is_left) {
  std::vector<std::size_t> widths(is_left.size());
  for (const std::vector<std::string>& texts : lines) {
    for (std::size_t i = 0; i < texts.size(); ++i) widths[i] = std::max(widths[i], text_width(texts[i]));
  }
  std::vector<std::string> aligned;
  for (const std::vector<std::string>& texts : lines) {
    std::string& line = aligned.emplace_back();
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string blanks(widths[i] - text_width(texts[i]), ' ');
      line += (i == 0 ? "" : "  ") + (is_left[i] ? texts[i] + blanks : blanks + texts[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
  }
  return aligned;
}

}  // namespace strandline::lab
