// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which reader or writer a path goes to, and which paths are refused before any work is done.
#include <cerrno>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <sys/stat.h>

#include <strandline/error.hpp>
#include <strandline/raster.hpp>

#include "raster/atomic_file.hpp"
#include "raster/check_kinds.hpp"
#include "raster/file_descriptor.hpp"
#include "raster/library_calls.hpp"
#include "raster/netpbm.hpp"
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

bool has_writer(const std::string& extension) {
#ifdef STRANDLINE_WITH_GDAL
  if (raster::is_gdal_extension(extension)) return true;
#endif
  return raster::is_netpbm_extension(extension);
}

#ifdef STRANDLINE_WITH_GDAL
constexpr std::string_view kCommonExtensions = "choose .tif, .png, .jpg, .pgm (8 or 16 bits) or .pfm (float)";
#else
constexpr std::string_view kCommonExtensions =
    "choose .pgm (8 or 16 bits) or .pfm (float), or build with GDAL for .tif, .png and others";
#endif

/// Names that GDAL takes though no file bears them: "/vsizip/a.zip/b.tif", "NETCDF:a.nc:height", "vrt://a.tif?bands=2",
/// a VRT's own text. One upper-case letter before the colon is a drive, not a driver.
bool is_name_for_gdal(std::string_view path) {
  for (const std::string_view start : {"/vsi", "vrt://", "<VRTDataset"}) {
    if (path.starts_with(start)) return true;
  }
  const std::size_t word = path.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  return word != std::string_view::npos && word >= 2 && path[word] == ':' && path[0] >= 'A' && path[0] <= 'Z';
}

void check_has_extension_of_a_writer(const fs::path& path) {
  const std::string extension = raster::lowercase_extension(path);
  if (has_writer(extension)) return;
  if (extension.empty())
    throw Unsupported(fmt::format("'{}' has no extension to tell the format by, {}", path.string(), kCommonExtensions));
  throw Unsupported(
      fmt::format("no writer for the extension '.{}' of '{}', {}", extension, path.string(), kCommonExtensions));
}

void check_folder(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  struct stat status = {};
  if (::stat(folder.c_str(), &status) != 0) {
    throw FileError(fmt::format("can't write '{}', its folder '{}' can't be reached ({}), make it or choose another",
                                path.string(), folder.string(), raster::error_text(errno)));
  }
  if (!S_ISDIR(status.st_mode)) {
    throw FileError(
        fmt::format("can't write '{}', '{}' is not a folder, choose another", path.string(), folder.string()));
  }
}

/// What never can be an output, whatever the extension and the options say.
void check_is_not_special(const fs::path& path, const struct stat& status) {
  if (S_ISDIR(status.st_mode))
    throw FileError(fmt::format("'{}' is a folder, add the name of a file to it", path.string()));
  if (!S_ISREG(status.st_mode)) {
    throw FileError(
        fmt::format("'{}' is a device or a pipe, outputs are regular files, choose another name", path.string()));
  }
}

/// Left from another picture of that name, GDAL would take it for the new one's: its georeference, mask or overviews.
void check_has_no_sidecars(const fs::path& path) {
  for (const std::string_view suffix : raster::kSidecarSuffixes) {
    const fs::path sidecar = path.string() + std::string(suffix);
    struct stat status = {};
    if (::stat(path.c_str(), &status) == 0 || ::stat(sidecar.c_str(), &status) != 0) continue;
    throw FileError(fmt::format("'{}' would be taken to belong to the new '{}', remove it or add --overwrite",
                                sidecar.string(), path.filename().string()));
  }
}

/// In the order of what users would have to mend first: they should not add `overwrite` only to hear of the extension.
void check_target(const fs::path& path, bool overwrite) {
  if (path.empty()) throw FileError("the name of the output is empty, give the name of a file");
  struct stat status = {};
  if (::stat(path.c_str(), &status) == 0) {
    check_is_not_special(path, status);
  } else if (!path.has_filename()) {
    throw FileError(fmt::format("'{}' names a folder, add the name of a file to it", path.string()));
  }
  check_has_extension_of_a_writer(path);
  check_folder(path);
  if (::lstat(path.c_str(), &status) != 0 && errno == ENAMETOOLONG) {
    throw FileError(fmt::format("the name '{}' is too long for its folder, choose a shorter one", path.string()));
  }
  if (!overwrite) check_has_no_sidecars(path);
  // Not stat: also a symbolic link that points to nothing is in the way.
  if (!overwrite && ::lstat(path.c_str(), &status) == 0)
    throw FileError(fmt::format("'{}' exists, add --overwrite (the option `overwrite`) to replace it", path.string()));
}

bool is_same_file(const fs::path& a, const fs::path& b) {
  struct stat a_status = {};
  struct stat b_status = {};
  return ::stat(a.c_str(), &a_status) == 0 && ::stat(b.c_str(), &b_status) == 0 && a_status.st_dev == b_status.st_dev &&
         a_status.st_ino == b_status.st_ino;
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

void check_output(const fs::path& input, const fs::path& output, bool overwrite) {
  // Before all else, and also with `overwrite`: nobody means to replace a picture by its edges.
  if (is_same_file(input, output)) {
    throw FileError(
        fmt::format("the output '{}' is the input '{}' itself, choose another name", output.string(), input.string()));
  }
  check_target(output, overwrite);
}

std::int64_t bytes_to_finish(const fs::path& path, std::int64_t rows, std::int64_t cols) {
  const std::string extension = raster::lowercase_extension(path);
  for (const std::string_view by_rows : {"tif", "tiff", "png", "bmp", "pgm", "pnm", "pfm"}) {
    if (extension == by_rows) return 0;
  }
  // libjpeg keeps 2-byte coefficients to fit its Huffman tables to them; PDF was seen to take 3 bytes a pixel.
  const std::int64_t pixel_bytes = extension == "jpg" || extension == "jpeg" ? 2 : 4;
  std::int64_t bytes = 0;
  const bool overflow =
      __builtin_mul_overflow(rows, cols, &bytes) || __builtin_mul_overflow(bytes, pixel_bytes, &bytes);
  return overflow ? std::int64_t{1} << 61 : bytes;
}

std::unique_ptr<RasterSink> create_sink(const fs::path& path, const CreateOptions& options) {
  raster::check_kind(options.pixel_type);
  raster::check_kind(options.compression);
  check_target(path, options.overwrite);
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

void check_output_path(const fs::path& input, const fs::path& output, bool overwrite) {
  scheduling::library_call([&] { check_output(input, output, overwrite); });
}

std::int64_t finishing_bytes(const fs::path& path, std::int64_t rows, std::int64_t cols) {
  return scheduling::library_call([&] { return bytes_to_finish(path, rows, cols); });
}

std::unique_ptr<RasterSink> create_raster(const fs::path& path, const CreateOptions& options) {
  return scheduling::library_call([&] { return raster::as_library_calls(create_sink(path, options)); });
}

}  // namespace strandline
