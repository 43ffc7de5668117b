// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Opens a picture by GDAL, and says what to do about what can't be opened or read.
#include "raster/gdal_open.hpp"

#include <array>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <string_view>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "raster/gdal_pictures.hpp"

namespace strandline::raster {
namespace {

// How to reach what is packed: by the end of its name, the prefix of GDAL's that unpacks it.
std::string unpacking_advice(const std::string& path) {
  struct Packing {
    std::string_view extension;
    std::string_view prefix;  // empty: GDAL 3.6 has none
    std::string_view inside;
  };
  constexpr std::array<Packing, 9> kPackings = {{{".tar.gz", "/vsitar/", "/NAME"},
                                                 {".tgz", "/vsitar/", "/NAME"},
                                                 {".tar", "/vsitar/", "/NAME"},
                                                 {".zip", "/vsizip/", "/NAME"},
                                                 {".gz", "/vsigzip/", ""},
                                                 {".xz", "", ""},
                                                 {".bz2", "", ""},
                                                 {".zst", "", ""},
                                                 {".7z", "", ""}}};
  const std::string name = CPLString(path).tolower();
  for (const auto& [extension, prefix, inside] : kPackings) {
    if (!name.ends_with(extension)) continue;
    if (prefix.empty()) return "it is packed, unpack it first";
    return fmt::format("it is packed, unpack it or read it as '{}{}{}'{}", prefix, path, inside,
                       inside.empty() ? "" : " where NAME is that of the picture in it");
  }
  return {};
}

bool tells_of_a_missing_file(const std::string& reason) { return reason.find("No such file") != std::string::npos; }

std::string missing_file_advice(const std::string& path) {
  return fmt::format("put the missing file back, or mend its name in '{}'", path);
}

[[noreturn]] void throw_not_opened(const std::string& path, const GdalScope& scope) {
  VSIStatBufL status;
  const bool exists = VSIStatL(path.c_str(), &status) == 0;
  const std::string reason = scope.reason("no driver knows its format");
  if (exists && VSI_ISDIR(status.st_mode)) {
    const bool is_any_folder = reason.find("not recognized") != std::string::npos;
    throw FileError(
        fmt::format("'{}' is a folder, and none that GDAL reads as a picture{}; give the name of a picture in it", path,
                    is_any_folder ? "" : fmt::format(" ({})", reason)));
  }
  const std::string unpacking = unpacking_advice(path);
  throw FileError(fmt::format("can't open '{}': {}; {}", path, reason,
                              !unpacking.empty() ? unpacking
                              : exists && tells_of_a_missing_file(reason)
                                  ? missing_file_advice(path)
                                  : "check that it is a complete picture in a format that GDAL reads"));
}

}  // namespace

DatasetHandle open_picture(const std::string& path, const GdalScope& scope) {
  DatasetHandle dataset = open_dataset(path);
  if (!dataset) throw_not_opened(path, scope);
  if (dataset->GetRasterCount() == 0) {
    const std::string names = list_subdatasets(*dataset);
    if (names.empty())
      throw FileError(fmt::format("no picture in '{}': it is a {} without bands; name another file", path,
                                  dataset->GetDriverName()));
    throw FileError(fmt::format("no picture in '{}' itself: it is a {} container; name one of its parts instead: {}",
                                path, dataset->GetDriverName(), names));
  }
  return dataset;
}

std::string advice_about_damage(GDALDataset& dataset, const std::string& path, const std::string& reason) {
  if (tells_of_a_missing_file(reason)) return missing_file_advice(path);
  if (std::string_view(dataset.GetDriverName()) == "VRT")
    return "a file that it is made of is truncated or corrupt, get that one anew";
  return "the file is truncated or corrupt, get it anew";
}

}  // namespace strandline::raster
