// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Of files that hold several pictures: what those are called, and that only one of them is read.
#include "raster/gdal_pictures.hpp"

#include <array>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace strandline::raster {
namespace {

CPLStringList subdatasets(GDALDataset& dataset) {
  return CPLStringList(CSLDuplicate(dataset.GetMetadata("SUBDATASETS")));
}

/// Reads a file from its start; past its end all bytes are 0.
class FileBytes {
 public:
  explicit FileBytes(const std::string& path) : file_(VSIFOpenL(path.c_str(), "rb"), &VSIFCloseL) {}

  template <std::size_t count>
  std::array<std::uint8_t, count> next() {
    std::array<std::uint8_t, count> bytes{};
    if (file_) VSIFReadL(bytes.data(), 1, count, file_.get());
    return bytes;
  }

  void skip(std::int64_t count) {
    if (file_) VSIFSeekL(file_.get(), VSIFTellL(file_.get()) + static_cast<vsi_l_offset>(count), SEEK_SET);
  }

 private:
  std::unique_ptr<VSILFILE, int (*)(VSILFILE*)> file_;
};

// A flag, and the size of the table of colours that follows if it is set.
void skip_gif_colours(FileBytes& file, std::uint8_t flags) {
  if ((flags & 0x80) != 0) file.skip(std::int64_t{3} << ((flags & 7) + 1));
}

// Read rather than sought: sub-blocks are short, and there are many.
void skip_gif_sub_blocks(FileBytes& file) {
  while (const int size = file.next<1>()[0]) {
    for (int i = 0; i < size; ++i) file.next<1>();
  }
}

bool gif_has_several_frames(FileBytes file) {
  constexpr std::uint8_t kExtension = 0x21;
  constexpr std::uint8_t kImage = 0x2C;
  skip_gif_colours(file, file.next<13>()[10]);
  for (int frames = 0;;) {
    const std::uint8_t block = file.next<1>()[0];
    if (block == kImage) {
      if (++frames > 1) return true;
      skip_gif_colours(file, file.next<9>()[8]);
    } else if (block != kExtension) {
      return false;
    }
    file.skip(1);  // the extension's label, or the size of the image's codes
    skip_gif_sub_blocks(file);
  }
}

// An animated PNG says so before its first picture, which is the one that is read.
bool png_has_several_frames(FileBytes file) {
  const auto number = [](const auto& bytes) {
    return std::int64_t{bytes[0]} << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
  };
  file.skip(8);
  while (true) {
    const std::int64_t length = number(file.next<4>());
    const auto name = file.next<4>();
    const std::string_view chunk(reinterpret_cast<const char*>(name.data()), name.size());
    if (chunk == "acTL") return number(file.next<4>()) > 1;
    if (chunk == "IDAT" || name[0] == 0) return false;
    file.skip(length + 4);
  }
}

// GDAL speaks of no other frames in these formats. It makes a band of each frame of a GIF where all are of one size.
bool has_other_frames(GDALDataset& dataset, const std::string& path) {
  const std::string_view format = dataset.GetDriverName();
  if (format == "GIF" || format == "BIGGIF")
    return dataset.GetRasterCount() == 1 && gif_has_several_frames(FileBytes(path));
  return format == "PNG" && png_has_several_frames(FileBytes(path));
}

}  // namespace

std::string list_subdatasets(GDALDataset& dataset) {
  constexpr int kMost = 3;
  const CPLStringList items = subdatasets(dataset);
  std::vector<std::string> names;
  for (int i = 1; i <= kMost; ++i) {
    const char* name = items.FetchNameValue(fmt::format("SUBDATASET_{}_NAME", i).c_str());
    if (name) names.push_back(fmt::format("'{}'", name));
  }
  if (items.size() / 2 > kMost) names.push_back("...");
  return fmt::format("{}", fmt::join(names, ", "));
}

std::optional<std::string> warning_of_other_pictures(GDALDataset& dataset, const std::string& path) {
  const int pictures = subdatasets(dataset).size() / 2;  // a name and a description each
  if (pictures > 1) {
    return fmt::format("'{}' holds {} pictures and only the first is read; name the one that is meant: {}", path,
                       pictures, list_subdatasets(dataset));
  }
  if (!has_other_frames(dataset, path)) return std::nullopt;
  return fmt::format("'{}' is animated and only its first frame is read; save the one that is meant by itself", path);
}

}  // namespace strandline::raster
