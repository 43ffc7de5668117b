// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Reads rows of PGM, PPM and PFM files, and of PGM and PPM pipes, through a small scratch buffer.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <poll.h>
#include <span>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

#include <strandline/error.hpp>

#include "raster/file_descriptor.hpp"
#include "raster/netpbm.hpp"
#include "raster/netpbm_header.hpp"

namespace strandline::raster {
namespace {

constexpr std::int64_t kScratchBytes = std::int64_t{1} << 20;
constexpr std::size_t kFirstReadBytes = 4096;

[[noreturn]] void throw_unreadable(const std::filesystem::path& path) {
  throw FileError(
      fmt::format("can't read '{}', {}, check the file and its permissions", path.string(), error_text(errno)));
}

/// A file read at offsets. Of a pipe, offsets may only grow: what is skipped is read and dropped.
class InputFile {
 public:
  /// Not blocking: a pipe whose writer stalls, or has not come yet, is waited for by wait_for_bytes() only.
  explicit InputFile(std::filesystem::path path, std::stop_token stop = {})
      : path_(std::move(path)), file_(open_file(path_, O_RDONLY | O_NONBLOCK)), stop_(std::move(stop)) {
    struct stat status = {};
    if (!file_.is_open() || ::fstat(file_.number(), &status) != 0) throw_unreadable(path_);
    is_regular_ = S_ISREG(status.st_mode);
  }

  std::string name() const { return path_.string(); }
  bool is_regular() const { return is_regular_; }

  /// The length of a regular file, now; of a pipe what has come so far.
  std::int64_t bytes_present() const {
    struct stat status = {};
    if (!is_regular_) return position_;
    if (::fstat(file_.number(), &status) != 0) throw_unreadable(path_);
    return status.st_size;
  }

  bool can_reach(std::int64_t offset) const { return is_regular_ || offset >= position_; }

  /// Fills the buffer from an offset that can be reached; returns how much of it, less only at the file's end.
  std::size_t read_at(std::int64_t offset, std::span<std::byte> buffer) {
    if (!is_regular_ && !skip_to(offset)) return 0;
    std::size_t filled = 0;
    while (filled < buffer.size()) {
      const std::size_t count = read_once(offset + static_cast<std::int64_t>(filled), buffer.subspan(filled));
      if (count == 0) break;
      filled += count;
    }
    return filled;
  }

  /// At least one byte more at the end of `read`, at most `count`; false at the file's end. In place of read_at() for
  /// what comes in pieces of unknown size, such as a header on a pipe whose writer waits.
  bool append_some(std::vector<std::byte>& read, std::size_t count) {
    const std::size_t before = read.size();
    read.resize(before + count);
    read.resize(before + read_once(static_cast<std::int64_t>(before), std::span(read).subspan(before)));
    return read.size() > before;
  }

  /// Makes the next read_at() of a pipe begin within bytes that were read from its start already.
  void put_back(std::vector<std::byte> read, std::int64_t offset) {
    read_ahead_ = std::move(read);
    position_ = offset;
  }

 private:
  std::size_t read_once(std::int64_t offset, std::span<std::byte> buffer) {
    if (!is_regular_ && position_ < std::ssize(read_ahead_)) return take_back(buffer);
    ssize_t count = 0;
    do {
      if (!is_regular_) wait_for_bytes();
      count = is_regular_ ? ::pread(file_.number(), buffer.data(), buffer.size(), offset)
                          : ::read(file_.number(), buffer.data(), buffer.size());
    } while (count < 0 && (errno == EINTR || errno == EAGAIN));
    if (count < 0) throw_unreadable(path_);
    position_ += count;
    return static_cast<std::size_t>(count);
  }

  /// Until the pipe has bytes or its writer has gone.
  void wait_for_bytes() const {
    constexpr int kMillisecondsToStop = 100;
    pollfd pipe = {file_.number(), POLLIN, 0};
    while (::poll(&pipe, 1, kMillisecondsToStop) <= 0) {
      if (stop_.stop_requested()) throw Cancelled();
    }
  }

