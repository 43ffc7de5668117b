// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline info: what a picture is, and how edges would be cut.
#include <memory>
#include <string>

#include <fmt/format.h>
#include <tbb/info.h>

#include <strandline/edges.hpp>
#include <strandline/error.hpp>
#include <strandline/raster.hpp>
#include <strandline/stream.hpp>

#include "commands.hpp"
#include "open_options.hpp"
#include "terminal.hpp"

namespace strandline::app {
namespace {

struct InfoArguments {
  std::string input;
  OpenOptions open;
  std::int64_t memory_bytes = std::int64_t{512} << 20;
};

std::string in_mib(std::int64_t bytes) { return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20)); }

std::string plural(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

void print_georeference(const Georeference& georeference) {
  if (georeference.empty()) {
    fmt::print("georeference  none\n");
    return;
  }
  // The first quoted string of a WKT is the name of the reference system.
  const std::string& wkt = georeference.crs.empty() ? georeference.ground_control_crs.wkt() : georeference.crs.wkt();
  const std::size_t begin = wkt.find('"');
  const std::size_t end = wkt.find('"', begin + 1);
  fmt::print("CRS           {}\n",
             end == std::string::npos ? "none" : printable(wkt.substr(begin + 1, end - begin - 1)));
  if (const auto& g = georeference.geotransform) {
    fmt::print("geotransform  x = {} + {} col + {} row, y = {} + {} col + {} row\n", (*g)[0], (*g)[1], (*g)[2], (*g)[3],
               (*g)[4], (*g)[5]);
  }
  if (!georeference.ground_control_points.empty()) {
    fmt::print("control       {} ground control points\n", georeference.ground_control_points.size());
  }
  if (!georeference.rpc.empty()) fmt::print("RPC           {} values\n", georeference.rpc.size());
  if (georeference.has_geolocation_arrays) fmt::print("geolocation   by arrays of their own, which no output keeps\n");
}

void print_picture(const RasterInfo& info) {
  fmt::print("format        {}\n", info.format);
  fmt::print("size          {} x {} (columns x rows)\n", info.cols, info.rows);
  fmt::print("type          {}, read as {}, full scale {}\n", info.stored_type, to_string(info.pixel_type),
             info.full_scale);
  fmt::print("reads         {}\n", printable(info.reading));
  for (const std::string& band : info.band_names) fmt::print("band          {}\n", printable(band));
  fmt::print("mask          {}\n", printable(info.mask));
  print_georeference(info.georeference);
  if (info.orientation != 1) {
    fmt::print("orientation   {} of TIFF and EXIF: viewers turn the picture, edges keeps pixels and tag\n",
               info.orientation);
  }
  for (const std::string& warning : info.warnings) fmt::print("warning       {}\n", printable(warning));
}

void print_plan(const BandPlan& plan, std::int64_t memory_bytes) {
  fmt::print("plan          {} of {}, halo {}, {} in flight\n", plural(plan.bands, "band"),
             plural(plan.band_rows, "row"), plural(plan.halo_rows, "row"), plan.bands_in_flight);
  fmt::print("memory        {} at most of {} allowed: {} bands, {} codec blocks, {} program\n",
             in_mib(plan.total_bytes()), in_mib(memory_bytes), in_mib(plan.buffer_bytes),
             in_mib(plan.codec_cache_bytes + plan.sink_bytes), in_mib(plan.fixed_bytes));
}

/// A file with several bands is worth a look before one is chosen, so without a choice its first band stands for all.
std::unique_ptr<RasterSource> open_any_band(const InfoArguments& arguments, bool& needs_band) {
  try {
    return open_raster(arguments.input, arguments.open);
  } catch (const InvalidArgument&) {
    if (arguments.open.band) throw;
    OpenOptions first = arguments.open;
    first.band = 1;
    auto source = open_raster(arguments.input, first);
    needs_band = true;
    return source;
  }
}

void run_info(const InfoArguments& arguments) {
  bool needs_band = false;
  const auto source = open_any_band(arguments, needs_band);
  RasterInfo info = source->info();
  if (needs_band) info.reading = "one of several bands: choose it with --band N (the plan below is for band 1)";
  print_picture(info);
  const EdgesOperation operation =
      make_edges_operation({EdgesOptions{}.threshold, Border::reflect101, info.full_scale}, info.pixel_type);
  const PlanRequest request{arguments.memory_bytes, 0, tbb::info::default_concurrency()};
  print_plan(plan_bands(info, operation, request), arguments.memory_bytes);
}

}  // namespace

void add_info_command(CLI::App& application) {
  const auto arguments = std::make_shared<InfoArguments>();
  CLI::App* command = application.add_subcommand(
      "info", "Show a picture's size, type, bands, nodata and georeference, and the plan for its edges");
  command->add_option("INPUT", arguments->input, "The picture to look at")->required()->type_name("");
  add_open_options(*command, arguments->open);
  command->add_option("--memory", arguments->memory_bytes, "Memory to plan for, such as 512M or 2G")
      ->transform(CLI::AsSizeValue(false).description(""))
      ->type_name("SIZE")
      ->default_str("512M");
  command->callback([arguments] { run_info(*arguments); });
}

}  // namespace strandline::app
