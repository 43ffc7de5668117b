// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Gives arbitrary bytes to the reader of results. What it takes must be the same when it is written and read again, fit
// to be shown, and neither faster nor slower than itself.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

#include <sys/mman.h>

#include <strandline/error.hpp>

#include "lab/results_in_memory.hpp"
#include "raster/file_descriptor.hpp"
#include "results/compare.hpp"
#include "results/json_lines.hpp"
#include "results/result_table.hpp"
#include "results/results_file.hpp"

namespace {

using namespace strandline;
using namespace strandline::lab;

// Written again, a line may be longer than it was, and lines have a limit.
constexpr std::size_t kMostBytes = 65536;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_results: %s\n", what);
  std::abort();
}

/// As JSON lines, and as a table, which is only made.
std::string written(const std::vector<Results>& runs) {
  const raster::FileDescriptor file(::memfd_create("fuzz_results", MFD_CLOEXEC));
  require(file.is_open(), "no memory file");
  const std::string path = "/proc/self/fd/" + std::to_string(file.number());
  JsonLines lines(path, true);
  std::ostringstream out;
  ResultTable table(out);
  for (const Results& run : runs) {
    test::tell(run, lines);
    test::tell(run, table);
  }
  std::string text(kMostBytes * 16, '\0');
  const ssize_t length = ::pread(file.number(), text.data(), text.size(), 0);
  require(length >= 0 && static_cast<std::size_t>(length) < text.size(), "no lines, or too many");
  text.resize(static_cast<std::size_t>(length));
  return text;
}

std::vector<Results> read(const std::string& text) {
  std::istringstream stream(text);
  return read_results(stream, "fuzz");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > kMostBytes) return 0;
  std::vector<Results> runs;
  try {
    runs = read(std::string(reinterpret_cast<const char*>(data), size));
  } catch (const FileError&) {
    return 0;
  }
  const std::string text = written(runs);
  require(written(read(text)) == text, "what was written and read again differs");
  const Comparison comparison = compare(runs, runs);
  require(comparison.count(Outcome::faster) + comparison.count(Outcome::slower) == 0, "it is quicker than itself");
  return 0;
}
