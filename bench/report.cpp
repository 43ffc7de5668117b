// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the benchmark found, as a table in Markdown and as JSON lines.
#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <strandline/backend.hpp>
#include <strandline/version.hpp>

#include "opencv_edges.hpp"

namespace strandline::bench {
namespace {

/// A part in a hundred, to a tenth.
double percent(double part) { return std::round(1000 * part) / 10; }

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

}  // namespace

EdgesRow make_row(const EdgesCase& edges_case, EdgesSamples samples) {
  const Samples to_copy = ratios(samples.copy, samples.strandline);
  const Samples to_threshold = ratios(samples.threshold, samples.strandline);
  EdgesRow row;
  row.edges_case = edges_case;
  row.median_ms = median(samples.strandline);
  row.gpx_per_s = static_cast<double>(edges_case.rows * edges_case.cols) / row.median_ms / 1e6;
  row.ratio_to_copy = median(to_copy);
  row.ratio_to_threshold = median(to_threshold);
  row.spread = std::max({relative_iqr(samples.strandline), relative_iqr(to_copy), relative_iqr(to_threshold)});
  const auto ratio_if_measured = [&](const Samples& others) {
    if (others.empty()) return 0.0;
    const Samples to_others = ratios(others, samples.strandline);
    row.spread = std::max(row.spread, relative_iqr(to_others));
    return median(to_others);
  };
  row.ratio_to_opencv = ratio_if_measured(samples.opencv);
  row.ratio_to_one_thread = ratio_if_measured(samples.one_thread);
  row.samples = std::move(samples);
  return row;
}

std::string table_head() {
  return "| type | threads |   rows x cols | Gpx/s | of copy | of threshold "
         "| x one thread | x OpenCV | differs |       ms (IQR) |\n"
         "|------|--------:|--------------:|------:|--------:|-------------:"
         "|-------------:|---------:|--------:|---------------:|";
}

std::string table_line(const EdgesRow& row) {
  const std::string size = fmt::format("{} x {}", row.edges_case.rows, row.edges_case.cols);
  const std::string time =
      fmt::format("{:.3f} ({:.0f} %)", row.median_ms, percent(relative_iqr(row.samples.strandline)));
  const auto if_measured = [](double ratio, int places) {
    return ratio == 0 ? std::string("-") : fmt::format("{:.{}f}", ratio, places);
  };
  const std::string differs =
      row.edges_case.with_opencv ? fmt::format("{:.3f} %", 100 * row.samples.opencv_differs) : "-";
  return fmt::format("| {:<4} | {:>7} | {:>13} | {:>5.2f} | {:>7.2f} | {:>12.2f} | {:>12} | {:>8} | {:>7} | {:>14} |",
                     to_string(row.edges_case.pixel_type), row.edges_case.threads, size, row.gpx_per_s,
                     row.ratio_to_copy, row.ratio_to_threshold, if_measured(row.ratio_to_one_thread, 2),
                     if_measured(row.ratio_to_opencv, 1), differs, time);
}

std::string table_notes(const Facts& facts) {
  return fmt::format(
      "Strandline {} ({}) on {},\n"
      "{}.\n"
      "White noise, threshold 0.30, border reflect101. Medians of rounds in which all contestants take\n"
      "turns; ratios are the other's time over ours in the same round. IQR: quartile distance / median.\n"
      "of copy: memcpy that moves as many bytes in all: 1 a pixel for u8, 1.5 for u16, 2.5 for f32.\n"
      "of threshold: a vector loop that reads each pixel once and writes a byte, no filter.\n"
      "x one thread: Strandline on one thread, in the same rounds.\n"
      "x OpenCV: GaussianBlur, Sobel x and y, magnitude, compare; not all of them use its threads.\n",
      kVersion, facts.backend, facts.cpu, facts.opencv);
}

std::string json_line(const EdgesRow& row, const Facts& facts) {
  nlohmann::ordered_json line;
  line["operation"] = "edges";
  line["pixel_type"] = to_string(row.edges_case.pixel_type);
  line["threads"] = row.edges_case.threads;
  line["rows"] = row.edges_case.rows;
  line["cols"] = row.edges_case.cols;
  line["gpx_per_s"] = row.gpx_per_s;
  line["ratio_to_copy"] = row.ratio_to_copy;
  line["ratio_to_threshold"] = row.ratio_to_threshold;
  if (row.ratio_to_one_thread != 0) line["ratio_to_one_thread"] = row.ratio_to_one_thread;
  if (row.edges_case.with_opencv) line["ratio_to_opencv"] = row.ratio_to_opencv;
  line["median_ms"] = row.median_ms;
  line["iqr_percent"] = percent(relative_iqr(row.samples.strandline));
  line["copy_median_ms"] = median(row.samples.copy);
  line["threshold_median_ms"] = median(row.samples.threshold);
  if (row.edges_case.with_opencv) {
    line["opencv_median_ms"] = median(row.samples.opencv);
    line["opencv_differs_percent"] = 100 * row.samples.opencv_differs;
  }
  line["largest_iqr_percent"] = percent(row.spread);
  line["samples"] = row.samples.strandline.size();
  line["cpu"] = facts.cpu;
  line["backend"] = facts.backend;
  line["opencv"] = facts.opencv;
  line["version"] = kVersion;
  if (!facts.commit.empty()) line["commit"] = facts.commit;
  return line.dump();
}

Facts gather_facts(std::string commit) {
  return {cpu_model(), choose_backend("cpu").description(), opencv_description(), std::move(commit)};
}

}  // namespace strandline::bench
