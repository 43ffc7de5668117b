// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows about what the first call of a process costs.
#include "start_up_rows.hpp"

#include <chrono>
#include <cstdio>
#include <memory>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include <strandline/backend.hpp>
#include <strandline/edges.hpp>
#include <strandline/error.hpp>

#include "random_pixels.hpp"

namespace strandline::bench {
namespace {

constexpr std::int64_t kSize = 1024;

std::string own_path() {
  std::string path(4096, '\0');
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  if (length <= 0) throw Error("/proc/self/exe can't be read, leave the rows start-up out with --only");
  path.resize(static_cast<std::size_t>(length));
  return path;
}

double first_run_ms(const std::string& backend) {
  const std::string command = fmt::format("'{}' --first-run {}", own_path(), backend);
  struct Close {
    void operator()(std::FILE* pipe) const { pclose(pipe); }
  };
  const std::unique_ptr<std::FILE, Close> pipe(popen(command.c_str(), "r"));
  double ms = 0;
  if (pipe == nullptr || std::fscanf(pipe.get(), "%lf", &ms) != 1) {
    throw Error(fmt::format("{} printed no time, run it by hand", command));
  }
  return ms;
}

}  // namespace

void start_up_rows(Report& report, const Selection& selection) {
  for (const char* backend : {"cuda", "cpu"}) {
    const std::string name = fmt::format("start-up/{}", backend);
    if (!selection.wants(name)) continue;
    report.attempt(name, [&] {
      Row row{.name = name, .backend = backend, .rows = kSize, .cols = kSize, .timing = "first run of a process"};
      for (int i = 0; i < (selection.quick ? 2 : 5); ++i) row.samples.push_back(first_run_ms(backend));
      return row;
    });
  }
}

void print_first_run_ms(const std::string& backend) {
  const std::vector<std::uint8_t> image = random_pixels<std::uint8_t>(kSize * kSize);
  std::vector<std::uint8_t> output(image.size());
  const Operation operation = make_edges_operation({}, PixelType::u8);
  const auto start = std::chrono::steady_clock::now();
  run_band(choose_backend(backend), operation,
           whole_image_band(ImageView<const std::uint8_t>(image.data(), kSize, kSize),
                            ImageView<std::uint8_t>(output.data(), kSize, kSize)));
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  fmt::print("{}\n", elapsed.count());
}

}  // namespace strandline::bench
