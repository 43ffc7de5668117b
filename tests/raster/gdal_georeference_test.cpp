// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of moving georeferences to GDAL and back, on datasets in memory, which keep all that they are told.
#include "raster/gdal_georeference.hpp"

#include <array>
#include <functional>
#include <ogr_spatialref.h>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "raster/gdal_georeference_parts.hpp"
#include "raster/gdal_scope.hpp"

namespace strandline::raster {
namespace {

DatasetHandle in_memory() {
  register_gdal_drivers();
  return DatasetHandle(GetGDALDriverManager()->GetDriverByName("MEM")->Create("", 4, 4, 1, GDT_Byte, nullptr));
}

CoordinateSystem crs_of(int epsg, double epoch = 0) {
  const DatasetHandle dataset = in_memory();
  OGRSpatialReference crs;
  crs.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  crs.importFromEPSG(epsg);
  crs.SetCoordinateEpoch(epoch);
  dataset->SetSpatialRef(&crs);
  return read_georeference(*dataset).crs;
}

void expect_round_trip(const Georeference& wanted) {
  const DatasetHandle dataset = in_memory();
  write_georeference(*dataset, wanted);
  const Georeference found = read_georeference(*dataset);
  EXPECT_EQ(found.crs.wkt(), wanted.crs.wkt());
  EXPECT_EQ(found.ground_control_crs.wkt(), wanted.ground_control_crs.wkt());
  EXPECT_EQ(found.rpc, wanted.rpc);
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
    wanted.crs = crs_of(epsg);
    ASSERT_NE(wanted.crs.wkt().find(std::to_string(epsg)), std::string::npos);
    expect_round_trip(wanted);
    wanted.rpc = {{"LINE_OFF", "1.5"}, {"SAMP_OFF", "2"}};
    wanted.geotransform = {10, 0.5, 0.125, 50, 0.25, -2};
    wanted.pixel_is_point = true;
    expect_round_trip(wanted);
    wanted.geotransform.reset();
    wanted.ground_control_crs = std::exchange(wanted.crs, {});
    wanted.ground_control_points = {{"a", 1, 2, 3, 4, 5}, {"b", 2, 3, 4, 5, 6}, {"", 0, 3, 7, 9, 0}};
    expect_round_trip(wanted);
  }
}

TEST(GdalGeoreference, ACrsIsCarriedWhole) {
  constexpr int kRdNewWithNap = 7415;
  Georeference wanted;
  wanted.crs = crs_of(kRdNewWithNap, 2021.3);
  const DatasetHandle dataset = in_memory();
  write_georeference(*dataset, wanted);
  const OGRSpatialReference& found = *dataset->GetSpatialRef();
  EXPECT_STREQ(found.GetAuthorityCode(nullptr), "7415");
  EXPECT_STREQ(found.GetAuthorityCode("PROJCS"), "28992");
  EXPECT_STREQ(found.GetAuthorityCode("VERT_CS"), "5709");
  EXPECT_EQ(found.GetCoordinateEpoch(), 2021.3);
  EXPECT_EQ(missing_parts(wanted, read_georeference(*dataset)), GeoreferenceParts{});
}

TEST(GdalGeoreference, ACrsByItsTextAloneIsDeclared) {
  Georeference wanted;
  wanted.crs = CoordinateSystem(crs_of(2180).wkt());
  expect_round_trip(wanted);
}

Georeference with_everything() {
  Georeference all;
  all.crs = crs_of(7415, 2021.3);
  all.geotransform = {10, 0.5, 0.125, 50, 0.25, -2};
  all.ground_control_points = {{"a", 1, 2, 3, 4, 5, "info"}, {"b", 2, 3, 4, 5, 6}};
  all.ground_control_crs = crs_of(7912, 2020.5);
  all.pixel_is_point = true;
  all.rpc = {{"LINE_NUM_COEFF", "1 2 3"}, {"SAMP_OFF", "2"}};
  all.has_geolocation_arrays = true;
  return all;
}

TEST(GdalGeoreference, EachMissingPartIsNamed) {
  using enum GeoreferencePart;
  const Georeference wanted = with_everything();
  EXPECT_EQ(missing_parts(wanted, wanted), GeoreferenceParts{geolocation}) << "no output ever has them";
  EXPECT_EQ(missing_parts(wanted, {}),
            (GeoreferenceParts{crs, crs_epoch, geotransform, points, pixel_is_point, rpc, geolocation}));
  EXPECT_EQ(missing_parts({}, wanted), GeoreferenceParts{});
  const auto missing_after = [&](const std::function<void(Georeference&)>& change) {
    Georeference found = wanted;
    change(found);
    GeoreferenceParts missing = missing_parts(wanted, found);
    std::erase(missing, geolocation);
    return missing;
  };
  EXPECT_EQ(missing_after([](Georeference& g) { g.crs = crs_of(28992, 2021.3); }), GeoreferenceParts{crs_vertical});
  EXPECT_EQ(missing_after([](Georeference& g) { g.crs = crs_of(7415); }), GeoreferenceParts{crs_epoch});
  EXPECT_EQ(missing_after([](Georeference& g) { g.crs = crs_of(32725, 2021.3); }), GeoreferenceParts{crs});
  EXPECT_EQ(missing_after([](Georeference& g) { g.ground_control_crs = crs_of(7912); }),
            GeoreferenceParts{points_epoch});
  EXPECT_EQ(missing_after([](Georeference& g) { g.ground_control_crs = crs_of(4326); }), GeoreferenceParts{points});
  EXPECT_EQ(missing_after([](Georeference& g) { g.ground_control_points[1].col += 1; }), GeoreferenceParts{points});
  EXPECT_EQ(missing_after([](Georeference& g) { g.ground_control_points[0].info = ""; }), GeoreferenceParts{points});
  EXPECT_EQ(missing_after([](Georeference& g) { g.ground_control_points.pop_back(); }), GeoreferenceParts{points});
  EXPECT_EQ(missing_after([](Georeference& g) { (*g.geotransform)[5] = 2; }), GeoreferenceParts{geotransform});
  EXPECT_EQ(missing_after([](Georeference& g) { g.rpc["LINE_NUM_COEFF"] = "1 2 4"; }), GeoreferenceParts{rpc});
  EXPECT_EQ(missing_after([](Georeference& g) { g.rpc["LINE_NUM_COEFF"] = "1 2"; }), GeoreferenceParts{rpc});
  EXPECT_EQ(missing_after([](Georeference& g) { g.rpc["LINE_NUM_COEFF"] = "1.0 2 3.00"; }), GeoreferenceParts{});
}

TEST(GdalGeoreference, ACrsWithoutItsCodeIsNamed) {
  Georeference wanted;
  wanted.crs = crs_of(28992);
  Georeference found;
  std::string text = wanted.crs.wkt();
  text.erase(text.rfind("ID[\"EPSG\",28992]"), std::string_view("ID[\"EPSG\",28992]").size());
  text.erase(text.find_last_of(','), 1);
  found.crs = CoordinateSystem(text);
  EXPECT_EQ(missing_parts(wanted, found), GeoreferenceParts{GeoreferencePart::crs_codes}) << text;
}

TEST(GdalGeoreference, OnlyWhatIsFalseIsDropped) {
  const Georeference wanted = with_everything();
  Georeference declared = wanted;
  EXPECT_FALSE(drop_false_parts(declared, wanted, {})) << "nothing said is nothing false";
  EXPECT_FALSE(drop_false_parts(declared, wanted, wanted));
  Georeference found = wanted;
  found.geotransform = {10, 0.5, 0.125, 50, 0.25, 2};
  EXPECT_TRUE(drop_false_parts(declared, wanted, found));
  EXPECT_FALSE(declared.geotransform);
  EXPECT_FALSE(declared.crs.empty());
  EXPECT_FALSE(drop_false_parts(declared, wanted, found)) << "it can't be dropped twice";
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
    GroundControlPoint point;
    point.x = 50;
    point.y = 10;
    dataset->SetGCPs(1, to_gdal(std::vector{point}).data(), &crs);
    EXPECT_EQ(read_georeference(*dataset).ground_control_points.at(0).x, swapped ? 10 : 50) << epsg;
  }
}

TEST(GdalGeoreference, GeolocationArraysAreSeen) {
  const DatasetHandle dataset = in_memory();
  EXPECT_FALSE(read_georeference(*dataset).has_geolocation_arrays);
  dataset->SetMetadataItem("X_DATASET", "x.tif", "GEOLOCATION");
  EXPECT_TRUE(read_georeference(*dataset).has_geolocation_arrays);
}

TEST(GdalGeoreference, AFileWithoutGeotransformHasNone) {
  const DatasetHandle dataset = in_memory();
  EXPECT_TRUE(read_georeference(*dataset).empty());
  EXPECT_FALSE(read_georeference(*dataset).geotransform) << "not GDAL's default of one unit a pixel";
}

}  // namespace
}  // namespace strandline::raster
