// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The main job from end to end: open, plan, create, stream, finish.
#include <strandline/edges_file.hpp>
#include <strandline/error.hpp>

#include "raster/codec_cache.hpp"
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
  create.overwrite = options.overwrite;
  create.threads = threads;
  create.block_rows = plan.sink_block_rows;
  create.warn = options.warn ? options.warn : [](std::string_view) {};
  create.stop = options.stop;
  return create;
}

}  // namespace

EdgesFileResult edges_file(const std::filesystem::path& input, const std::filesystem::path& output,
                           const EdgesFileOptions& options) {
  const int threads = scheduling::usable_threads(options.execution.threads);
  const Backend& backend = choose_backend(options.execution.backend);
  // What only the options can tell is told before any file is looked at.
  make_edges_operation(options.edges, PixelType::u8);
  check_output_path(input, output, options.overwrite);
  OpenOptions open = options.open;
  open.stop = options.stop;
  const auto source = open_raster(input, open);
  const RasterInfo& info = source->info();
  for (const auto& file : info.files) check_output_path(file, output, options.overwrite);
  const EdgesOperation operation = operation_for(info, options);
  const BandPlan plan =
      plan_bands(info, operation, {options.memory_bytes, 0, threads, finishing_bytes(output, info.rows, info.cols)});
  const raster::CodecCacheScope cache(plan.codec_cache_bytes);
  const CreateOptions create = create_options_for(info, plan, threads, options);
  const auto sink = create_raster(output, create);

  const StreamOptions stream_options{plan, threads, options.on_progress, options.stop};
  const StreamResult counts = stream(*source, backend, operation, *sink, stream_options);
  source->finish_reading(create.warn);
  const bool declares_nodata = info.declares_nodata || counts.unknown_pixels > 0;
  sink->finish(declares_nodata ? std::optional<double>(kUnknown) : std::nullopt);
  return {info.rows, info.cols, counts, std::string(backend.name())};
}

}  // namespace strandline
