// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Calls while the process ends: from an atexit() handler and from the destructors of static and thread_local objects,
// made before the first call and after it. Exits with 0 when all of them gave the right bytes.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <strandline/edges.hpp>
#include <strandline/edges_file.hpp>

namespace {

using namespace strandline;

constexpr std::int64_t kRows = 150;
constexpr std::int64_t kCols = 70;

template <Pixel T>
std::vector<std::uint8_t> edges_of_a_square(const std::string& backend, int threads) {
  std::vector<T> pixels(kRows * kCols);
  std::vector<std::uint8_t> valid(pixels.size(), 1);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<T>(i / kCols > 99 && i % kCols > 49 ? 1 : 0);
  valid[kCols * 20 + 20] = 0;
  std::vector<std::uint8_t> output(pixels.size(), 9);
  edges(ImageView<const T>(pixels.data(), kRows, kCols), ImageView<const std::uint8_t>(valid.data(), kRows, kCols),
        ImageView<std::uint8_t>(output.data(), kRows, kCols),
        {.threshold = 0.3, .border = Border::zero, .full_scale = 1.0}, {.backend = backend, .threads = threads});
  return output;
}

// Of a format that needs no GDAL, whose own thread_local objects are gone by then.
std::string edges_of_a_file() {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::string stem = folder / ("strandline_exit_" + std::to_string(::getpid()));
  const std::string input = stem + ".pgm";
  const std::string output = stem + "_edges.pgm";
  std::ofstream(input) << "P5 8 8 255\n" << std::string(32, '\0') << std::string(32, '\xff');
  EdgesFileOptions options;
  options.overwrite = true;
  options.execution.threads = 2;
  edges_file(input, output, options);
  std::ifstream file(output, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(input);
  std::filesystem::remove(output);
  return bytes;
}

/// Everything that is called.
struct Results {
  std::vector<std::vector<std::uint8_t>> edges;
  std::string file;
  bool operator==(const Results&) const = default;
};

Results call_all() {
  Results results;
  for (const char* backend : {"cpu", "auto", "reference"}) {
    for (const int threads : {1, 2}) {
      results.edges.push_back(edges_of_a_square<std::uint8_t>(backend, threads));
      results.edges.push_back(edges_of_a_square<std::uint16_t>(backend, threads));
      results.edges.push_back(edges_of_a_square<float>(backend, threads));
    }
  }
  results.file = edges_of_a_file();
  return results;
}

const Results* expected = nullptr;
int right_calls = 0;

void call_again(const char* when) {
  // Before the first call there is nothing to compare with, and nothing to be gone either.
  if (call_all() == *expected) {
    ++right_calls;
    return;
  }
  std::fprintf(stderr, "wrong bytes from a call in %s\n", when);
  std::_Exit(1);
}

struct CallsWhenItEnds {
  const char* when;
  ~CallsWhenItEnds() { call_again(when); }
};

/// Made first and gone last.
struct LastWord {
  ~LastWord() {
    call_again("the first static's destructor");
    std::fprintf(stderr, "%d of 7 calls were right\n", right_calls);
    std::_Exit(right_calls == 7 ? 0 : 1);
  }
};

LastWord last_word;

void call_in_a_thread() {
  thread_local CallsWhenItEnds before{"a thread_local's destructor, made before the thread's first call"};
  static_cast<void>(&before);
  call_all();
  thread_local CallsWhenItEnds after{"a thread_local's destructor, made after the thread's first call"};
  static_cast<void>(&after);
}

}  // namespace

int main() {
  std::atexit([] { call_again("a handler, registered before the first call"); });
  thread_local CallsWhenItEnds of_main{"the destructor of a thread_local of the main thread"};
  static_cast<void>(&of_main);
  expected = new Results(call_all());
  if (std::ranges::count(expected->edges[0], kEdge) == 0) return 2;
  static CallsWhenItEnds late{"the destructor of a static that was made after the first call"};
  static_cast<void>(&late);
  std::atexit([] { call_again("a handler, registered after the first call"); });
  std::thread(call_in_a_thread).join();
  return 3;  // which the last word replaces
}
