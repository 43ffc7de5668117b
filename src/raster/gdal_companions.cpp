// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What GDAL reads with a picture: its mask, in the file or beside it, and what its format has no place for.
#include "raster/gdal_companions.hpp"

#include <cpl_minixml.h>
#include <cpl_vsi.h>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "raster/gdal_scope.hpp"

namespace strandline::raster {
namespace {

using IsReadable = bool (*)(const std::string&);

// An empty one is what some tools leave where nothing was to be said.
bool is_there(const std::string& path) {
  VSIStatBufL status;
  return VSIStatL(path.c_str(), &status) == 0 && VSI_ISREG(status.st_mode) && status.st_size > 0;
}

bool is_raster(const std::string& path) { return open_dataset(path) != nullptr; }

bool is_xml(const std::string& path) {
  struct Destroyer {
    void operator()(CPLXMLNode* node) const { CPLDestroyXMLNode(node); }
  };
  const std::unique_ptr<CPLXMLNode, Destroyer> tree(CPLParseXMLFile(path.c_str()));
  // Plain text parses too, as one node that is no element.
  return tree && (tree->eType == CXT_Element || tree->psNext != nullptr);
}

void check_companion(const std::string& path, IsReadable is_readable) {
  if (!is_there(path)) return;
  const GdalScope scope;
  if (is_readable(path)) return;
  throw FileError(
      fmt::format("can't read '{}', which belongs to the picture beside it: {}; get it anew, or remove it if "
                  "the picture is meant to be read without",
                  path, scope.reason("no driver knows its format")));
}

// GDAL lists the directories of a TIFF when it is first asked for a mask. One that can't be read may be the mask's.
void check_directories(GDALDataset& dataset, const std::string& path) {
  if (std::string_view(dataset.GetDriverName()) != "GTiff") return;
  const GdalScope scope;
  dataset.GetRasterBand(1)->GetMaskFlags();
  // A tag whose value makes no sense is left out, and the directory is read without it.
  if (!scope.failed_but_for("Bad value")) return;
  throw FileError(
      fmt::format("can't read all directories of '{}', one of which may be its mask: {}; the file is "
                  "truncated or corrupt, get it anew",
                  path, scope.reason()));
}

}  // namespace

void check_companions(GDALDataset& dataset, const std::string& path) {
  check_companion(path + ".msk", is_raster);
  check_companion(path + ".aux.xml", is_xml);
  check_directories(dataset, path);
}

}  // namespace strandline::raster
