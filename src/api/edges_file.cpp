// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The main job from end to end: open, plan, create, stream, finish.
#include <strandline/edges_file.hpp>
#include <strandline/error.hpp>

#include "raster/address_space.hpp"
#include "raster/check_kinds.hpp"
#include "raster/codec_cache.hpp"
#include "scheduling/library_call.hpp"
#include "scheduling/threads.hpp"

namespace strandline {
namespace {

EdgesOperation operation_for(const RasterInfo& info, const EdgesFileOptions& options) {
  EdgesOptions edges = options.edges;
  if (!edges.full_scale) edges.full_scale = info.full_scale;
  return make_edges_operation(edges, info.pixel_type);
}

CreateOptions create_options_for(const RasterInfo& info, const BandPlan& plan, int threads,
                                 const EdgesFileOptions& options) {
  CreateOptions create;
  create.rows = info.rows;
  create.cols = info.cols;
  create.pixel_type = PixelType::u8;
  create.georeference = info.georeference;
  create.orientation = info.orientation;
  create.overwrite = options.overwrite;
  create.threads = threads;
  create.compression = options.compression;
  create.block_rows = plan.sink_block_rows;
  create.warn = options.warn ? options.warn : [](std::string_view) {};
  create.stop = options.stop;
  return create;
}

struct Course {
  const Backend* backend;
  BandPlan plan;
};

/// The backend that does it, and the plan for it. Under "auto", a GPU whose driver would take too much of the memory
/// that was allowed is left alone.
Course choose_course(const RasterInfo& info, const Operation& operation, PlanRequest request,
                     const std::string& backend_name) {
  const Backend& chosen = choose_backend(backend_name, {info.pixel_type, info.rows, info.cols, request.threads, false});
  request.backend_bytes = chosen.host_memory_bytes();
  try {
    return {&chosen, plan_bands(info, operation, request)};
  } catch (const OutOfMemory&) {
    if (backend_name != "auto" || request.backend_bytes == 0) throw;
  }
  const Backend& cpu = choose_backend("cpu");
  request.backend_bytes = cpu.host_memory_bytes();
  return {&cpu, plan_bands(info, operation, request)};
}

EdgesFileResult run_file(const std::filesystem::path& input, const std::filesystem::path& output,
                         const EdgesFileOptions& options) {
  const int threads = scheduling::usable_threads(options.execution.threads);
  // What only the options can tell is told before any file is looked at.
  choose_backend(options.execution.backend);
  make_edges_operation(options.edges, PixelType::f32);  // its full scale, 1, bounds the threshold least
  raster::check_kind(options.compression);
  check_output_path(input, output, options.overwrite);
  OpenOptions open = options.open;
  open.stop = options.stop;
  const auto source = open_raster(input, open);
  const RasterInfo& info = source->info();
  check_output_path(info.files, output, options.overwrite);
  const EdgesOperation operation = operation_for(info, options);
  const PlanRequest request{options.memory_bytes, 0, threads, finishing_bytes(output, info.rows, info.cols)};
  const auto [backend, plan] = choose_course(info, operation, request, options.execution.backend);
  raster::check_address_space(plan, threads);
  const raster::CodecCacheScope cache(plan.codec_cache_bytes);
  const CreateOptions create = create_options_for(info, plan, threads, options);
  for (const std::string& warning : info.warnings) create.warn(warning);
  const auto sink = create_raster(output, create);

  const RunOptions run{options.execution.device_memory_bytes};
  const StreamOptions stream_options{plan, threads, run, options.on_progress, options.stop};
  const StreamResult counts = stream(*source, *backend, operation, *sink, stream_options);
  source->finish_reading(create.warn);
  const bool declares_nodata = info.declares_nodata || counts.unknown_pixels > 0;
  sink->finish(declares_nodata ? std::optional<double>(kUnknown) : std::nullopt);
  return {info.rows, info.cols, counts, std::string(backend->name()), info.mask};
}

}  // namespace

EdgesFileResult edges_file(const std::filesystem::path& input, const std::filesystem::path& output,
                           const EdgesFileOptions& options) {
  return scheduling::library_call([&] { return run_file(input, output, options); });
}

}  // namespace strandline
