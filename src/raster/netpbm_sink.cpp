// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Writes rows of PGM and PFM files through a buffer, under a temporary name until they are complete.
#include <algorithm>
#include <cstring>
#include <span>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "raster/atomic_file.hpp"
#include "raster/file_descriptor.hpp"
#include "raster/netpbm.hpp"
#include "raster/netpbm_header.hpp"
#include "raster/sidecars.hpp"

namespace strandline::raster {
namespace {

constexpr std::int64_t kBufferBytes = std::int64_t{1} << 20;

/// What goes into the file, and in which order: PGM most significant byte first and from top to bottom, PFM, by the
/// minus in its scale, least significant byte first and from bottom to top.
struct Layout {
  std::string header;
  std::endian byte_order = std::endian::big;
  bool is_bottom_up = false;
  std::int64_t row_bytes = 0;
};

void check_pixel_type(const std::filesystem::path& path, PixelType type) {
  const bool is_pfm = lowercase_extension(path) == "pfm";
  if (is_pfm && type != PixelType::f32) {
    throw Unsupported(fmt::format("'{}' can't hold {} pixels, PFM holds f32 only, choose a name that ends in .pgm",
                                  path.string(), to_string(type)));
  }
  if (!is_pfm && type == PixelType::f32) {
    throw Unsupported(
        fmt::format("'{}' can't hold f32 pixels, PGM holds u8 and u16 only, choose a name that ends in "
                    ".pfm",
                    path.string()));
  }
}

Layout make_layout(const std::filesystem::path& path, const CreateOptions& options) {
  check_pixel_type(path, options.pixel_type);
  if (options.rows < 1 || options.cols < 1) {
    throw InvalidArgument(fmt::format("'{}' would be {} rows x {} cols, it needs at least one of each", path.string(),
                                      options.rows, options.cols));
  }
  Layout layout;
  if (options.pixel_type == PixelType::f32) {
    layout = {fmt::format("Pf\n{} {}\n-1.0\n", options.cols, options.rows), std::endian::little, true, 0};
  } else {
    layout.header = fmt::format("P5\n{} {}\n{}\n", options.cols, options.rows, natural_full_scale(options.pixel_type));
  }
  std::int64_t end = 0;
  if (__builtin_mul_overflow(options.cols, bytes_per_pixel(options.pixel_type), &layout.row_bytes) ||
      __builtin_mul_overflow(options.rows, layout.row_bytes, &end) ||
      __builtin_add_overflow(end, std::ssize(layout.header), &end)) {
    throw Unsupported(fmt::format("'{}' would be {} rows x {} cols, no file is that large, cut the picture up",
                                  path.string(), options.rows, options.cols));
  }
  return layout;
}

class NetpbmSink final : public RasterSink {
 public:
  NetpbmSink(const std::filesystem::path& path, const CreateOptions& options)
      : layout_(make_layout(path, options)),
        options_(options),
        target_(path),
        file_(open_file(target_.temporary_path(), O_WRONLY)),
        slot_cols_(std::min(options.cols, kBufferBytes / bytes_per_pixel(options.pixel_type))),
        slot_bytes_(slot_cols_ * bytes_per_pixel(options.pixel_type)),
        slots_(std::clamp<std::int64_t>(kBufferBytes / slot_bytes_, 1, options.rows)),
        buffer_(static_cast<std::size_t>(slots_ * slot_bytes_)) {
    if (!file_.is_open()) throw_unwritten(errno);
    write_at(0, std::as_bytes(std::span(layout_.header)));
    if (!options.georeference.empty()) warn("can't hold the georeference of the input");
    if (options.orientation != 1) warn("can't say which way up the input is shown");
  }

  void write(std::int64_t first_row, AnyImageView pixels) override {
    check_rows(first_row, pixels);
    for (std::int64_t row = 0; row < pixels.rows; ++row, ++next_row_) {
      for (std::int64_t col = 0; col < pixels.cols; col += slot_cols_) {
        const std::int64_t cols = std::min(slot_cols_, pixels.cols - col);
        const std::int64_t pixel_bytes = bytes_per_pixel(options_.pixel_type);
        append(next_row_, col * pixel_bytes,
               {pixels.row_bytes(row) + col * pixel_bytes, static_cast<std::size_t>(cols * pixel_bytes)});
      }
    }
  }

