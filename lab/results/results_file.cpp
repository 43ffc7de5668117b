// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Reads files of results, line by line, and believes no line before it has looked at every field.
#include "results/results_file.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "results/json_lines.hpp"
#include "results/published_row.hpp"
#include "results/result_line.hpp"

namespace strandline::lab {
namespace {

double number_or_nothing(const Json& summary, const std::string& key, bool is_there) {
  if (is_there) return number_of(summary, key);
  if (!member(summary, key).is_null()) throw DamagedLine(fmt::format("'{}' is there without samples", key));
  return 0;
}

/// Not before schema 2, and then only where it is known.
void take_work(const Json& json, Summary& summary) {
  if (!json.contains("work") && !json.contains("work_unit")) return;
  summary.work = number_of(json, "work");
  summary.work_unit = text_of(json, "work_unit");
  if (summary.work <= 0 || summary.work_unit.empty()) throw DamagedLine("'work' is not above 0, or of no unit");
}

/// There only where lab run was to keep them.
void take_samples(const Json& json, Summary& summary) {
  if (!json.contains("each")) return;
  if (!json["each"].is_array()) throw DamagedLine("'each' is no list");
  for (const Json& sample : json["each"]) {
    if (!sample.is_number()) throw DamagedLine("'each' has what is no number");
    summary.each.push_back(sample.get<double>());
  }
  if (std::ssize(summary.each) != summary.samples) throw DamagedLine("'each' has another number than 'samples' says");
}

Summary summary_of(const Json& json) {
  Summary summary;
  summary.unit = text_of(json, "unit");
  summary.samples = member(json, "samples").is_null() ? kUnknownSamples : count_of(json, "samples");
  summary.rejected = count_of(json, "rejected");
  summary.ended = text_of(json, "ended");
  summary.median = number_or_nothing(json, "median", summary.has_samples());
  summary.min = number_or_nothing(json, "min", summary.has_spread());
  summary.iqr = number_or_nothing(json, "iqr", summary.has_spread());
  if (summary.iqr < 0) throw DamagedLine("'iqr' is below 0");
  if (summary.has_spread() && summary.min > summary.median) throw DamagedLine("'min' is above 'median'");
  take_work(json, summary);
  take_samples(json, summary);
  return summary;
}

Row row_of(const Json& line) {
  Row row;
  row.parameters = simple_object_of(line, "parameters", Nulls::refused);
  for (const auto& [name, summary] : object_of(line, "measured").items()) {
    if (!summary.is_object()) throw DamagedLine(fmt::format("'{}' in 'measured' is no object", name));
    row.measured.emplace_back(name, summary_of(summary));
  }
  row.values = simple_object_of(line, "values", Nulls::allowed);
  row.predicted = simple_object_of(line, "predicted", Nulls::allowed);
  return row;
}

Json sizes_of(const Json& line) {
  for (const auto& [name, values] : object_of(line, "sizes").items()) {
    if (!values.is_array()) throw DamagedLine(fmt::format("'{}' in 'sizes' is no list", name));
    for (const Json& value : values) {
      if (!value.is_number_integer()) throw DamagedLine(fmt::format("'{}' in 'sizes' has what is no integer", name));
    }
  }
  return line["sizes"];
}

Json facts_of(const Json& line) {
  const std::int64_t schema = count_of(line, "schema");
  if (schema > kResultsSchema) {
    throw DamagedLine(fmt::format("results of schema {}", schema),
                      fmt::format("read it with a newer strandline, this one knows schema {}", kResultsSchema));
  }
  if (schema < 1) throw DamagedLine("'schema' is below 1");
  Json facts = line;
  facts.erase("type");
  facts.erase("schema");
  return facts;
}

/// Puts lines together to runs.
class Runs {
 public:
  void take(const Json& line) {
    if (!line.contains("type")) return take_published(line);
    const std::string type = text_of(line, "type");
    if (type == "run") return begin_run(line);
    if (type == "experiment") return begin_experiment(line);
    take_finding(type, line);
  }

  std::vector<Results> runs;

 private:
  void begin_run(const Json& line) {
    Json facts = facts_of(line);
    runs.emplace_back().facts = std::move(facts);
    is_open_ = published_ = false;
  }

  void begin_experiment(const Json& line) {
    if (runs.empty() || published_) throw DamagedLine("an experiment without a run before it");
    ExperimentResults experiment;
    experiment.name = text_of(line, "experiment");
    experiment.sizes = sizes_of(line);
    if (line.contains("source_digest")) experiment.source_digest = text_of(line, "source_digest");
    experiment.complete = false;
    if (find(experiment.name) != nullptr) {
      throw DamagedLine(fmt::format("the experiment '{}' for the second time in one run", experiment.name));
    }
    runs.back().experiments.push_back(std::move(experiment));
    is_open_ = true;
  }

