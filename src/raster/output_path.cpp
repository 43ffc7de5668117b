// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which paths are refused as outputs before any work is done.
#include "raster/output_path.hpp"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>

#include <strandline/error.hpp>
#include <strandline/raster.hpp>

#include "raster/file_behind.hpp"
#include "raster/file_descriptor.hpp"
#include "raster/netpbm.hpp"
#include "raster/sidecars.hpp"
#include "raster/symbolic_links.hpp"
#ifdef STRANDLINE_WITH_GDAL
#include "raster/gdal.hpp"
#endif
#include "scheduling/library_call.hpp"

namespace strandline {
namespace {

namespace fs = std::filesystem;

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

void check_has_extension_of_a_writer(const fs::path& path) {
  const std::string extension = raster::lowercase_extension(path);
  if (has_writer(extension)) return;
  if (extension.empty())
    throw Unsupported(fmt::format("'{}' has no extension to tell the format by, {}", path.string(), kCommonExtensions));
  throw Unsupported(
      fmt::format("no writer for the extension '.{}' of '{}', {}", extension, path.string(), kCommonExtensions));
}

void check_folder(const fs::path& path) {
  const fs::path folder = raster::folder_of(path);
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

bool is_same_file(const fs::path& a, const fs::path& b) {
  struct stat a_status = {};
  struct stat b_status = {};
  if (::stat(a.c_str(), &a_status) != 0 || ::stat(b.c_str(), &b_status) != 0) return false;
  if (a_status.st_dev == b_status.st_dev && a_status.st_ino == b_status.st_ino) return true;
  // Some network file systems make up another number each time they are asked.
  std::error_code ignored;
  return fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored);
}

/// Another picture that the sidecar may belong to: "a.wld" goes with "a.png" as well as with "a.tif".
std::optional<fs::path> other_owner(const fs::path& sidecar, const fs::path& output) {
  const std::string name = sidecar.filename();
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(raster::folder_of(sidecar), ignored)) {
    const fs::path other = entry.path().filename();
    const bool shares = name.starts_with(other.stem().native()) && raster::is_sidecar_name(name, other.native());
    if (!shares || !has_writer(raster::lowercase_extension(other))) continue;
    if (other != output.filename() && !is_same_file(entry.path(), output)) return other;
  }
  return std::nullopt;
}

/// Left from another picture of that name, GDAL would take it for the new one's: its place, mask or overviews.
void check_sidecars(const fs::path& path, bool overwrite) {
  for (const fs::path& sidecar : raster::sidecars_of(path)) {
    if (const std::optional<fs::path> owner = other_owner(sidecar, path)) {
      throw FileError(
          fmt::format("'{}' belongs to '{}' and would be taken to belong to the new '{}', choose another name",
                      sidecar.string(), owner->string(), path.filename().string()));
    }
    if (overwrite) continue;
    throw FileError(fmt::format("'{}' would be taken to belong to the new '{}', remove it or add --overwrite",
                                sidecar.string(), path.filename().string()));
  }
}

/// What `output` takes the place of, and what goes with it.
std::vector<fs::path> replaced_files(const fs::path& output) {
  std::vector<fs::path> files = raster::sidecars_of(output);
  struct stat status = {};
  if (::stat(output.c_str(), &status) == 0) files.push_back(output);
  return files;
}

/// Before all else, and also with `overwrite`: nobody means to replace a picture by its edges.
void check_keeps_the_input(const std::vector<fs::path>& inputs, const fs::path& output) {
  for (const fs::path& file : replaced_files(output)) {
    for (const fs::path& input : inputs) {
      if (!is_same_file(raster::file_behind(input), file)) continue;
      if (file == output) {
        throw FileError(fmt::format("the output '{}' is the input '{}' itself, choose another name", output.string(),
                                    input.string()));
      }
      throw FileError(
          fmt::format("'{}' is of the input and would be taken to belong to the output '{}', choose another name",
                      file.string(), output.string()));
    }
  }
}

}  // namespace

/// In the order of what users would have to mend first: they should not add `overwrite` only to hear of the extension.
void raster::check_target(const fs::path& path, bool overwrite) {
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
  // Not stat: also a symbolic link that points to nothing is in the way.
  if (!overwrite && ::lstat(path.c_str(), &status) == 0)
    throw FileError(fmt::format("'{}' exists, add --overwrite (the option `overwrite`) to replace it", path.string()));
  check_sidecars(path, overwrite);
}

void check_output_path(const fs::path& input, const fs::path& output, bool overwrite) {
  check_output_path(std::vector{input}, output, overwrite);
}

void check_output_path(const std::vector<fs::path>& inputs, const fs::path& output, bool overwrite) {
  scheduling::library_call([&] {
    check_keeps_the_input(inputs, output);
    raster::check_target(output, overwrite);
  });
}

}  // namespace strandline
