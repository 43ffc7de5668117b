// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Writes rasters in any format that GDAL can create, complete or not at all.
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "raster/atomic_file.hpp"
#include "raster/gdal.hpp"
#include "raster/gdal_blocks.hpp"
#include "raster/gdal_format.hpp"
#include "raster/gdal_georeference.hpp"
#include "raster/gdal_scope.hpp"
#include "raster/gdal_sidecar.hpp"
#include "raster/gdal_tiff_writer.hpp"
#include "raster/netpbm.hpp"
#include "raster/sidecars.hpp"

namespace strandline::raster {
namespace {

namespace fs = std::filesystem;

/// Tells once of each thing that a format can't hold.
class LossReport {
 public:
  LossReport(std::string_view format, const CreateOptions& options) : format_(format), warn_(options.warn) {}

  void tell(const GeoreferenceParts& lost) {
    GeoreferenceParts news;
    std::ranges::copy_if(lost, std::back_inserter(news), [&](auto part) { return !std::ranges::count(told_, part); });
    told_.insert(told_.end(), news.begin(), news.end());
    if (std::erase(news, GeoreferencePart::geolocation) > 0) {
      say("the geolocation arrays of the input are lost: only the input says where its pixels lie, so keep it");
    }
    if (news.empty()) return;
    const bool is_tiff = format_ == "GTiff";
    say(fmt::format("{} can't hold the {}; {}", format_, names_of(news),
                    is_tiff ? "that is lost, so keep the input" : "that is lost, write .tif to keep it"));
  }

 private:
  void say(const std::string& message) const {
    if (warn_) warn_(message);
  }

  std::string_view format_;
  WarningHandler warn_;
  GeoreferenceParts told_;
};

class GeoTiffSink final : public RasterSink {
 public:
  GeoTiffSink(const fs::path& path, const CreateOptions& options)
      : options_(options),
        losses_("GTiff", options),
        file_(path),
        writer_(file_.temporary_path(), path, options, TiffWriter::Purpose::result) {
    if (options.georeference.has_geolocation_arrays) losses_.tell({GeoreferencePart::geolocation});
  }

  void write(std::int64_t first_row, AnyImageView pixels) override { writer_.write(first_row, pixels); }

  void finish(std::optional<double> nodata) override {
    writer_.finish(nodata);
    losses_.tell(keep_missing_parts_beside(file_.temporary_path(), options_));
    commit_picture(file_, options_);
  }

 private:
  CreateOptions options_;
  LossReport losses_;
  AtomicFile file_;  // before the writer, so that the dataset is closed before the file is removed
  TiffWriter writer_;
};

/// Files that a driver made beside the one it was asked for. The random part of the temporary name makes them ours.
std::vector<fs::path> companions_of(const fs::path& temporary) {
  std::vector<fs::path> result;
  const std::string stem = temporary.stem().string();
  if (stem.empty()) return result;  // would match everything
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(temporary.parent_path(), ignored)) {
    const bool related = entry.path().filename().string().starts_with(stem);
    if (related && entry.path().filename() != temporary.filename()) result.push_back(entry.path());
  }
  return result;
}

/// Removes them on every path, also when the copy failed half way.
struct CompanionRemover {
  fs::path temporary;  // by value: the file's own name is gone once it is committed
  ~CompanionRemover() {
    std::error_code ignored;
    for (const fs::path& path : companions_of(temporary)) fs::remove_all(path, ignored);
  }
};

/// GDAL reads an .aux.xml when it is asked for what may lie there. The copy then has it, and makes none of its own.
DatasetHandle open_with_georeference(const fs::path& file) {
  const GdalScope scope;
  DatasetHandle dataset = open_dataset(file.string());
  if (dataset) read_georeference(*dataset);
  return dataset;
}

/// For formats that GDAL writes as a copy only: rows gather in a GeoTIFF beside the output.
class CopySink final : public RasterSink {
 public:
  CopySink(GDALDriver& driver, const fs::path& path, const CreateOptions& options)
      : driver_(driver),
        path_(path),
        options_(options),
        losses_(driver.GetDescription(), options),
        trial_(try_format(driver, path, options)),
        gathered_(path, ".tif"),
        writer_(gathered_.temporary_path(), path, declared(), TiffWriter::Purpose::intermediate) {
    if (!trial_.exact) {
      warn(fmt::format("{} is lossy: edge values may differ slightly, use PNG or TIFF for exact values",
                       driver.GetDescription()));
    }
    losses_.tell(trial_.lost);
  }

  void write(std::int64_t first_row, AnyImageView pixels) override { writer_.write(first_row, pixels); }
  void finish(std::optional<double> nodata) override;

