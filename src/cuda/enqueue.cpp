// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The library's calls for device pointers: arguments checked once, then the operation's own launcher.
#include <fmt/format.h>

#include <strandline/cuda.hpp>
#include <strandline/error.hpp>

#include "api/check_band.hpp"
#include "cuda/edges.hpp"
#include "scheduling/library_call.hpp"

namespace strandline::cuda {
namespace {

// Device code reads whole pixels, which the hardware wants aligned.
void check_alignment(const AnyImageView& input) {
  const std::int64_t bytes = bytes_per_pixel(input.pixel_type);
  if (reinterpret_cast<std::intptr_t>(input.data) % bytes == 0 && input.stride_bytes % bytes == 0) return;
  throw InvalidArgument(
      fmt::format("device input at {} with a stride of {} bytes has unaligned {} pixels, "
                  "make both multiples of {}",
                  fmt::ptr(input.data), input.stride_bytes, to_string(input.pixel_type), bytes));
}

void check_and_enqueue(const Operation& operation, const Band& band, StreamHandle stream) {
  api::check_band(operation, band);
  check_alignment(band.input);
  std::visit([&](const EdgesOperation& chosen) { enqueue_edges(chosen, band, stream); }, operation);
}

}  // namespace

void prepare() { scheduling::library_call(load_edges); }

void enqueue_band(const Operation& operation, const Band& band, StreamHandle stream) {
  scheduling::library_call([&] { check_and_enqueue(operation, band, stream); });
}

void enqueue_edges(AnyImageView input, ImageView<const std::uint8_t> valid, ImageView<std::uint8_t> output,
                   const EdgesOptions& options, StreamHandle stream) {
  if (input.rows != output.rows) {
    throw InvalidArgument(fmt::format("input has {} rows and output {}, make them equal", input.rows, output.rows));
  }
  enqueue_band(make_edges_operation(options, input.pixel_type), whole_image_band(input, output, valid), stream);
}

void enqueue_edges(AnyImageView input, ImageView<std::uint8_t> output, const EdgesOptions& options,
                   StreamHandle stream) {
  enqueue_edges(input, {}, output, options, stream);
}

}  // namespace strandline::cuda
