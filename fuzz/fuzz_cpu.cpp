// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Fuzzes the CPU backend against the reference: any small dense image, whole, with any options: the same bytes.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <strandline/backend.hpp>
#include <strandline/edges.hpp>
#include <strandline/error.hpp>

namespace {

using namespace strandline;

/// The parameters lead the input, the pixels are all that follows.
struct Header {
  std::uint8_t rows;
  std::uint8_t pixel_type;
  std::uint8_t border;
  std::uint8_t has_valid;
  float threshold;
};

std::vector<std::uint8_t> run(const Backend& backend, const EdgesOperation& operation, AnyImageView input,
                              ImageView<const std::uint8_t> valid) {
  std::vector<std::uint8_t> result(static_cast<std::size_t>(input.rows * input.cols), 0x5A);
  const ImageView<std::uint8_t> output(result.data(), input.rows, input.cols);
  run_band(backend, operation, whole_image_band(input, output, valid));
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Header header;
  if (size < sizeof(header)) return 0;
  std::memcpy(&header, data, sizeof(header));
  const auto type = static_cast<PixelType>(header.pixel_type % 3);
  const auto border = kAllBorders[header.border % kAllBorders.size()];
  const std::int64_t rows = header.rows % 64 + 1;
  const std::int64_t bytes_per = bytes_per_pixel(type) + header.has_valid % 2;
  const std::int64_t cols = static_cast<std::int64_t>(size - sizeof(header)) / (rows * bytes_per);
  if (cols < 1 || rows * cols > 16'384) return 0;

  EdgesOperation operation;
  try {
    operation = make_edges_operation({header.threshold, border, {}}, type);
  } catch (const InvalidArgument&) {
    return 0;
  }
  const std::uint8_t* pixels = data + sizeof(header);
  const AnyImageView input(reinterpret_cast<const std::byte*>(pixels), type, rows, cols, cols * bytes_per_pixel(type));
  ImageView<const std::uint8_t> valid;
  if (header.has_valid % 2) valid = {pixels + rows * cols * bytes_per_pixel(type), rows, cols};
  if (run(choose_backend("reference"), operation, input, valid) !=
      run(choose_backend("cpu"), operation, input, valid)) {
    std::fprintf(stderr, "cpu and reference differ on %ld x %ld %s, border %s\n", static_cast<long>(rows),
                 static_cast<long>(cols), to_string(type).data(), to_string(border).data());
    std::abort();
  }
  return 0;
}
