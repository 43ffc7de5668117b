// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What of a georeference a file fails to say.
#include "raster/gdal_georeference_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cpl_conv.h>
#include <cpl_string.h>
#include <ogr_spatialref.h>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "raster/gdal_georeference.hpp"

namespace strandline::raster {
namespace {

using Part = GeoreferencePart;

bool are_close(const std::array<double, 6>& a, const std::array<double, 6>& b) {
  const double pixel = std::abs(b[1]) + std::abs(b[2]) + std::abs(b[4]) + std::abs(b[5]);
  const auto close = [&](std::size_t i) {
    return std::abs(a[i] - b[i]) <= (i % 3 == 0 ? 1e-2 * pixel + 1e-9 * std::abs(b[i]) : 1e-6 * pixel);
  };
  return close(0) && close(1) && close(2) && close(3) && close(4) && close(5);
}

std::string to_wkt1(const OGRSpatialReference& crs) {
  char* text = nullptr;
  const bool done = crs.exportToWkt(&text) == OGRERR_NONE && text;
  std::string wkt = done ? text : "";
  CPLFree(text);
  return wkt;
}

// PROJ finds differences between some systems and what their own WKT 1 makes of them, though that says it all.
bool is_same(const OGRSpatialReference& a, const OGRSpatialReference& b) {
  const char* const options[] = {"IGNORE_COORDINATE_EPOCH=YES", "IGNORE_DATA_AXIS_TO_SRS_AXIS_MAPPING=YES", nullptr};
  if (a.IsSame(&b, options)) return true;
  const std::string wkt = to_wkt1(a);
  return !wkt.empty() && wkt == to_wkt1(b);
}

bool is_horizontal_part(const OGRSpatialReference& part, const OGRSpatialReference& whole) {
  OGRSpatialReference horizontal(whole);
  return horizontal.StripVertical() == OGRERR_NONE && is_same(part, horizontal);
}

bool has_codes_of(const OGRSpatialReference& found, const OGRSpatialReference& wanted) {
  constexpr std::array<const char*, 4> kNodes = {nullptr, "PROJCS", "GEOGCS", "VERT_CS"};
  return std::ranges::all_of(kNodes, [&](const char* node) {
    const char* code = wanted.GetAuthorityCode(node);
    const char* found_code = found.GetAuthorityCode(node);
    return !code || (found_code && EQUAL(found_code, code));
  });
}

GeoreferenceParts missing_parts(const CoordinateSystem& wanted, const CoordinateSystem& found) {
  GeoreferenceParts missing;
  const auto wanted_crs = to_gdal(wanted);
  if (!wanted_crs) return missing;
  const auto found_crs = to_gdal(found);
  if (!found_crs || (!is_same(*found_crs, *wanted_crs) && !is_horizontal_part(*found_crs, *wanted_crs))) {
    missing.push_back(Part::crs);
  } else if (!is_same(*found_crs, *wanted_crs)) {
    missing.push_back(Part::crs_vertical);
  } else if (!has_codes_of(*found_crs, *wanted_crs)) {
    missing.push_back(Part::crs_codes);
  }
  const double epoch = wanted_crs->GetCoordinateEpoch();
  const double found_epoch = found_crs ? found_crs->GetCoordinateEpoch() : 0;
  if (epoch > 0 && std::abs(found_epoch - epoch) > 1e-6) missing.push_back(Part::crs_epoch);
  return missing;
}

bool has_only_epoch(const GeoreferenceParts& parts) { return parts == GeoreferenceParts{Part::crs_epoch}; }

// .aux.xml keeps four decimals of a point's pixel, and thirteen digits of its place. Names are asked for, not invented.
bool is_same(const GroundControlPoint& wanted, const GroundControlPoint& found) {
  const auto close = [](double a, double b) { return std::abs(a - b) <= 1e-11 * std::abs(b) + 1e-12; };
  return std::abs(found.col - wanted.col) <= 1e-4 && std::abs(found.row - wanted.row) <= 1e-4 &&
         close(found.x, wanted.x) && close(found.y, wanted.y) && close(found.z, wanted.z) &&
         (wanted.id.empty() || found.id == wanted.id) && (wanted.info.empty() || found.info == wanted.info);
}

bool has_points_of(const Georeference& wanted, const Georeference& found) {
  const auto same = [](const auto& a, const auto& b) { return is_same(a, b); };
  return std::ranges::equal(wanted.ground_control_points, found.ground_control_points, same);
}

// Numbers by value: formats keep them as doubles and print them anew.
bool is_same_value(const std::string& wanted, const std::string& found) {
  const CPLStringList a(CSLTokenizeString2(wanted.c_str(), " ,\t\n", 0));
  const CPLStringList b(CSLTokenizeString2(found.c_str(), " ,\t\n", 0));
  if (a.size() > b.size()) return false;
  for (int i = 0; i < a.size(); ++i) {
    const bool numbers = CPLGetValueType(a[i]) != CPL_VALUE_STRING && CPLGetValueType(b[i]) != CPL_VALUE_STRING;
    const double x = CPLAtof(a[i]);
    if (numbers ? std::abs(CPLAtof(b[i]) - x) > 1e-12 * std::abs(x) : !EQUAL(a[i], b[i])) return false;
  }
  return true;
}

bool has_rpc_of(const Georeference& wanted, const Georeference& found) {
  return std::ranges::all_of(wanted.rpc, [&](const auto& item) {
    const auto there = found.rpc.find(item.first);
    return there != found.rpc.end() && is_same_value(item.second, there->second);
  });
}

void append_missing_points(GeoreferenceParts& missing, const Georeference& wanted, const Georeference& found) {
  if (wanted.ground_control_points.empty()) return;
  const GeoreferenceParts of_crs = missing_parts(wanted.ground_control_crs, found.ground_control_crs);
  if (!has_points_of(wanted, found) || (!of_crs.empty() && !has_only_epoch(of_crs))) {
    missing.push_back(Part::points);
  } else if (has_only_epoch(of_crs)) {
    missing.push_back(Part::points_epoch);
  }
}

}  // namespace

GeoreferenceParts missing_parts(const Georeference& wanted, const Georeference& found) {
  GeoreferenceParts missing = missing_parts(wanted.crs, found.crs);
  if (wanted.geotransform && !(found.geotransform && are_close(*found.geotransform, *wanted.geotransform))) {
    missing.push_back(Part::geotransform);
  }
  append_missing_points(missing, wanted, found);
  if (wanted.pixel_is_point && !wanted.empty() && !found.pixel_is_point) missing.push_back(Part::pixel_is_point);
  if (!has_rpc_of(wanted, found)) missing.push_back(Part::rpc);
  if (wanted.has_geolocation_arrays) missing.push_back(Part::geolocation);
  return missing;
}

bool drop_parts(Georeference& declared, const GeoreferenceParts& parts) {
  const auto has = [&](Part part) { return std::ranges::find(parts, part) != parts.end(); };
  bool dropped = false;
  const auto drop = [&](bool wanted, auto& part, bool is_there) {
    if (!wanted || !is_there) return;
    part = {};
    dropped = true;
  };
  const bool crs = has(Part::crs) || has(Part::crs_vertical) || has(Part::crs_epoch);
  drop(crs, declared.crs, !declared.crs.empty());
  drop(has(Part::geotransform), declared.geotransform, declared.geotransform.has_value());
  const bool points = has(Part::points) || has(Part::points_epoch);
  drop(points, declared.ground_control_points, !declared.ground_control_points.empty());
  drop(has(Part::rpc), declared.rpc, !declared.rpc.empty());
  return dropped;
}

bool drop_false_parts(Georeference& declared, const Georeference& wanted, const Georeference& found) {
  const GeoreferenceParts missing = missing_parts(wanted, found);
  GeoreferenceParts false_parts;
  for (const Part part : missing) {
    const bool is_there = part == Part::crs            ? !found.crs.empty()
                          : part == Part::geotransform ? found.geotransform.has_value()
                          : part == Part::points       ? !found.ground_control_points.empty()
                          : part == Part::rpc          ? !found.rpc.empty()
                                                       : false;
    if (is_there) false_parts.push_back(part);
  }
  // Made of the points, in place of them.
  if (!wanted.geotransform && found.geotransform) false_parts.push_back(Part::points);
  return drop_parts(declared, false_parts);
}

std::string names_of(const GeoreferenceParts& parts) {
  constexpr std::array<std::string_view, 11> kNames = {"coordinate system",
                                                       "vertical part of the coordinate system",
                                                       "codes of the coordinate system",
                                                       "coordinate epoch",
                                                       "geotransform",
                                                       "ground control points",
                                                       "coordinate epoch of the ground control points",
                                                       "AREA_OR_POINT",
                                                       "whole RPC",
                                                       "geolocation arrays",
                                                       "orientation"};
  std::vector<std::string_view> names;
  for (const Part part : parts) names.push_back(kNames[static_cast<std::size_t>(part)]);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace strandline::raster
