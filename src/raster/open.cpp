// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which reader or writer a path goes to.
#include <cerrno>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <sys/stat.h>

#include <strandline/error.hpp>
#include <strandline/raster.hpp>

#include "raster/check_kinds.hpp"
#include "raster/file_descriptor.hpp"
#include "raster/library_calls.hpp"
#include "raster/netpbm.hpp"
#include "raster/output_path.hpp"
#include "raster/saturating.hpp"
#ifdef STRANDLINE_WITH_GDAL
#include "raster/gdal.hpp"
#endif
#include "scheduling/library_call.hpp"

namespace strandline {
namespace {

namespace fs = std::filesystem;

std::unique_ptr<RasterSource> open_by_gdal(const fs::path& path, [[maybe_unused]] const OpenOptions& options) {
#ifdef STRANDLINE_WITH_GDAL
  return raster::open_gdal(path, options);
#else
  throw Unsupported(fmt::format(
      "'{}' is no PGM, PPM or PFM picture and this build has no GDAL for others, convert it or build with GDAL",
      path.string()));
#endif
}

/// Some formats are folders, such as Zarr.
std::unique_ptr<RasterSource> open_folder(const fs::path& path, [[maybe_unused]] const OpenOptions& options) {
#ifdef STRANDLINE_WITH_GDAL
  return raster::open_gdal(path, options);
#else
  throw FileError(fmt::format("'{}' is a folder, give the name of a picture in it", path.string()));
#endif
}

/// Names that GDAL takes though no file bears them: "/vsizip/a.zip/b.tif", "NETCDF:a.nc:height", "vrt://a.tif?bands=2",
/// a VRT's own text. One upper-case letter before the colon is a drive, not a driver.
bool is_name_for_gdal(std::string_view path) {
  for (const std::string_view start : {"/vsi", "vrt://", "<VRTDataset"}) {
    if (path.starts_with(start)) return true;
  }
  const std::size_t word = path.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  return word != std::string_view::npos && word >= 2 && path[word] == ':' && path[0] >= 'A' && path[0] <= 'Z';
}

bool is_tiff(const fs::path& path) {
  const std::string extension = raster::lowercase_extension(path);
  return extension == "tif" || extension == "tiff";
}

std::unique_ptr<RasterSource> open_source(const fs::path& path, const OpenOptions& options) {
  if (path.empty()) throw FileError("the name of the input is empty, give the name of a picture");
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) {
    const int error_number = errno;
    if (is_name_for_gdal(path.native())) return open_by_gdal(path, options);
    if (error_number == ENOENT) throw FileError(fmt::format("'{}': no such file, check the name", path.string()));
    throw FileError(
        fmt::format("'{}' can't be reached, {}, check the name", path.string(), raster::error_text(error_number)));
  }
  if (S_ISDIR(status.st_mode)) return open_folder(path, options);
  if (S_ISREG(status.st_mode) && status.st_size == 0) {
    throw FileError(fmt::format("'{}': the file is empty, get it anew", path.string()));
  }
  if (raster::looks_like_netpbm(path)) return raster::open_netpbm(path, options);
  return open_by_gdal(path, options);
}

std::int64_t bytes_to_finish(const fs::path& path, std::int64_t rows, std::int64_t cols) {
  const std::string extension = raster::lowercase_extension(path);
  for (const std::string_view by_rows : {"tif", "tiff", "png", "bmp", "pgm", "pnm", "pfm"}) {
    if (extension == by_rows) return 0;
  }
  // libjpeg keeps 2-byte coefficients to fit its Huffman tables to them; PDF was seen to take 3 bytes a pixel.
  const std::int64_t pixel_bytes = extension == "jpg" || extension == "jpeg" ? 2 : 4;
  return raster::saturating_product(rows, cols, pixel_bytes);
}

std::unique_ptr<RasterSink> create_sink(const fs::path& path, const CreateOptions& options) {
  raster::check_kind(options.pixel_type);
  raster::check_kind(options.compression);
  raster::check_target(path, options.overwrite);
  if (options.compression != Compression::automatic && !is_tiff(path)) {
    throw Unsupported(
        fmt::format("can't choose how '{}' is compressed, that is for GeoTIFF only; write .tif, or leave it "
                    "to the format",
                    path.string()));
  }
  if (raster::is_netpbm_extension(raster::lowercase_extension(path))) return raster::create_netpbm(path, options);
#ifdef STRANDLINE_WITH_GDAL
  return raster::create_gdal(path, options);
#else
  throw Unsupported(fmt::format("'{}' needs GDAL, which this build lacks", path.string()));
#endif
}

}  // namespace

std::unique_ptr<RasterSource> open_raster(const fs::path& path, const OpenOptions& options) {
  return scheduling::library_call([&] { return raster::as_library_calls(open_source(path, options)); });
}

std::int64_t finishing_bytes(const fs::path& path, std::int64_t rows, std::int64_t cols) {
  return scheduling::library_call([&] { return bytes_to_finish(path, rows, cols); });
}

std::unique_ptr<RasterSink> create_raster(const fs::path& path, const CreateOptions& options) {
  return scheduling::library_call([&] { return raster::as_library_calls(create_sink(path, options)); });
}

}  // namespace strandline
