// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows that say where --backend auto should switch: the cpu and the cuda backend on the same host images.
#include "auto_rows.hpp"

#include <array>
#include <cstring>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <strandline/backend.hpp>
#include <strandline/edges.hpp>

#include "expected_edges.hpp"
#include "host_image.hpp"

namespace strandline::bench {
namespace {

Row run_case(const std::string& name, PixelType type, std::int64_t size, const Report& report,
             const StoppingRule& rule) {
  const HostImage<PageableMemory> image(type, size, size);
  const Operation operation = make_edges_operation({}, type);
  const ExpectedEdges expected(make_edges_operation({}, type), image.input(), {});
  std::array<Contestant, 2> contestants;
  const std::array<const char*, 2> backends = {"cuda", "cpu"};
  for (std::size_t i = 0; i < backends.size(); ++i) {
    const Backend& backend = choose_backend(backends[i]);
    contestants[i] = [&] { run_band(backend, operation, whole_image_band(image.input(), image.view())); };
    std::memset(image.output.data(), kPoison, static_cast<std::size_t>(image.output.size()));
    contestants[i]();
    expected.check({image.output.data(), static_cast<std::size_t>(image.output.size())},
                   fmt::format("backend {} in {}", backends[i], name));
  }
  std::vector<Samples> samples = measure_interleaved(contestants, rule);
  return {.name = name,
          .pixel_type = type,
          .rows = size,
          .cols = size,
          .timing = "host clock",
          .samples = std::move(samples[0]),
          .peers = {{"cpu", report.facts().cpu, std::move(samples[1])}}};
}

std::string verdict(PixelType type, std::int64_t fastest_from) {
  const std::string found =
      fastest_from == 0 ? std::string("at no size tried") : fmt::format("from {} x {} on", fastest_from, fastest_from);
  return fmt::format("{}: the cuda backend is the faster one {}", to_string(type), found);
}

}  // namespace

void auto_rows(Report& report, const Selection& selection) {
  const StoppingRule rule = {.enough_rounds = selection.quick ? 5 : 15,
                             .seconds_per_contestant = selection.quick ? 0.05 : 0.3};
  for (const PixelType type : {PixelType::u8, PixelType::f32}) {
    if (selection.quick && type != PixelType::u8) continue;
    std::int64_t fastest_from = 0;
    bool any = false;
    for (std::int64_t size = 64; size <= (selection.quick ? 4096 : 16384); size *= selection.quick ? 4 : 2) {
      const std::string name = fmt::format("auto/{}/{}", to_string(type), size);
      if (!selection.wants(name)) continue;
      report.attempt(name, [&] {
        Row row = run_case(name, type, size, report, rule);
        any = true;
        const bool is_faster = ratio_to(row.peers.front(), row) > 1;
        fastest_from = !is_faster ? 0 : fastest_from == 0 ? size : fastest_from;
        return row;
      });
    }
    if (any) fmt::print("{}\n", verdict(type, fastest_from));
  }
}

}  // namespace strandline::bench
