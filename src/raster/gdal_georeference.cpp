// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Moves a georeference between a GDAL dataset and ours.
#include "raster/gdal_georeference.hpp"

#include <cpl_conv.h>
#include <cpl_vsi.h>
#include <ogr_spatialref.h>
#include <utility>

#include "raster/gdal_scope.hpp"

namespace strandline::raster {
namespace {

std::string to_wkt(const OGRSpatialReference& crs) {
  const auto exported = [&](const char* format) {
    const char* const options[] = {format, nullptr};
    char* text = nullptr;
    const bool done = crs.exportToWkt(&text, options) == OGRERR_NONE && text;
    std::string wkt = done ? text : "";
    CPLFree(text);
    return wkt;
  };
  std::string wkt = exported("FORMAT=WKT2_2019");
  return wkt.empty() ? exported("FORMAT=WKT1_GDAL") : wkt;  // engineering CRS of some drivers have no WKT2
}

CoordinateSystem to_ours(const OGRSpatialReference* crs) {
  if (!crs) return {};
  const auto copy = std::make_shared<OGRSpatialReference>(*crs);
  copy->SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  return {to_wkt(*copy), copy};
}

// Whether the dataset's x and y are (northing, easting): nearly all drivers give them the other way round.
bool axes_are_swapped(const OGRSpatialReference* crs) {
  if (!crs) return false;
  OGRSpatialReference usual(*crs);
  usual.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  const auto& ours = crs->GetDataAxisToSRSAxisMapping();
  const auto& wanted = usual.GetDataAxisToSRSAxisMapping();
  return ours.size() >= 2 && wanted.size() >= 2 && ours[0] == wanted[1] && ours[1] == wanted[0];
}

void read_points(GDALDataset& dataset, Georeference& georeference) {
  const int count = dataset.GetGCPCount();
  if (count == 0) return;
  const GDAL_GCP* points = dataset.GetGCPs();
  const OGRSpatialReference* crs = dataset.GetGCPSpatialRef();
  georeference.ground_control_crs = to_ours(crs);
  const bool swapped = axes_are_swapped(crs);
  for (int i = 0; i < count; ++i) {
    const GDAL_GCP& p = points[i];
    georeference.ground_control_points.push_back(
        {p.pszId ? p.pszId : "", p.dfGCPPixel, p.dfGCPLine, p.dfGCPX, p.dfGCPY, p.dfGCPZ, p.pszInfo ? p.pszInfo : ""});
    auto& point = georeference.ground_control_points.back();
    if (swapped) std::swap(point.x, point.y);
  }
}

void read_grid(GDALDataset& dataset, Georeference& georeference) {
  const OGRSpatialReference* crs = dataset.GetSpatialRef();
  georeference.crs = to_ours(crs);
  std::array<double, 6> g{};
  if (dataset.GetGeoTransform(g.data()) != CE_None) return;
  if (axes_are_swapped(crs)) {
    for (std::size_t i = 0; i < 3; ++i) std::swap(g[i], g[i + 3]);
  }
  georeference.geotransform = g;
}

std::map<std::string, std::string> read_domain(GDALDataset& dataset, const char* domain) {
  std::map<std::string, std::string> result;
  const CPLStringList items(CSLDuplicate(dataset.GetMetadata(domain)));
  for (int i = 0; i < items.size(); ++i) {
    char* name = nullptr;
    const char* value = CPLParseNameValue(items[i], &name);
    if (name && value) result[name] = value;
    CPLFree(name);
  }
  return result;
}

/// By how many pixels GDAL's GeoTIFF moves ground control points where a pixel is a point. Up to 3.6 at least it is
/// one, since half a pixel is added in writing that should be taken away. Reading is right.
double displacement_of_points() {
  static const double displacement = [] {
    int unique = 0;
    const std::string name = "/vsimem/strandline-" + std::to_string(reinterpret_cast<std::uintptr_t>(&unique)) + ".tif";
    GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
    DatasetHandle dataset(driver ? driver->Create(name.c_str(), 1, 1, 1, GDT_Byte, nullptr) : nullptr);
    if (!dataset) return 0.0;
    dataset->SetMetadataItem(GDALMD_AREA_OR_POINT, GDALMD_AOP_POINT);
    const std::vector<GroundControlPoint> points = {{}};
    dataset->SetGCPs(1, to_gdal(points).data(), static_cast<const OGRSpatialReference*>(nullptr));
    dataset.reset();
    dataset = open_dataset(name);
    const double found = dataset && dataset->GetGCPCount() == 1 ? dataset->GetGCPs()[0].dfGCPPixel : 0;
    dataset.reset();
    VSIUnlink(name.c_str());
    return found;
  }();
  return displacement;
}

void write_points(GDALDataset& dataset, const Georeference& georeference) {
  std::vector<GroundControlPoint> points = georeference.ground_control_points;
  if (georeference.pixel_is_point && EQUAL(dataset.GetDriverName(), "GTiff")) {
    for (auto& point : points) {
      point.col -= displacement_of_points();
      point.row -= displacement_of_points();
    }
  }
  dataset.SetGCPs(static_cast<int>(points.size()), to_gdal(points).data(),
                  to_gdal(georeference.ground_control_crs).get());
}

}  // namespace

Georeference read_georeference(GDALDataset& dataset) {
  Georeference georeference;
  read_grid(dataset, georeference);
  read_points(dataset, georeference);
  const char* area_or_point = dataset.GetMetadataItem(GDALMD_AREA_OR_POINT);
  georeference.pixel_is_point = area_or_point && EQUAL(area_or_point, GDALMD_AOP_POINT);
  georeference.rpc = read_domain(dataset, "RPC");
  georeference.has_geolocation_arrays = CSLCount(dataset.GetMetadata("GEOLOCATION")) > 0;
  return georeference;
}

// No file holds a geotransform and ground control points both.
void write_georeference(GDALDataset& dataset, const Georeference& georeference) {
  if (georeference.pixel_is_point) dataset.SetMetadataItem(GDALMD_AREA_OR_POINT, GDALMD_AOP_POINT);
  if (georeference.geotransform || georeference.ground_control_points.empty()) {
    if (!georeference.crs.empty()) dataset.SetSpatialRef(to_gdal(georeference.crs).get());
  } else {
    write_points(dataset, georeference);
  }
  if (georeference.geotransform) {
    std::array<double, 6> geotransform = *georeference.geotransform;
    dataset.SetGeoTransform(geotransform.data());
  }
  if (!georeference.rpc.empty()) dataset.SetMetadata(to_gdal(georeference.rpc).List(), "RPC");
}

std::unique_ptr<OGRSpatialReference> to_gdal(const CoordinateSystem& crs) {
  if (crs.empty()) return nullptr;
  if (crs.object()) return std::make_unique<OGRSpatialReference>(*crs.object());
  auto result = std::make_unique<OGRSpatialReference>();
  result->SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  if (result->importFromWkt(crs.wkt().c_str()) != OGRERR_NONE) return nullptr;
  return result;
}

std::vector<GDAL_GCP> to_gdal(const std::vector<GroundControlPoint>& points) {
  std::vector<GDAL_GCP> result;
  for (const auto& p : points) {
    result.push_back({const_cast<char*>(p.id.c_str()), const_cast<char*>(p.info.c_str()), p.col, p.row, p.x, p.y, p.z});
  }
  return result;
}

CPLStringList to_gdal(const std::map<std::string, std::string>& items) {
  CPLStringList result;
  for (const auto& [name, value] : items) result.SetNameValue(name.c_str(), value.c_str());
  return result;
}

}  // namespace strandline::raster
