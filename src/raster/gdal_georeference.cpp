// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Moves a georeference between a GDAL dataset and ours.
#include "raster/gdal_georeference.hpp"

#include <cpl_conv.h>
#include <ogr_spatialref.h>
#include <utility>

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

// Whether the dataset's x and y are (northing, easting): nearly all drivers give them the other way round.
bool axes_are_swapped(const OGRSpatialReference& crs) {
  OGRSpatialReference usual(crs);
  usual.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  const auto& ours = crs.GetDataAxisToSRSAxisMapping();
  const auto& wanted = usual.GetDataAxisToSRSAxisMapping();
  return ours.size() >= 2 && wanted.size() >= 2 && ours[0] == wanted[1] && ours[1] == wanted[0];
}

void read_points(GDALDataset& dataset, Georeference& georeference) {
  const GDAL_GCP* points = dataset.GetGCPs();
  for (int i = 0; i < dataset.GetGCPCount(); ++i) {
    const GDAL_GCP& p = points[i];
    georeference.ground_control_points.push_back(
        {p.pszId ? p.pszId : "", p.dfGCPPixel, p.dfGCPLine, p.dfGCPX, p.dfGCPY, p.dfGCPZ});
  }
}

void swap_axes(Georeference& georeference) {
  if (auto& g = georeference.geotransform) {
    for (std::size_t i = 0; i < 3; ++i) std::swap((*g)[i], (*g)[i + 3]);
  }
  for (auto& point : georeference.ground_control_points) std::swap(point.x, point.y);
}

// GDAL copies the strings when the points are set.
std::vector<GDAL_GCP> to_gdal(const std::vector<GroundControlPoint>& points) {
  static char no_info[] = "";
  std::vector<GDAL_GCP> result;
  for (const auto& p : points) {
    result.push_back({const_cast<char*>(p.id.c_str()), no_info, p.col, p.row, p.x, p.y, p.z});
  }
  return result;
}

}  // namespace

Georeference read_georeference(GDALDataset& dataset) {
  Georeference georeference;
  const OGRSpatialReference* crs = dataset.GetSpatialRef();
  read_points(dataset, georeference);
  if (!crs && !georeference.ground_control_points.empty()) crs = dataset.GetGCPSpatialRef();
  std::array<double, 6> geotransform{};
  if (dataset.GetGeoTransform(geotransform.data()) == CE_None) georeference.geotransform = geotransform;
  if (crs) {
    georeference.crs_wkt = to_wkt(*crs);
    if (axes_are_swapped(*crs)) swap_axes(georeference);
  }
  const char* area_or_point = dataset.GetMetadataItem(GDALMD_AREA_OR_POINT);
  georeference.pixel_is_point = area_or_point && EQUAL(area_or_point, GDALMD_AOP_POINT);
  return georeference;
}

void write_georeference(GDALDataset& dataset, const Georeference& georeference) {
  if (georeference.pixel_is_point) dataset.SetMetadataItem(GDALMD_AREA_OR_POINT, GDALMD_AOP_POINT);
  OGRSpatialReference crs;
  crs.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  const bool has_crs = !georeference.crs_wkt.empty() && crs.importFromWkt(georeference.crs_wkt.c_str()) == OGRERR_NONE;
  const auto points = to_gdal(georeference.ground_control_points);
  if (!points.empty() && !georeference.geotransform) {
    dataset.SetGCPs(static_cast<int>(points.size()), points.data(), has_crs ? &crs : nullptr);
    return;
  }
  if (has_crs) dataset.SetSpatialRef(&crs);
  if (georeference.geotransform) {
    std::array<double, 6> geotransform = *georeference.geotransform;
    dataset.SetGeoTransform(geotransform.data());
  }
}

}  // namespace strandline::raster