  void finish(std::optional<double> nodata) override {
    if (!file_.is_open()) throw InvalidArgument(fmt::format("'{}' is finished already", name()));
    if (next_row_ < options_.rows) {
      throw InvalidArgument(fmt::format("'{}' has {} of its {} rows, write the others before finishing it", name(),
                                        next_row_, options_.rows));
    }
    flush();
    if (const int error_number = file_.close(); error_number != 0) throw_unwritten(error_number);
    if (nodata) warn(fmt::format("can't declare the nodata value {}", *nodata));
    commit_picture(target_, options_);
  }

 private:
  std::string name() const { return target_.target().string(); }

  void warn(std::string_view what) const {
    if (!options_.warn) return;
    options_.warn(fmt::format("'{}' {}, {} has no place for it, choose a name that ends in .tif to keep it", name(),
                              what, layout_.is_bottom_up ? "PFM" : "PGM"));
  }

  [[noreturn]] void throw_unwritten(int error_number) const {
    throw FileError(fmt::format(
        "can't write '{}', {}, nothing was written under that name, free some space or choose another folder", name(),
        error_text(error_number)));
  }

  void check_rows(std::int64_t first_row, const AnyImageView& pixels) const {
    if (pixels.pixel_type != options_.pixel_type || pixels.cols != options_.cols) {
      throw InvalidArgument(fmt::format("'{}' takes {} cols of {}, got {} cols of {}, give rows of that kind", name(),
                                        options_.cols, to_string(options_.pixel_type), pixels.cols,
                                        to_string(pixels.pixel_type)));
    }
    if (!file_.is_open() || first_row != next_row_ || pixels.rows < 0 || pixels.rows > options_.rows - next_row_) {
      throw InvalidArgument(
          fmt::format("'{}' has {} of its {} rows, got {} from row {}, write rows in order, each once", name(),
                      next_row_, options_.rows, pixels.rows, first_row));
    }
  }

  /// A slot holds a row, or, where one is larger than the buffer, a part of it. Bottom-up, slots fill from the last.
  void append(std::int64_t row, std::int64_t row_offset, std::span<const std::byte> pixels) {
    if (used_slots_ == slots_) flush();
    const std::int64_t stored_row = layout_.is_bottom_up ? options_.rows - 1 - row : row;
    const std::int64_t offset = std::ssize(layout_.header) + stored_row * layout_.row_bytes + row_offset;
    const std::int64_t slot = layout_.is_bottom_up ? slots_ - 1 - used_slots_ : used_slots_;
    const auto place = std::span(buffer_).subspan(static_cast<std::size_t>(slot * slot_bytes_), pixels.size());
    std::memcpy(place.data(), pixels.data(), pixels.size());
    convert_byte_order(place, bytes_per_pixel(options_.pixel_type), layout_.byte_order);
    buffer_offset_ = used_slots_ == 0 ? offset : std::min(buffer_offset_, offset);
    ++used_slots_;
    used_bytes_ += std::ssize(pixels);
  }

  /// On failure the buffer keeps its bytes, so that nothing is ever left out.
  void flush() {
    const std::int64_t first_slot = layout_.is_bottom_up ? slots_ - used_slots_ : 0;
    write_at(buffer_offset_,
             std::span<const std::byte>(buffer_).subspan(static_cast<std::size_t>(first_slot * slot_bytes_),
                                                         static_cast<std::size_t>(used_bytes_)));
    used_slots_ = 0;
    used_bytes_ = 0;
  }

  void write_at(std::int64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::pwrite(file_.number(), bytes.data(), bytes.size(), offset);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) throw_unwritten(count < 0 ? errno : ENOSPC);
      offset += count;
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
  }

  Layout layout_;
  CreateOptions options_;
  AtomicFile target_;
  FileDescriptor file_;
  std::int64_t slot_cols_;
  std::int64_t slot_bytes_;
  std::int64_t slots_;
  std::vector<std::byte> buffer_;
  std::int64_t used_slots_ = 0;
  std::int64_t used_bytes_ = 0;
  std::int64_t buffer_offset_ = 0;
  std::int64_t next_row_ = 0;
};

}  // namespace

std::string lowercase_extension(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  if (!extension.empty()) extension.erase(0, 1);
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return extension;
}

bool is_netpbm_extension(std::string_view lowercase_extension) {
  return lowercase_extension == "pgm" || lowercase_extension == "pnm" || lowercase_extension == "pfm";
}

std::unique_ptr<RasterSink> create_netpbm(const std::filesystem::path& path, const CreateOptions& options) {
  return std::make_unique<NetpbmSink>(path, options);
}

}  // namespace strandline::raster