  std::size_t take_back(std::span<std::byte> buffer) {
    const auto rest = std::span(read_ahead_).subspan(static_cast<std::size_t>(position_));
    const std::size_t count = std::min(buffer.size(), rest.size());
    std::copy_n(rest.begin(), count, buffer.begin());
    position_ += static_cast<std::int64_t>(count);
    return count;
  }

  bool skip_to(std::int64_t offset) {
    std::array<std::byte, 65536> dropped;
    while (position_ < offset) {
      const auto wanted = std::min<std::int64_t>(offset - position_, dropped.size());
      if (read_once(position_, std::span(dropped).first(static_cast<std::size_t>(wanted))) == 0) return false;
    }
    return true;
  }

  std::filesystem::path path_;
  FileDescriptor file_;
  std::stop_token stop_;
  bool is_regular_ = false;
  std::int64_t position_ = 0;          // in a pipe
  std::vector<std::byte> read_ahead_;  // the pipe's first bytes
};

NetpbmHeader read_header(InputFile& file) {
  std::vector<std::byte> read;
  while (read.size() < kMaxNetpbmHeaderBytes) {
    const std::size_t step = std::max(kFirstReadBytes, read.size());
    if (!file.append_some(read, std::min(step, kMaxNetpbmHeaderBytes - read.size()))) {
      throw FileError(fmt::format("'{}' is truncated, it ends within its header after {} bytes, get the file anew",
                                  file.name(), read.size()));
    }
    if (const auto header = parse_netpbm_header(read, file.name())) {
      if (!file.is_regular()) file.put_back(std::move(read), header->header_bytes);
      return *header;
    }
  }
  throw FileError(fmt::format("'{}' has a corrupt header, it does not end within {} bytes, get the file anew",
                              file.name(), kMaxNetpbmHeaderBytes));
}

[[noreturn]] void throw_truncated(const InputFile& file, const NetpbmHeader& header) {
  throw FileError(
      fmt::format("'{}' is truncated, {} rows x {} cols take {} bytes and {} are present, get the file "
                  "anew",
                  file.name(), header.rows, header.cols, header.file_bytes(), file.bytes_present()));
}

/// Of a regular file, so that a false header is found before anybody allocates what it claims. Bytes after the picture
/// are left alone: the format allows several pictures in one file, and other tools read the first as well.
void check_length(const InputFile& file, const NetpbmHeader& header) {
  if (file.is_regular()) {
    if (file.bytes_present() < header.file_bytes()) throw_truncated(file, header);
  } else if (header.is_bottom_up) {
    throw FileError(
        fmt::format("'{}' is a pipe and PFM stores rows from bottom to top, which needs a regular file, copy the pipe "
                    "to a file first",
                    file.name()));
  }
}

std::string_view stored_type_name(PixelType type) {
  return type == PixelType::u8 ? "UInt8" : type == PixelType::u16 ? "UInt16" : "Float32";
}

std::vector<std::string> band_names(const NetpbmHeader& header) {
  const std::string_view type = stored_type_name(header.pixel_type);
  if (header.channels == 1) return {fmt::format("1: {}, Gray", type)};
  return {fmt::format("1: {}, Red", type), fmt::format("2: {}, Green", type), fmt::format("3: {}, Blue", type)};
}

RasterInfo describe(const NetpbmHeader& header, std::optional<int> band) {
  RasterInfo info;
  info.rows = header.rows;
  info.cols = header.cols;
  info.pixel_type = header.pixel_type;
  info.full_scale = static_cast<double>(header.maxval);
  info.format = header.pixel_type == PixelType::f32 ? "PFM" : header.channels == 3 ? "PPM" : "PGM";
  info.stored_type = stored_type_name(header.pixel_type);
  info.reading = band ? fmt::format("band {}", *band) : header.channels == 3 ? "luma of bands 1, 2, 3" : "gray";
  info.band_names = band_names(header);
  info.block_row_bytes = header.row_bytes;
  info.codec_bytes = kScratchBytes;
  return info;
}

void check_band(const InputFile& file, const NetpbmHeader& header, std::optional<int> band) {
  if (!band || (*band >= 1 && *band <= header.channels)) return;
  std::string there_are;
  for (const std::string& name : band_names(header)) there_are += fmt::format(" \"{}\"", name);
  throw InvalidArgument(
      fmt::format("'{}' has no band {}, choose one of those it has:{}", file.name(), *band, there_are));
}

void check_mask(const InputFile& file, std::optional<int> mask) {
  if (!mask || *mask == kNoMask) return;
  throw InvalidArgument(
      fmt::format("'{}' has no band {} for a mask, its kind of file has gray or colours alone, leave out --mask",
                  file.name(), *mask));
}

template <class T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <class T>
T luma(T red, T green, T blue) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::fma(29.0F, blue, std::fma(150.0F, green, 77.0F * red)) / 256.0F;
  } else {
    return static_cast<T>((77U * red + 150U * green + 29U * blue + 128U) >> 8);
  }
}

