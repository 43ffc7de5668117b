// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Edges of a picture in a file, written to another file, in bounded memory.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include <strandline/edges.hpp>
#include <strandline/export.hpp>
#include <strandline/raster.hpp>
#include <strandline/stream.hpp>

namespace strandline {

struct EdgesFileOptions {
  /// The full scale, when left out, is the file's own.
  EdgesOptions edges = {};
  ExecutionOptions execution = {};
  OpenOptions open = {};
  /// Bound on the process's resident memory.
  std::int64_t memory_bytes = std::int64_t{512} << 20;
  bool overwrite = false;
  Compression compression = Compression::automatic;
  WarningHandler warn = {};
  std::function<void(const StreamProgress&)> on_progress = {};
  std::stop_token stop = {};
};

struct EdgesFileResult {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  StreamResult counts;
  std::string backend;
  std::string mask;  ///< RasterInfo::mask: what told which pixels are nodata
};

/// Reads `input`, finds its edges as edges() does, and writes them to `output` as one band of u8. The output declares
/// nodata 127 when the input declares nodata, a mask or alpha (and options.open.mask does not say otherwise), or when
/// some pixel is unknown.
/// `output` appears when complete; on any exception there is no such file, or the old one is untouched.
/// While the process ends, and in destructors of thread_local objects, only PGM, PPM and PFM can be read and written:
/// objects of GDAL's own are gone by then.
/// Throws what choose_backend(), check_output_path(), open_raster(), plan_bands(), create_raster() and stream() throw.
STRANDLINE_API EdgesFileResult edges_file(const std::filesystem::path& input, const std::filesystem::path& output,
                                          const EdgesFileOptions& options = {});

}  // namespace strandline
