// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Findings as JSON lines, written as they come.
#include "results/json_lines.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "catalogue.hpp"

namespace strandline::lab {
namespace {

/// Or a pipe: something that is there to be written to.
bool is_device(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return exists(status) && !is_regular_file(status) && !is_directory(status);
}

bool is_in_the_way(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) && !is_device(path);
}

[[noreturn]] void throw_in_the_way(const std::string& path) {
  throw FileError(fmt::format("'{}' exists, choose another name or allow --overwrite", path));
}

Json json_of(const Summary& summary) {
  Json json;
  json["unit"] = summary.unit;
  json["median"] = summary.has_samples() ? Json(summary.median) : Json();
  json["min"] = summary.has_spread() ? Json(summary.min) : Json();
  json["iqr"] = summary.has_spread() ? Json(summary.iqr) : Json();
  json["samples"] = summary.samples == kUnknownSamples ? Json() : Json(summary.samples);
  json["rejected"] = summary.rejected;
  json["ended"] = summary.ended;
  if (summary.work > 0 && !summary.work_unit.empty()) {
    json["work"] = summary.work;
    json["work_unit"] = summary.work_unit;
  }
  if (!summary.each.empty()) json["each"] = summary.each;
  return json;
}

}  // namespace

JsonLines::JsonLines(std::string path, bool overwrite) : path_(std::move(path)), overwrite_(overwrite) {
  if (path_ != "-" && !overwrite_ && is_in_the_way(path_)) throw_in_the_way(path_);
}

void JsonLines::begin_run(const Json& facts) {
  if (!file_) open();
  Json line = {{"type", "run"}, {"schema", kResultsSchema}};
  for (const auto& [key, value] : facts.items()) {
    if (!line.contains(key)) line[key] = value;
  }
  write(line);
}

void JsonLines::begin_experiment(const Description& description, const Json& sizes) {
  experiment_ = description.name;
  Json line = line_of("experiment");
  line["sizes"] = sizes;
  if (const auto digest = source_digest_of(description.name); !digest.empty()) line["source_digest"] = digest;
  write(line);
}

void JsonLines::row(const Row& row) {
  Json line = line_of("row");
  line["parameters"] = row.parameters;
  line["measured"] = Json::object();
  for (const auto& [name, summary] : row.measured) line["measured"][name] = json_of(summary);
  line["values"] = row.values;
  line["predicted"] = row.predicted;
  write(line);
}

void JsonLines::gate(const Gate& gate) {
  Json line = line_of("gate");
  line["name"] = gate.name;
  line["passed"] = gate.passed;
  line["detail"] = gate.detail;
  write(line);
}

void JsonLines::verdict(const std::string& sentence) {
  Json line = line_of("verdict");
  line["sentence"] = sentence;
  write(line);
}

void JsonLines::skipped(const std::string& reason) {
  Json line = line_of("skipped");
  line["reason"] = reason;
  write(line);
}

void JsonLines::failure(const std::string& what) {
  Json line = line_of("failure");
  line["what"] = what;
  write(line);
}

void JsonLines::end_experiment() { write(line_of("end")); }

Json JsonLines::line_of(const std::string& type) const { return {{"type", type}, {"experiment", experiment_}}; }

void JsonLines::open() {
  if (path_ == "-") {
    file_.reset(stdout);
    return;
  }
  const bool must_be_new = !overwrite_ && !is_device(path_);
  file_.reset(std::fopen(path_.c_str(), must_be_new ? "wxe" : "we"));
  if (file_) return;
  if (errno == EEXIST) throw_in_the_way(path_);
  throw FileError(fmt::format("can't create '{}', {}, choose another file for --json", path_, std::strerror(errno)));
}

void JsonLines::write(const Json& line) {
  const std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  const bool written = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size();
  if (written && std::fflush(file_.get()) == 0) return;
  throw FileError(fmt::format("can't write to '{}', {}, make room or choose another file for --json",
                              path_ == "-" ? "stdout" : path_, std::strerror(errno)));
}

}  // namespace strandline::lab
