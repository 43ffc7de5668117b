// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Edges of an image in device memory against copies of the same bytes and NPP's calls, taking turns.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <strandline/edges.hpp>
#include <strandline/image_view.hpp>

#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/stream.hpp"
#include "measuring/device_clock.hpp"
#include "device_copy.hpp"
#include "expected_edges.hpp"
#include "npp_edges.hpp"
#include "report.hpp"

namespace strandline::bench {

struct DeviceCase {
  std::string name;
  Border border = Border::reflect101;
  bool nodata = false;
  bool in_graph = false;  // and no NPP, which may not be captured
  bool with_npp = false;
};

/// Somebody who takes turns with us. Of those with one key only the fastest is reported.
struct Rival {
  std::string key;
  std::string name;
  TimedCalls calls;
  std::optional<double> differs = {};
  Samples samples = {};
};

/// The images of one pixel type and size: white noise, nodata, and an output for each contestant.
class DeviceContest {
 public:
  /// Rows times columns must be a multiple of 16. Throws OutOfMemory where the card has too little.
  DeviceContest(PixelType type, std::int64_t rows, std::int64_t cols);

  /// Checks every contestant's bytes, lets them take turns, and checks ours again: what was timed must have been the
  /// work. Throws Error when bytes are wrong.
  Row run(const DeviceCase& device_case, const StoppingRule& rule);

 private:
  AnyImageView input(const void* pixels) const;
  ImageView<const std::uint8_t> validity(const std::uint8_t* valid, bool nodata) const;
  Enqueue enqueue_edges(const DeviceCase& device_case);
  TimedCalls timed(const Enqueue& enqueue, const DeviceCase& device_case) const;

  void poison(const cuda::DeviceBuffer<std::uint8_t>& output);
  std::span<const std::uint8_t> download(const cuda::DeviceBuffer<std::uint8_t>& output);
  void check_edges(const DeviceCase& device_case, const ExpectedEdges& expected);
  void check_copy(std::string_view name, bool nodata);

  // Each checks what it adds.
  void add_copies(std::vector<Rival>& rivals, const DeviceCase& device_case);
  void add_npp(std::vector<Rival>& rivals, const DeviceCase& device_case, const ExpectedEdges& expected);

  PixelType type_;
  std::int64_t rows_;
  std::int64_t cols_;
  cuda::Stream stream_;
  cuda::DeviceBuffer<std::byte> pixels_;
  cuda::DeviceBuffer<std::uint8_t> valid_;
  cuda::DeviceBuffer<std::uint8_t> output_;
  cuda::DeviceBuffer<std::uint8_t> copy_output_;
  cuda::DeviceBuffer<std::uint8_t> npp_output_;
  cuda::PinnedBuffer<std::byte> host_pixels_;
  cuda::PinnedBuffer<std::uint8_t> host_valid_;
  cuda::PinnedBuffer<std::uint8_t> found_;
};

}  // namespace strandline::bench