  void take_finding(const std::string& type, const Json& line) {
    const std::string name = text_of(line, "experiment");
    if (!is_open_ || runs.back().experiments.back().name != name) {
      throw DamagedLine(fmt::format("a '{}' of the experiment '{}', which isn't begun", type, name));
    }
    ExperimentResults& experiment = runs.back().experiments.back();
    if (type == "row") {
      experiment.rows.push_back(row_of(line));
    } else if (type == "gate") {
      experiment.gates.push_back({text_of(line, "name"), truth_of(line, "passed"), text_of(line, "detail")});
    } else if (type == "verdict") {
      experiment.verdicts.push_back(text_of(line, "sentence"));
    } else if (type == "skipped") {
      experiment.skipped.push_back(text_of(line, "reason"));
    } else if (type == "failure") {
      experiment.failures.push_back(text_of(line, "what"));
    } else if (type == "end") {
      experiment.complete = true;
      is_open_ = false;
    } else {
      throw DamagedLine(fmt::format("the type '{}', which there isn't", type));
    }
  }

  void take_published(const Json& line) {
    PublishedRow published = published_row_of(line);
    if (!published_ || runs.back().facts != published.facts) runs.emplace_back().facts = std::move(published.facts);
    published_ = true;
    is_open_ = false;
    ExperimentResults* own = find(published.experiment);
    if (own == nullptr) {
      own = &runs.back().experiments.emplace_back();
      own->name = published.experiment;
    }
    own->rows.push_back(std::move(published.row));
  }

  /// In the last run.
  ExperimentResults* find(const std::string& name) {
    auto& all = runs.back().experiments;
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& own) { return own.name == name; });
    return found == all.end() ? nullptr : &*found;
  }

  bool is_open_ = false;    // an experiment has begun and not ended
  bool published_ = false;  // the last run is one of published rows
};

struct Text {
  std::string line;
  bool ends_with_newline = true;
};

/// Reads no more than kLongestLine bytes, whatever the file is. Returns whether there was a line.
bool next_line(std::istream& file, Text& text) {
  text.line.resize(kLongestLine + 1);
  file.getline(text.line.data(), static_cast<std::streamsize>(text.line.size()));
  auto length = static_cast<std::size_t>(file.gcount());
  if (file.bad() || (length == 0 && file.eof())) return false;
  if (file.fail()) throw DamagedLine(fmt::format("more than {} bytes", kLongestLine));
  text.ends_with_newline = !file.eof();
  if (text.ends_with_newline) --length;  // it is counted though it isn't stored
  text.line.resize(length);
  return true;
}

void take_line(const Text& text, Runs& runs) {
  if (text.line.find_first_not_of(" \t\r") == std::string::npos) return;
  try {
    runs.take(parse_result_line(text.line));
  } catch (const NoJson&) {
    // What a run that was broken off within a line leaves.
    if (text.ends_with_newline) throw;
  }
}

/// Passes over blanks, and counts the lines that these are.
bool is_array(std::istream& stream, std::int64_t& line) {
  while (std::isspace(stream.peek()) != 0) line += stream.get() == '\n' ? 1 : 0;
  return stream.peek() == '[';
}

/// Published rows as one array, over as many lines as it likes; it is all that is left of the file.
void take_array(std::istream& stream, Runs& runs, std::int64_t& number) {
  std::string text(kLongestLine + 1, ' ');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > kLongestLine) throw DamagedLine(fmt::format("an array of more than {} bytes", kLongestLine));
  take_result_array(text, number, [&](const Json& row) { runs.take(row); });
}

[[noreturn]] void throw_unreadable(const std::string& path) {
  throw FileError(
      fmt::format("can't read '{}', {}, name a file that lab run --json has written", path, std::strerror(errno)));
}

std::ifstream open_to_read(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw_unreadable(path);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    errno = EISDIR;
    throw_unreadable(path);
  }
  return file;
}

}  // namespace

std::vector<Results> read_results(std::istream& stream, const std::string& name) {
  Runs runs;
  std::int64_t number = 1;
  try {
    if (is_array(stream, number)) take_array(stream, runs, number);
    for (Text text; next_line(stream, text); ++number) take_line(text, runs);
  } catch (const DamagedLine& damage) {
    throw FileError(fmt::format("{}, in line {} of '{}', {}", damage.what(), number, name, damage.remedy));
  }
  if (stream.bad()) throw_unreadable(name);
  if (runs.runs.empty()) {
    throw FileError(fmt::format("there are no results in '{}', name a file that lab run --json has written", name));
  }
  for (Results& run : runs.runs) run.source = name;
  return std::move(runs.runs);
}

std::vector<Results> read_results(const std::string& path) {
  std::ifstream file = open_to_read(path);
  return read_results(file, path);
}

}  // namespace strandline::lab