/// A run of pixels of one image row: (first_row, first_col) to (first_row + rows, first_col + cols).
struct Window {
  std::int64_t first_row = 0;
  std::int64_t rows = 0;
  std::int64_t first_col = 0;
  std::int64_t cols = 0;
};

class NetpbmSource final : public RasterSource {
 public:
  NetpbmSource(InputFile file, const NetpbmHeader& header, std::optional<int> band)
      : file_(std::move(file)),
        header_(header),
        band_(band),
        info_(describe(header, band)),
        pixel_bytes_(header.channels * header.sample_bytes()),
        window_cols_(std::min(header.cols, kScratchBytes / pixel_bytes_)),
        window_rows_(std::max<std::int64_t>(1, kScratchBytes / header.row_bytes)),
        scratch_(static_cast<std::size_t>(std::min(kScratchBytes, header.raster_bytes))) {}

  const RasterInfo& info() const override { return info_; }

  void read(std::int64_t first_row, MutableAnyImageView pixels, ImageView<std::uint8_t>) override {
    check_request(first_row, pixels);
    for (std::int64_t row = 0; row < pixels.rows; row += window_rows_) {
      for (std::int64_t col = 0; col < pixels.cols; col += window_cols_) {
        const Window window{first_row + row, std::min(window_rows_, pixels.rows - row), col,
                            std::min(window_cols_, pixels.cols - col)};
        deliver(window, fetch(window), pixels.rows_from(row, window.rows));
      }
    }
  }

 private:
  void check_request(std::int64_t first_row, const MutableAnyImageView& pixels) const {
    if (pixels.data == nullptr || pixels.pixel_type != info_.pixel_type || pixels.cols != info_.cols || first_row < 0 ||
        pixels.rows < 0 || pixels.rows > info_.rows - first_row) {
      throw InvalidArgument(fmt::format(
          "'{}' was asked for {} rows x {} cols of {} from row {}, it has {} rows x {} cols of {}, ask within those",
          file_.name(), pixels.rows, pixels.cols, to_string(pixels.pixel_type), first_row, info_.rows, info_.cols,
          to_string(info_.pixel_type)));
    }
  }

  /// The window's samples in this machine's byte order, in the file's order of rows.
  std::span<std::byte> fetch(const Window& window) {
    const std::int64_t stored_row =
        header_.is_bottom_up ? header_.rows - window.first_row - window.rows : window.first_row;
    const std::int64_t offset = header_.header_bytes + stored_row * header_.row_bytes + window.first_col * pixel_bytes_;
    if (!file_.can_reach(offset)) {
      throw FileError(
          fmt::format("'{}' is a pipe and row {} has passed, going back needs a regular file, copy the pipe "
                      "to a file first",
                      file_.name(), window.first_row));
    }
    const auto samples = std::span(scratch_).first(static_cast<std::size_t>(window.rows * window.cols * pixel_bytes_));
    const std::size_t filled = file_.read_at(offset, samples);
    if (filled < samples.size()) throw_truncated(file_, header_);
    convert_byte_order(samples, header_.sample_bytes(), header_.byte_order);
    if (header_.pixel_type == PixelType::u8) check_maxval<std::uint8_t>(samples, window);
    if (header_.pixel_type == PixelType::u16) check_maxval<std::uint16_t>(samples, window);
    return samples;
  }

