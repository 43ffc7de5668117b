// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The one tag of a TIFF directory that GDAL neither tells nor writes: Orientation.
#include "raster/tiff_directory.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace strandline::raster {
namespace {

constexpr std::uint64_t kOrientation = 274;
constexpr std::uint64_t kImageDescription = 270;
constexpr std::uint64_t kShort = 3;

using Bytes = std::span<std::uint8_t>;

// Entries lie in ascending order of their tags: (tag, type, count, value or its offset), by 2, 2, 4, 4 bytes, in
// BigTIFF by 2, 2, 8, 8.
struct Directory {
  bool is_big_endian = false;
  std::size_t entry_bytes = 0;
  std::uint64_t first_entry = 0;  // in the file
  std::vector<std::uint8_t> entries;

  std::size_t count() const { return entries.size() / entry_bytes; }
  std::size_t count_bytes() const { return (entry_bytes - 4) / 2; }
  Bytes entry(std::size_t i) { return Bytes(entries).subspan(i * entry_bytes, entry_bytes); }

  std::uint64_t number(std::span<const std::uint8_t> bytes) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      value = value << 8 | bytes[is_big_endian ? i : bytes.size() - 1 - i];
    }
    return value;
  }
  void set(Bytes bytes, std::uint64_t value) const {
    for (std::size_t i = 0; i < bytes.size(); ++i, value >>= 8) {
      bytes[is_big_endian ? bytes.size() - 1 - i : i] = static_cast<std::uint8_t>(value);
    }
  }
  std::uint64_t tag(std::size_t i) { return number(entry(i).first(2)); }
};

bool read_at(VSILFILE& file, std::uint64_t offset, Bytes bytes) {
  return VSIFSeekL(&file, offset, SEEK_SET) == 0 && VSIFReadL(bytes.data(), 1, bytes.size(), &file) == bytes.size();
}

std::optional<Directory> read_directory(VSILFILE& file, std::uint64_t base, std::optional<std::uint64_t> offset) {
  std::array<std::uint8_t, 16> header{};
  if (!read_at(file, base, Bytes(header).first(8))) return {};
  Directory directory;
  directory.is_big_endian = header[0] == 'M';
  const std::uint64_t version = directory.number(Bytes(header).subspan(2, 2));
  if (header[0] != header[1] || (header[0] != 'I' && header[0] != 'M') || (version != 42 && version != 43)) return {};
  const bool is_big_tiff = version == 43;
  if (is_big_tiff && !read_at(file, base, header)) return {};
  directory.entry_bytes = is_big_tiff ? 20 : 12;
  const Bytes first = is_big_tiff ? Bytes(header).subspan(8, 8) : Bytes(header).subspan(4, 4);
  const std::uint64_t begin = base + offset.value_or(directory.number(first));
  std::array<std::uint8_t, 8> count{};
  const Bytes count_bytes = Bytes(count).first(is_big_tiff ? 8 : 2);
  if (!read_at(file, begin, count_bytes)) return {};
  const std::uint64_t entries = directory.number(count_bytes);
  if (entries > 65535) return {};  // damaged: no file has so many tags
  directory.first_entry = begin + count_bytes.size();
  directory.entries.resize(entries * directory.entry_bytes);
  if (!read_at(file, directory.first_entry, directory.entries)) return {};
  return directory;
}

}  // namespace

int tiff_orientation(VSILFILE& file, std::uint64_t base, std::optional<std::uint64_t> offset) {
  auto directory = read_directory(file, base, offset);
  for (std::size_t i = 0; directory && i < directory->count(); ++i) {
    if (directory->tag(i) != kOrientation || directory->number(directory->entry(i).subspan(2, 2)) != kShort) continue;
    const std::uint64_t value = directory->number(directory->entry(i).subspan(4 + directory->count_bytes(), 2));
    if (value >= 1 && value <= 8) return static_cast<int>(value);
  }
  return 1;
}

bool replace_placeholder_by_orientation(const std::filesystem::path& path, int orientation) {
  const std::unique_ptr<VSILFILE, int (*)(VSILFILE*)> file(VSIFOpenL(path.c_str(), "r+b"), VSIFCloseL);
  auto directory = file ? read_directory(*file, 0, {}) : std::nullopt;
  if (!directory) return false;
  std::size_t place = 0;
  while (place < directory->count() && directory->tag(place) != kImageDescription) ++place;
  if (place == directory->count()) return false;
  // The entries between the two tags move down by one.
  for (; place + 1 < directory->count() && directory->tag(place + 1) < kOrientation; ++place) {
    std::ranges::copy(directory->entry(place + 1), directory->entry(place).begin());
  }
  const Bytes entry = directory->entry(place);
  const std::size_t count_bytes = directory->count_bytes();
  directory->set(entry.first(2), kOrientation);
  directory->set(entry.subspan(2, 2), kShort);
  directory->set(entry.subspan(4, count_bytes), 1);
  directory->set(entry.subspan(4 + count_bytes), 0);
  directory->set(entry.subspan(4 + count_bytes, 2), static_cast<std::uint64_t>(orientation));
  return VSIFSeekL(file.get(), directory->first_entry, SEEK_SET) == 0 &&
         VSIFWriteL(directory->entries.data(), 1, directory->entries.size(), file.get()) == directory->entries.size() &&
         VSIFFlushL(file.get()) == 0;
}

}  // namespace strandline::raster
