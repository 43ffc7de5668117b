// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline_bench: edges against a copy of the same bytes and against OpenCV, as a table and as JSON lines.
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <strandline/error.hpp>

#include "report.hpp"
#include "run_program.hpp"

namespace {

using namespace strandline;
using namespace strandline::bench;

struct Options {
  std::string json;
  std::string commit;
  std::vector<std::int64_t> sizes;
  bool scaling = false;
  bool quick = false;
};

void add_options(CLI::App& application, Options& options) {
  application.add_option("--json", options.json, "Write one JSON object a row to this file, replacing it");
  application.add_option("--commit", options.commit, "The commit to name in the JSON lines");
  application.add_option("--size", options.sizes, "Rows and columns of the image; may be given several times")
      ->check(CLI::Range(1, 32768))
      ->allow_extra_args(false);
  application.add_flag("--scaling", options.scaling, "Sizes from 256 to 32768, without OpenCV");
  application.add_flag("--quick", options.quick, "Small images and few rounds: shows that it works, not how fast");
}

class JsonFile {
 public:
  explicit JsonFile(const std::string& path) : path_(path) {
    if (!path.empty()) file_.open(path);
    check();
  }

  void write_line(const std::string& line) {
    if (path_.empty()) return;
    file_ << line << std::endl;  // a run that is broken off keeps what it has measured
    check();
  }

 private:
  void check() const {
    if (file_) return;
    throw FileError(fmt::format("can't write {}: {}, choose another file", path_, std::strerror(errno)));
  }

  std::string path_;
  std::ofstream file_;
};

std::vector<std::int64_t> sizes_of(const Options& options) {
  if (!options.sizes.empty()) return options.sizes;
  if (options.quick) return {64, 512};
  if (options.scaling) return {256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
  return {512, 2048, 8192};
}

std::vector<EdgesCase> make_cases(const Options& options) {
  std::vector<int> thread_counts = {1};
  if (const int all = tbb::this_task_arena::max_concurrency(); all > 1) thread_counts.push_back(all);

  std::vector<EdgesCase> cases;
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
    for (const int threads : thread_counts) {
      for (const std::int64_t size : sizes_of(options)) cases.push_back({type, threads, size, size, !options.scaling});
    }
  }
  return cases;
}

void run(const Options& options) {
  const std::vector<EdgesCase> cases = make_cases(options);
  const StoppingRule rule =
      options.quick ? StoppingRule{.enough_rounds = 5, .seconds_per_contestant = 0.1} : StoppingRule{};
  JsonFile json(options.json);
  const Facts facts = gather_facts(options.commit);

  int noisy_rows = 0;
  fmt::print("{}\n", table_head());
  for (const EdgesCase& edges_case : cases) {
    const EdgesRow row = make_row(edges_case, run_edges_case(edges_case, rule));
    fmt::print("{}\n", table_line(row));
    std::fflush(stdout);
    json.write_line(json_line(row, facts));
    noisy_rows += row.spread > kNoisySpread;
  }
  fmt::print("\n{}", table_notes(facts));
  if (noisy_rows > 0) {
    fmt::print("The machine was busy: in {} of {} rows the IQR of the time or of a ratio is above {:.0f} %.\n",
               noisy_rows, cases.size(), 100 * kNoisySpread);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App application("Measures edges against a copy of the same bytes and against OpenCV.", "strandline_bench");
  add_options(application, options);
  return run_program(application, argc, argv, "ask for a smaller --size", [&] { run(options); });
}