  template <class T>
  void check_maxval(std::span<const std::byte> samples, const Window& window) const {
    if (header_.maxval == std::numeric_limits<T>::max()) return;
    T largest = 0;
    for (std::size_t i = 0; i < samples.size(); i += sizeof(T)) largest = std::max(largest, load<T>(&samples[i]));
    if (largest <= header_.maxval) return;
    std::size_t i = 0;
    while (load<T>(&samples[i]) <= header_.maxval) i += sizeof(T);
    const std::int64_t pixel = static_cast<std::int64_t>(i) / pixel_bytes_;
    throw FileError(
        fmt::format("'{}' is corrupt, the sample {} at row {}, col {} exceeds its maxval {}, get the file "
                    "anew",
                    file_.name(), load<T>(&samples[i]), window.first_row + pixel / window.cols,
                    window.first_col + pixel % window.cols, header_.maxval));
  }

  void deliver(const Window& window, std::span<const std::byte> samples, const MutableAnyImageView& rows) const {
    for (std::int64_t i = 0; i < window.rows; ++i) {
      const std::int64_t stored = header_.is_bottom_up ? window.rows - 1 - i : i;
      const std::byte* from = samples.data() + stored * window.cols * pixel_bytes_;
      std::byte* to = rows.row_bytes(i) + window.first_col * header_.sample_bytes();
      visit_pixel_type(header_.pixel_type, [&]<class T>(T) { deliver_row<T>(from, window.cols, to); });
    }
  }

  /// One row, or a part of it: gray, a channel of three, or luma.
  template <class T>
  void deliver_row(const std::byte* from, std::int64_t cols, std::byte* to) const {
    constexpr std::int64_t bytes = sizeof(T);
    if (header_.channels == 1) {
      std::memcpy(to, from, static_cast<std::size_t>(cols) * sizeof(T));
      return;
    }
    if (band_) {
      from += static_cast<std::size_t>(*band_ - 1) * sizeof(T);
      for (std::int64_t col = 0; col < cols; ++col) std::memcpy(to + col * bytes, from + 3 * col * bytes, sizeof(T));
      return;
    }
    for (std::int64_t col = 0; col < cols; ++col) {
      const std::byte* rgb = from + 3 * col * bytes;
      const T pixel = luma(load<T>(rgb), load<T>(rgb + bytes), load<T>(rgb + 2 * bytes));
      std::memcpy(to + col * bytes, &pixel, sizeof(T));
    }
  }

  InputFile file_;
  NetpbmHeader header_;
  std::optional<int> band_;
  RasterInfo info_;
  std::int64_t pixel_bytes_;
  std::int64_t window_cols_;
  std::int64_t window_rows_;
  std::vector<std::byte> scratch_;
};

}  // namespace

bool looks_like_netpbm(const std::filesystem::path& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) throw_unreadable(path);
  if (!S_ISREG(status.st_mode)) return true;
  std::array<std::byte, kNetpbmMagicBytes> first_bytes{};
  const std::size_t count = InputFile(path).read_at(0, first_bytes);
  return has_netpbm_magic(std::span(first_bytes).first(count));
}

std::unique_ptr<RasterSource> open_netpbm(const std::filesystem::path& path, const OpenOptions& options) {
  InputFile file(path, options.stop);
  const NetpbmHeader header = read_header(file);
  check_length(file, header);
  check_band(file, header, options.band);
  check_mask(file, options.mask);
  return std::make_unique<NetpbmSource>(std::move(file), header, options.band);
}

}  // namespace strandline::raster
