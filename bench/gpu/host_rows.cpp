// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows about images that lie in host memory and go through the card: the bus is what limits them.
#include "host_rows.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <strandline/backend.hpp>
#include <strandline/edges.hpp>
#include <strandline/error.hpp>

#include "cuda/runtime/check.hpp"
#include "cuda/runtime/stream.hpp"
#include "expected_edges.hpp"
#include "host_image.hpp"

namespace strandline::bench {
namespace {

using cuda::check;

constexpr std::int64_t kSize = 16384;

/// Moves an image's bytes into the card and a result's bytes out of it at the same time, in page-locked memory: the
/// most that the bus can do.
class BusCopy {
 public:
  explicit BusCopy(const HostImage<cuda::PinnedMemory>& image)
      : image_(image),
        device_input_(image.pixels.size()),
        device_output_(image.output.size()),
        back_(image.output.size()) {
    check(cudaMemset(device_output_.data(), kMark, static_cast<std::size_t>(device_output_.bytes())), "cudaMemset");
    check(cudaDeviceSynchronize(), "cudaMemset");
  }

  void run() {
    check(cudaMemcpyAsync(device_input_.data(), image_.pixels.data(), static_cast<std::size_t>(device_input_.bytes()),
                          cudaMemcpyHostToDevice, in_.get()),
          "cudaMemcpyAsync");
    check(cudaMemcpyAsync(back_.data(), device_output_.data(), static_cast<std::size_t>(back_.bytes()),
                          cudaMemcpyDeviceToHost, out_.get()),
          "cudaMemcpyAsync");
    in_.synchronize();
    out_.synchronize();
  }

  /// Throws Error unless the last bytes of both ways have arrived.
  void check_arrived() const {
    std::array<std::byte, 4096> tail{};
    const std::int64_t first = device_input_.size() - static_cast<std::int64_t>(tail.size());
    check(cudaMemcpy(tail.data(), device_input_.data() + first, tail.size(), cudaMemcpyDeviceToHost), "cudaMemcpy");
    const bool in_is_right = std::memcmp(tail.data(), image_.pixels.data() + first, tail.size()) == 0;
    const bool out_is_right =
        std::all_of(back_.data(), back_.data() + back_.size(), [](std::uint8_t byte) { return byte == kMark; });
    if (!in_is_right || !out_is_right) throw Error("the copy through the bus is no copy, repair it");
  }

 private:
  static constexpr std::uint8_t kMark = 0x3C;

  const HostImage<cuda::PinnedMemory>& image_;
  cuda::Stream in_;
  cuda::Stream out_;
  cuda::DeviceBuffer<std::byte> device_input_;
  cuda::DeviceBuffer<std::uint8_t> device_output_;
  cuda::PinnedBuffer<std::uint8_t> back_;
};

void poison(const ImageView<std::uint8_t>& output) { std::memset(output.data, kPoison, output.rows * output.cols); }

template <class Memory>
Row run_case(const std::string& name, const HostImage<Memory>& image, BusCopy& bus, const ExpectedEdges& expected,
             const StoppingRule& rule) {
  const Backend& backend = choose_backend("cuda");
  const Operation operation = make_edges_operation({}, image.pixel_type);
  const std::span<const std::uint8_t> found(image.output.data(), static_cast<std::size_t>(image.output.size()));
  const auto check_edges = [&] { expected.check(found, fmt::format("backend cuda in {}", name)); };
  const std::array<Contestant, 2> contestants = {
      [&] { run_band(backend, operation, whole_image_band(image.input(), image.view())); }, [&] { bus.run(); }};

  poison(image.view());
  contestants[0]();
  check_edges();
  bus.run();
  bus.check_arrived();
  poison(image.view());
  std::vector<Samples> samples = measure_interleaved(contestants, rule);
  check_edges();

  return {.name = name,
          .pixel_type = image.pixel_type,
          .rows = image.rows,
          .cols = image.cols,
          .timing = "host clock",
          .samples = std::move(samples[0]),
          .peers = {{"pcie", "page-locked copies in and out at once, no kernel", std::move(samples[1])}}};
}

StoppingRule rule_for(const Selection& selection) {
  if (selection.quick) return {.enough_rounds = 5, .seconds_per_contestant = 0.2};
  return {.enough_rounds = 15, .steady_relative_iqr = 0.02, .seconds_per_contestant = 1};
}

/// What both rows of a pixel type need.
struct HostContest {
  explicit HostContest(PixelType type)
      : pinned(type, kSize, kSize), expected(make_edges_operation({}, type), pinned.input(), {}), bus(pinned) {}

  HostImage<cuda::PinnedMemory> pinned;
  ExpectedEdges expected;
  BusCopy bus;
};

void run_type(Report& report, const Selection& selection, PixelType type) {
  std::optional<HostContest> contest;
  for (const bool is_pinned : {true, false}) {
    const std::string name = fmt::format("host/{}/{}", to_string(type), is_pinned ? "pinned" : "pageable");
    if (!selection.wants(name)) continue;
    report.attempt(name, [&] {
      if (!contest) contest.emplace(type);
      auto& [pinned, expected, bus] = *contest;
      if (is_pinned) return run_case(name, pinned, bus, expected, rule_for(selection));
      return run_case(name, HostImage<PageableMemory>(type, kSize, kSize), bus, expected, rule_for(selection));
    });
  }
}

}  // namespace

void host_rows(Report& report, const Selection& selection) {
  run_type(report, selection, PixelType::u8);
  if (!selection.quick) run_type(report, selection, PixelType::f32);
}

}  // namespace strandline::bench
