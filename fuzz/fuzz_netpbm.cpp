// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Gives arbitrary bytes to the Netpbm reader, as a file and as a pipe, whole and in pieces: all must agree.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <span>
#include <string>
#include <unistd.h>
#include <vector>

#include <sys/mman.h>

#include <strandline/error.hpp>

#include "raster/file_descriptor.hpp"
#include "raster/netpbm.hpp"
#include "raster/netpbm_header.hpp"

namespace {

using namespace strandline;
using raster::FileDescriptor;

constexpr std::size_t kPipeBytes = 65536;  // what a pipe takes without a reader

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_netpbm: %s\n", what);
  std::abort();
}

std::string path_of(const FileDescriptor& file) { return "/proc/self/fd/" + std::to_string(file.number()); }

FileDescriptor file_with(std::span<const std::uint8_t> bytes) {
  FileDescriptor file(::memfd_create("fuzz_netpbm", MFD_CLOEXEC));
  require(file.is_open() && ::write(file.number(), bytes.data(), bytes.size()) == std::ssize(bytes), "no memory file");
  return file;
}

FileDescriptor pipe_with(std::span<const std::uint8_t> bytes) {
  int ends[2] = {};
  require(::pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0, "no pipe");
  const FileDescriptor write_end(ends[1]);
  require(::write(write_end.number(), bytes.data(), bytes.size()) == std::ssize(bytes), "the pipe is full");
  return FileDescriptor(ends[0]);
}

/// The pixels of a run of rows, or nothing where the source finds them corrupt or missing.
std::optional<std::vector<std::byte>> rows_of(RasterSource& source, std::int64_t first, std::int64_t count) {
  const RasterInfo& info = source.info();
  const std::int64_t row_bytes = info.cols * bytes_per_pixel(info.pixel_type);
  std::vector<std::byte> pixels(static_cast<std::size_t>(row_bytes * count));
  try {
    source.read(first, {pixels.data(), info.pixel_type, count, info.cols, row_bytes}, {});
  } catch (const FileError&) {
    return std::nullopt;
  }
  return pixels;
}

/// All rows, `step` at a time; nothing when any of them is missing.
std::optional<std::vector<std::byte>> rows_in_pieces(RasterSource& source, std::int64_t step) {
  std::vector<std::byte> pixels;
  bool is_whole = true;
  for (std::int64_t row = 0; row < source.info().rows && is_whole; row += step) {
    const auto piece = rows_of(source, row, std::min(step, source.info().rows - row));
    is_whole = piece.has_value();
    if (piece) pixels.insert(pixels.end(), piece->begin(), piece->end());
  }
  return is_whole ? std::optional(pixels) : std::nullopt;
}

std::unique_ptr<RasterSource> open_or_null(const FileDescriptor& file, std::optional<int> band) {
  try {
    return raster::open_netpbm(path_of(file), {band});
  } catch (const Error&) {
    return nullptr;
  }
}

void check_header(std::span<const std::uint8_t> bytes) {
  try {
    const auto header = raster::parse_netpbm_header(std::as_bytes(bytes), "fuzz");
    if (!header) return;
    require(header->rows > 0 && header->cols > 0 && header->maxval > 0 && header->maxval <= 65535, "bad sizes");
    require(header->header_bytes <= std::ssize(bytes) && header->file_bytes() > header->header_bytes, "bad lengths");
  } catch (const Error&) {
    return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span bytes(data, size);
  check_header(bytes);
  const FileDescriptor file = file_with(bytes);
  for (const std::optional<int> band : {std::optional<int>(), std::optional<int>(3)}) {
    const auto source = open_or_null(file, band);
    if (!source) continue;
    const auto whole = rows_of(*source, 0, source->info().rows);
    for (const std::int64_t step : {1, 3})
      require(whole == rows_in_pieces(*source, step), "the pixels depend on how the picture is cut");
  }
  if (size > kPipeBytes) return 0;
  const auto from_file = open_or_null(file, {});
  const auto from_pipe = open_or_null(pipe_with(bytes), {});
  const bool is_pfm = from_file && from_file->info().format == "PFM";
  require(!from_file || is_pfm || from_pipe, "a pipe is refused though a file of the same bytes is read");
  require(!is_pfm || !from_pipe, "PFM can't be read from a pipe");
  if (from_file && from_pipe)
    require(rows_in_pieces(*from_file, 2) == rows_in_pieces(*from_pipe, 2),
            "a pipe and a file of the same bytes differ");
  // A false claim is found on a pipe only where the bytes end, and must not be believed before.
  if (from_pipe && !from_file && from_pipe->info().cols <= std::ssize(bytes))
    require(!rows_of(*from_pipe, from_pipe->info().rows - 1, 1), "a row that is not in the pipe was read");
  return 0;
}
