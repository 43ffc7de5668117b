// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Rows about images that lie in host memory and go through the card: the bus is what limits them.
#include "host_rows.hpp"

#include <algorithm>
#include <array>
#include <cstring>
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

void run_type(Report& report, const Selection& selection, PixelType type) {
  const StoppingRule rule =
      selection.quick ? StoppingRule{.enough_rounds = 5, .seconds_per_contestant = 0.2}
                      : StoppingRule{.enough_rounds = 15, .steady_relative_iqr = 0.02, .seconds_per_contestant = 1};
  const std::string pinned_name = fmt::format("host/{}/pinned", to_string(type));
  const std::string pageable_name = fmt::format("host/{}/pageable", to_string(type));
  if (!selection.wants(pinned_name) && !selection.wants(pageable_name)) return;

  const HostImage<cuda::PinnedMemory> pinned(type, kSize, kSize);
  const ExpectedEdges expected(make_edges_operation({}, type), pinned.input(), {});
  BusCopy bus(pinned);
  if (selection.wants(pinned_name)) report.add(run_case(pinned_name, pinned, bus, expected, rule));
  if (selection.wants(pageable_name)) {
    const HostImage<PageableMemory> pageable(type, kSize, kSize);
    report.add(run_case(pageable_name, pageable, bus, expected, rule));
  }
}

}  // namespace

void host_rows(Report& report, const Selection& selection) {
  for (const PixelType type : {PixelType::u8, PixelType::f32}) {
    if (selection.quick && type != PixelType::u8) continue;
    try {
      run_type(report, selection, type);
    } catch (const OutOfMemory& error) {
      report.leave_out(fmt::format("host/{}", to_string(type)), error.what());
    }
  }
}

}  // namespace strandline::bench
