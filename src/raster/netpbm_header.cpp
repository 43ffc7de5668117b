// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Parses the headers of the Netpbm family: https://netpbm.sourceforge.net/doc/pgm.html, ppm.html and pfm.html.
#include "raster/netpbm_header.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include <strandline/error.hpp>

namespace strandline::raster {
namespace {

constexpr std::size_t kMaxTokenBytes = 32;
constexpr std::size_t kMaxDigits = 18;  // so that every number fits into 64 bits
constexpr std::int64_t kMaxMaxval = 65535;

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

struct HeaderGoesOn {};

/// Reads words. A comment, from '#' through the end of the line, may stand anywhere up to the one white space before
/// the pixels, even within a word, and counts as nothing: its line's end does not end a word.
class HeaderReader {
 public:
  HeaderReader(std::span<const std::byte> bytes, std::string_view name) : bytes_(bytes), name_(name) {}

  std::size_t position() const { return position_; }

  [[noreturn]] void throw_corrupt(std::string_view what) const {
    throw FileError(fmt::format("'{}' has a corrupt header, {}, get the file anew", name_, what));
  }

  char next_byte() {
    if (position_ == bytes_.size()) throw HeaderGoesOn{};
    return static_cast<char>(bytes_[position_++]);
  }

  char next() {
    char c = next_byte();
    while (c == '#') {
      while (c != '\n' && c != '\r') c = next_byte();
      c = next_byte();
    }
    return c;
  }

  /// Skips white space, then reads up to and including one white space.
  std::string word(std::string_view what) {
    char c = next();
    while (is_space(c)) c = next();
    std::string read;
    for (; !is_space(c); c = next()) {
      if (read.size() == kMaxTokenBytes) throw_corrupt(fmt::format("its {} is longer than any number", what));
      read += c;
    }
    return read;
  }

  std::int64_t positive_number(std::string_view what) {
    const std::string digits = word(what);
    if (digits.find_first_not_of("0123456789") != std::string::npos)
      throw_corrupt(fmt::format("its {} is no number", what));
    if (digits.size() > kMaxDigits) throw_corrupt(fmt::format("its {} has too many digits", what));
    std::int64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (number == 0) throw_corrupt(fmt::format("its {} is 0", what));
    return number;
  }

  /// The sign of a number is all that a reader of PFM needs. Its magnitude is a unit (such as watts a square metre)
  /// that nearly no writer gives a meaning and most readers ignore, as we do: pixels are delivered as stored.
  bool has_negative_scale() {
    const std::string text = word("scale");
    const char* first = text.data() + (text.starts_with('+') ? 1 : 0);
    const char* last = text.data() + text.size();
    double scale = 0;
    const auto [end, failure] = std::from_chars(first, last, scale);
    if (failure != std::errc{} || end != last || !std::isfinite(scale) || scale == 0)
      throw_corrupt("its scale is not a number other than 0");
    return scale < 0;
  }

 private:
  std::span<const std::byte> bytes_;
  std::string_view name_;
  std::size_t position_ = 0;
};

std::string_view description_of_unsupported(char format) {
  switch (format) {
    case '1':
      return "a plain-text bitmap (PBM, P1)";
    case '2':
      return "a plain-text PGM (P2)";
    case '3':
      return "a plain-text PPM (P3)";
    case '4':
      return "a bitmap (PBM, P4)";
    case '7':
      return "a PAM picture (P7)";
    default:
      return {};
  }
}

/// The second letter of the magic number. Throws unless it is 5, 6, f or F.
char read_magic(HeaderReader& reader, std::span<const std::byte> first_bytes, std::string_view name) {
  if (first_bytes.size() < kNetpbmMagicBytes) throw HeaderGoesOn{};
  if (!has_netpbm_magic(first_bytes))
    throw FileError(fmt::format("'{}' is no PGM, PPM or PFM picture, convert it to one", name));
  reader.next_byte();
  const char format = reader.next_byte();
  if (const std::string_view unsupported = description_of_unsupported(format); !unsupported.empty()) {
    throw Unsupported(fmt::format("'{}' is {}, which is not supported, convert it to binary PGM (P5) or PPM (P6)", name,
                                  unsupported));
  }
  return format;
}

void check_sizes(NetpbmHeader& header, const HeaderReader& reader) {
  std::int64_t end = 0;
  if (__builtin_mul_overflow(header.cols, header.channels * header.sample_bytes(), &header.row_bytes) ||
      __builtin_mul_overflow(header.rows, header.row_bytes, &header.raster_bytes) ||
      __builtin_add_overflow(header.header_bytes, header.raster_bytes, &end)) {
    reader.throw_corrupt(fmt::format("no file can hold its {} rows x {} cols", header.rows, header.cols));
  }
}

}  // namespace

bool has_netpbm_magic(std::span<const std::byte> first_bytes) {
  if (first_bytes.size() < kNetpbmMagicBytes || static_cast<char>(first_bytes[0]) != 'P') return false;
  const char third = static_cast<char>(first_bytes[2]);
  return std::string_view("1234567fF").find(static_cast<char>(first_bytes[1])) != std::string_view::npos &&
         (is_space(third) || third == '#');
}

std::optional<NetpbmHeader> parse_netpbm_header(std::span<const std::byte> first_bytes, std::string_view name) try {
  HeaderReader reader(first_bytes, name);
  NetpbmHeader header;
  const char format = read_magic(reader, first_bytes, name);
  const bool is_float = format == 'f' || format == 'F';
  header.channels = format == '6' || format == 'F' ? 3 : 1;
  header.cols = reader.positive_number("width");
  header.rows = reader.positive_number("height");
  if (is_float) {
    header.pixel_type = PixelType::f32;
    header.byte_order = reader.has_negative_scale() ? std::endian::little : std::endian::big;
    header.maxval = 1;
    header.is_bottom_up = true;
  } else {
    header.maxval = reader.positive_number("maxval");
    if (header.maxval > kMaxMaxval) reader.throw_corrupt(fmt::format("its maxval {} exceeds 65535", header.maxval));
    header.pixel_type = header.maxval > 255 ? PixelType::u16 : PixelType::u8;
  }
  header.header_bytes = static_cast<std::int64_t>(reader.position());
  check_sizes(header, reader);
  return header;
} catch (const HeaderGoesOn&) {
  return std::nullopt;
}

void convert_byte_order(std::span<std::byte> samples, std::int64_t sample_bytes, std::endian order) {
  if (order == std::endian::native) return;
  const auto swap_all = [samples](auto sample, auto swap) {
    for (std::size_t i = 0; i + sizeof(sample) <= samples.size(); i += sizeof(sample)) {
      std::memcpy(&sample, &samples[i], sizeof(sample));
      sample = swap(sample);
      std::memcpy(&samples[i], &sample, sizeof(sample));
    }
  };
  if (sample_bytes == 2) swap_all(std::uint16_t{}, [](std::uint16_t s) { return __builtin_bswap16(s); });
  if (sample_bytes == 4) swap_all(std::uint32_t{}, [](std::uint32_t s) { return __builtin_bswap32(s); });
}

}  // namespace strandline::raster