 private:
  void warn(const std::string& message) const;
  CreateOptions declared() const;
  void copy(const fs::path& file) const;
  void read_back(const fs::path& file) const;

  GDALDriver& driver_;
  fs::path path_;
  CreateOptions options_;
  LossReport losses_;
  FormatTrial trial_;
  AtomicFile gathered_;  // never committed
  TiffWriter writer_;
};

void CopySink::warn(const std::string& message) const {
  if (options_.warn) options_.warn(message);
}

CreateOptions CopySink::declared() const {
  CreateOptions result = options_;
  result.georeference = trial_.georeference;
  result.orientation = trial_.orientation;
  return result;
}

void CopySink::finish(std::optional<double> nodata) {
  writer_.finish(nodata);
  keep_missing_parts_beside(gathered_.temporary_path(), declared());
  if (nodata && !trial_.keeps_nodata) {
    warn(fmt::format("{} can't declare nodata: unknown pixels are {} without saying so, write .tif to keep it",
                     driver_.GetDescription(), *nodata));
  }
  AtomicFile result(path_);
  const CompanionRemover remover{result.temporary_path()};
  copy(result.temporary_path());
  if (!companions_of(result.temporary_path()).empty()) {
    throw Unsupported(
        fmt::format("can't write '{}': {} spreads a picture of this size over several files, which can't "
                    "appear all at once; write .tif instead",
                    path_.string(), driver_.GetDescription()));
  }
  read_back(result.temporary_path());
  losses_.tell(keep_missing_parts_beside(result.temporary_path(), options_));
  commit_picture(result, options_);
}

void CopySink::copy(const fs::path& file) const {
  const DatasetHandle source = open_with_georeference(gathered_.temporary_path());
  GdalScope scope(GdalScope::Sidecars::ignored);
  DatasetHandle result(source ? copy_into(driver_, file, *source, options_.stop) : nullptr);
  const bool created = result != nullptr;
  result.reset();
  if (options_.stop.stop_requested()) throw Cancelled();
  if (created && !scope.failed()) return;
  throw FileError(fmt::format("can't write '{}': {}; check the folder and the free space of its disk", path_.string(),
                              scope.reason()));
}

// Each block once and past GDAL's cache, which is too small for a row of large ones. A codec whose block is the whole
// picture holds that much in any case.
bool can_read_blocks(GDALRasterBand& band, const std::stop_token& stop) {
  int block_cols = 0;
  int block_rows = 0;
  band.GetBlockSize(&block_cols, &block_rows);
  std::vector<std::byte> block(static_cast<std::size_t>(block_cols) * static_cast<std::size_t>(block_rows) *
                               static_cast<std::size_t>(GDALGetDataTypeSizeBytes(band.GetRasterDataType())));
  return holds_for_all_blocks(band, [&](int x, int y) {
    if (stop.stop_requested()) throw Cancelled();
    return band.ReadBlock(x, y, block.data()) == CE_None;
  });
}

// Drivers don't check what closing a file says, and a full disk may show up just there: only reading tells.
void CopySink::read_back(const fs::path& file) const {
  GdalScope scope(GdalScope::Sidecars::ignored);
  const DatasetHandle result = open_dataset(file.string());
  const bool good = result && result->GetRasterXSize() == options_.cols && result->GetRasterYSize() == options_.rows &&
                    can_read_blocks(*result->GetRasterBand(1), options_.stop);
  if (good && !scope.failed() && !scope.warned_of_damage()) return;
  throw FileError(
      fmt::format("can't write '{}': what was written can't be read back ({}); check the free space of its "
                  "disk",
                  path_.string(), scope.reason("its size is wrong")));
}

}  // namespace

bool is_gdal_extension(std::string_view lowercase_extension) { return find_writer(lowercase_extension) != nullptr; }

std::unique_ptr<RasterSink> create_gdal(const fs::path& path, const CreateOptions& options) {
  GDALDriver* driver = find_writer(lowercase_extension(path));
  if (!driver) {
    throw Unsupported(fmt::format("no GDAL driver writes '{}'; choose another extension, such as .tif", path.string()));
  }
  if (options.rows < 1 || options.cols < 1) {
    throw InvalidArgument(fmt::format("can't write '{}' of {} x {} pixels; it needs at least one", path.string(),
                                      options.rows, options.cols));
  }
  check_size(*driver, path, options);
  if (is_geotiff(*driver)) return std::make_unique<GeoTiffSink>(path, options);
  return std::make_unique<CopySink>(*driver, path, options);
}

}  // namespace strandline::raster
