// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Keeps beside a picture, in GDAL's .aux.xml, what of its georeference its format can't hold.
#include "raster/gdal_sidecar.hpp"

#include <algorithm>
#include <gdal_pam.h>
#include <ogr_spatialref.h>
#include <system_error>

#include "raster/gdal_georeference.hpp"
#include "raster/gdal_orientation.hpp"
#include "raster/gdal_scope.hpp"

namespace strandline::raster {
namespace {

namespace fs = std::filesystem;

/// GDAL's own writer of .aux.xml, without a picture: many drivers would change the file instead, or do nothing.
class Sidecar final : public GDALPamDataset {
 public:
  explicit Sidecar(const fs::path& picture) { SetDescription(picture.c_str()); }

  void declare(GeoreferencePart part, const Georeference& wanted) {
    using enum GeoreferencePart;
    if (part == crs || part == crs_vertical || part == crs_codes || part == crs_epoch) {
      SetSpatialRef(to_gdal(wanted.crs).get());
    } else if (part == geotransform) {
      std::array<double, 6> g = *wanted.geotransform;
      SetGeoTransform(g.data());
    } else if (part == points || part == points_epoch) {
      const auto gcps = to_gdal(wanted.ground_control_points);
      SetGCPs(static_cast<int>(gcps.size()), gcps.data(), to_gdal(wanted.ground_control_crs).get());
    } else if (part == pixel_is_point) {
      SetMetadataItem(GDALMD_AREA_OR_POINT, GDALMD_AOP_POINT);
    } else if (part == rpc) {
      SetMetadata(to_gdal(wanted.rpc).List(), "RPC");
    }
  }

  void save() { TrySaveXML(); }
};

void declare_beside(const fs::path& file, const Georeference& wanted, const GeoreferenceParts& parts) {
  const GdalScope scope;
  Sidecar sidecar(file);
  for (const GeoreferencePart part : parts) sidecar.declare(part, wanted);
  sidecar.save();
}

/// Whether nothing of `lost` was there before: neither it nor what it is a part of.
bool is_within(const GeoreferenceParts& lost, const GeoreferenceParts& missing) {
  using enum GeoreferencePart;
  const auto is_missing = [&](GeoreferencePart part) { return std::ranges::find(missing, part) != missing.end(); };
  return std::ranges::all_of(lost, [&](GeoreferencePart part) {
    const bool of_crs = part == crs_vertical || part == crs_codes || part == crs_epoch;
    return is_missing(part) || (of_crs && is_missing(crs)) || (part == points_epoch && is_missing(points));
  });
}

GeoreferenceParts missing_in(const fs::path& file, const CreateOptions& wanted) {
  const GdalScope scope;
  const DatasetHandle dataset = open_dataset(file.string());
  const Georeference found = dataset ? read_georeference(*dataset) : Georeference{};
  GeoreferenceParts missing = missing_parts(wanted.georeference, found);
  const bool same_orientation = dataset && read_orientation(*dataset) == wanted.orientation;
  if (wanted.orientation != 1 && !same_orientation) missing.push_back(GeoreferencePart::orientation);
  return missing;
}

}  // namespace

Georeference read_back_georeference(const fs::path& file) {
  const GdalScope scope;
  const DatasetHandle dataset = open_dataset(file.string());
  return dataset ? read_georeference(*dataset) : Georeference{};
}

GeoreferenceParts keep_missing_parts_beside(const fs::path& file, const CreateOptions& wanted) {
  if (wanted.georeference.empty() && wanted.orientation == 1) return {};
  const GeoreferenceParts missing = missing_in(file, wanted);
  GeoreferenceParts declared = missing;
  while (!declared.empty()) {
    declare_beside(file, wanted.georeference, declared);
    const GeoreferenceParts lost = missing_in(file, wanted);
    if (lost != missing && is_within(lost, missing)) return lost;
    // In some formats points hide a geotransform, so that one of the two is lost.
    std::error_code ignored;
    fs::remove(file.string() + ".aux.xml", ignored);
    if (std::erase(declared, GeoreferencePart::points) == 0) break;
  }
  return missing;
}

}  // namespace strandline::raster
