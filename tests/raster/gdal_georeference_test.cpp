// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of moving georeferences to GDAL and back, on datasets in memory, which keep all that they are told.
#include "raster/gdal_georeference.hpp"

#include <array>
#include <ogr_spatialref.h>
#include <string>

#include <gtest/gtest.h>

#include "raster/gdal_scope.hpp"

namespace strandline::raster {
namespace {

DatasetHandle in_memory() {
  register_gdal_drivers();
  return DatasetHandle(GetGDALDriverManager()->GetDriverByName("MEM")->Create("", 4, 4, 1, GDT_Byte, nullptr));
}

std::string wkt_of(int epsg) {
  const DatasetHandle dataset = in_memory();
  OGRSpatialReference crs;
  crs.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  crs.importFromEPSG(epsg);
  dataset->SetSpatialRef(&crs);
  return read_georeference(*dataset).crs_wkt;
}

void expect_round_trip(const Georeference& wanted) {
  const DatasetHandle dataset = in_memory();
  write_georeference(*dataset, wanted);
  const Georeference found = read_georeference(*dataset);
  EXPECT_EQ(found.crs_wkt, wanted.crs_wkt);
  EXPECT_EQ(found.geotransform, wanted.geotransform);
  EXPECT_EQ(found.pixel_is_point, wanted.pixel_is_point);
  ASSERT_EQ(found.ground_control_points.size(), wanted.ground_control_points.size());
  for (std::size_t i = 0; i < wanted.ground_control_points.size(); ++i) {
    EXPECT_EQ(found.ground_control_points[i].id, wanted.ground_control_points[i].id);
    EXPECT_EQ(found.ground_control_points[i].x, wanted.ground_control_points[i].x);
    EXPECT_EQ(found.ground_control_points[i].y, wanted.ground_control_points[i].y);
    EXPECT_EQ(found.ground_control_points[i].z, wanted.ground_control_points[i].z);
  }
}

// 4326 has latitude first, 2180 northing first, 32725 easting first.
constexpr std::array kCrs = {4326, 2180, 32725};

TEST(GdalGeoreference, ComesBackAsItWas) {
  expect_round_trip({});
  for (const int epsg : kCrs) {
    Georeference wanted;
    wanted.crs_wkt = wkt_of(epsg);
    ASSERT_NE(wanted.crs_wkt.find(std::to_string(epsg)), std::string::npos);
    expect_round_trip(wanted);
    wanted.geotransform = {10, 0.5, 0.125, 50, 0.25, -2};
    wanted.pixel_is_point = true;
    expect_round_trip(wanted);
    wanted.geotransform.reset();
    wanted.ground_control_points = {{"a", 1, 2, 3, 4, 5}, {"b", 2, 3, 4, 5, 6}, {"", 0, 3, 7, 9, 0}};
    expect_round_trip(wanted);
  }
}

TEST(GdalGeoreference, XIsTheEastingHoweverTheDatasetOrdersItsAxes) {
  for (const int epsg : kCrs) {
    const DatasetHandle dataset = in_memory();
    OGRSpatialReference crs;
    crs.SetAxisMappingStrategy(OAMS_AUTHORITY_COMPLIANT);
    crs.importFromEPSG(epsg);
    dataset->SetSpatialRef(&crs);
    std::array<double, 6> geotransform = {50, 0, -2, 10, 0.5, 0};
    dataset->SetGeoTransform(geotransform.data());
    const bool swapped = epsg != 32725;
    const std::array<double, 6> expected = {10, 0.5, 0, 50, 0, -2};
    EXPECT_EQ(read_georeference(*dataset).geotransform, swapped ? expected : geotransform) << epsg;
  }
}

TEST(GdalGeoreference, AFileWithoutGeotransformHasNone) {
  const DatasetHandle dataset = in_memory();
  EXPECT_TRUE(read_georeference(*dataset).empty());
  EXPECT_FALSE(read_georeference(*dataset).geotransform) << "not GDAL's default of one unit a pixel";
}

}  // namespace
}  // namespace strandline::raster
