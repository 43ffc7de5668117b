// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Every file that a dataset is read from.
#include "raster/gdal_files.hpp"

#include <cpl_string.h>
#include <set>
#include <string>

#include "raster/file_behind.hpp"
#include "raster/gdal_scope.hpp"

namespace strandline::raster {
namespace {

// What is not on a disk here, such as a part behind /vsicurl/, can't hold a file that an output would replace, and is
// not fetched to find out.
bool is_virtual_raster(const std::string& file) {
  const char* const drivers[] = {"VRT", nullptr};
  return !file_behind(file).empty() && GDALIdentifyDriverEx(file.c_str(), GDAL_OF_RASTER, drivers, nullptr) != nullptr;
}

void add_files(GDALDataset& dataset, std::set<std::string>& known, std::vector<std::filesystem::path>& files) {
  const CPLStringList list(dataset.GetFileList());
  for (int i = 0; i < list.size(); ++i) {
    if (!known.insert(list[i]).second) continue;
    files.emplace_back(list[i]);
    if (list[i] == std::string(dataset.GetDescription()) || !is_virtual_raster(list[i])) continue;
    if (const DatasetHandle part = open_dataset(list[i])) add_files(*part, known, files);
  }
}

}  // namespace

std::vector<std::filesystem::path> files_of(GDALDataset& dataset) {
  const GdalScope quiet;  // a part that can't be opened is told of when it is read
  std::set<std::string> known;
  std::vector<std::filesystem::path> files;
  add_files(dataset, known, files);
  return files;
}

}  // namespace strandline::raster
