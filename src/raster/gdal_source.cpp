// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Reads rows of any raster that GDAL knows.
#include <algorithm>
#include <array>
#include <cpl_string.h>
#include <cstring>
#include <ogr_spatialref.h>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "raster/gdal.hpp"
#include "raster/gdal_bands.hpp"
#include "raster/gdal_blocks.hpp"
#include "raster/gdal_codec_memory.hpp"
#include "raster/gdal_companions.hpp"
#include "raster/gdal_files.hpp"
#include "raster/gdal_georeference.hpp"
#include "raster/gdal_open.hpp"
#include "raster/gdal_orientation.hpp"
#include "raster/gdal_pictures.hpp"
#include "raster/gdal_raw_files.hpp"
#include "raster/gdal_scope.hpp"
#include "raster/jpeg_check.hpp"
#include "raster/saturating.hpp"

namespace strandline::raster {
namespace {

// What is read between two conversions. Large enough that a call's cost vanishes, small beside any memory bound.
constexpr std::int64_t kScratchBytes = std::int64_t{4} << 20;

// A few hundred rows tell what kind of band an alpha is; counting all of them would be felt.
constexpr std::int64_t rows_per_sample(std::int64_t rows) { return rows / 512 + 1; }

std::int64_t checked_product(std::int64_t a, std::int64_t b, const std::string& path) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) {
    throw Unsupported(fmt::format("can't read '{}': its size is beyond 64 bits", path));
  }
  return product;
}

GDALDataType gdal_type_of(BufferType type) {
  constexpr std::array kTypes = {GDT_Byte, GDT_Byte, GDT_UInt16, GDT_Float32, GDT_Float64};
  return kTypes[static_cast<std::size_t>(type)];
}

class GdalSource final : public RasterSource {
 public:
  GdalSource(std::string path, const OpenOptions& options);
  ~GdalSource() override;

  const RasterInfo& info() const override { return info_; }
  void read(std::int64_t first_row, MutableAnyImageView pixels, ImageView<std::uint8_t> valid) override;
  void finish_reading(const WarningHandler& warn) override;

 private:
  void describe();
  void check_reference_system(const GdalScope& scope) const;
  void describe_blocks();
  std::int64_t count_codec_bytes() const;
  std::int64_t scratch_bytes() const;
  bool has_alpha_plane() const { return choice_.nodata.alpha && choice_.nodata.alpha_has_same_type; }
  bool has_alpha_of_other_type() const { return choice_.nodata.alpha && !choice_.nodata.alpha_has_same_type; }
  bool can_read_in_place(const MutableAnyImageView& pixels) const;
  std::int64_t rows_of_next_chunk(std::int64_t first_row, std::int64_t wanted, bool in_place) const;
  void read_chunk(std::int64_t first_row, MutableAnyImageView pixels, ImageView<std::uint8_t> valid, bool in_place);
  void fill_buffers(std::int64_t first_row, std::int64_t rows, std::byte* bands, std::int64_t stride_bytes);
  BufferRow buffer_row(std::int64_t row, std::int64_t rows, const std::byte* bands, std::int64_t stride_bytes) const;
  void check(CPLErr status, const GdalScope& scope, std::int64_t first_row, std::int64_t rows);
  void check_jpegs(std::int64_t first_row, std::int64_t rows);
  [[noreturn]] void fail(std::int64_t first_row, std::int64_t rows, const std::string& reason);
  void warn_of_doubtful_alpha(const WarningHandler& warn) const;

  std::string path_;
  DatasetHandle dataset_;
  BandChoice choice_;
  RasterInfo info_;
  std::vector<GDALRasterBand*> masks_read_;  // those of the choice, then its colour masks
  std::int64_t planes_ = 1;                  // bands, and alpha if of their type, that one call reads
  bool needs_validity_ = false;
  bool has_harmless_fault_ = false;  // said when it was opened
  bool jpegs_checked_ = false;
  std::string failure_;  // for good: what was made up may be in GDAL's cache
  bool doubts_alpha_ = false;
  AlphaCounts alpha_counts_;
  std::int64_t inexact_values_ = 0;
  std::int64_t rows_counted_ = 0;

  // Grown to the largest chunk, kept between calls.
  std::vector<double> bands_;  // (rows, planes, cols) of the buffer type; double for its alignment
  std::vector<double> alpha_;
  std::vector<std::uint8_t> masks_;  // (masks, rows, cols)
  std::vector<std::uint8_t> valid_row_;
  std::vector<double> pixel_row_;
};

GdalSource::GdalSource(std::string path, const OpenOptions& options) : path_(std::move(path)) {
  const GdalScope scope;  // outlives the dataset also when a check throws
  DatasetHandle dataset = open_picture(path_, scope);
  check_companions(*dataset, path_);
  check_raw_files(*dataset, path_);
  choice_ = choose_bands(*dataset, path_, options);
  dataset_ = std::move(dataset);
  describe();
  check_reference_system(scope);
  doubts_alpha_ = !options.mask && has_alpha_plane() && choice_.rules.pixel_type != PixelType::f32;
  describe_blocks();
  info_.codec_bytes = count_codec_bytes() + scratch_bytes();
  has_harmless_fault_ = scope.warned_of_harmless_jpeg();
}

GdalSource::~GdalSource() {
  const GdalScope scope;
  choice_ = {};  // its masks end before the dataset that they look at
  dataset_.reset();
}

// Without its database PROJ makes a nameless local system of many others, in silence.
void GdalSource::check_reference_system(const GdalScope& scope) const {
  if (dataset_->GetSpatialRef() || dataset_->GetGCPSpatialRef()) OGRSpatialReference().importFromEPSG(4326);
  if (!scope.lacks_crs_database()) return;
  throw FileError(fmt::format("can't read the reference system of '{}': {}", path_, scope.reason()));
}

void GdalSource::describe() {
  info_.rows = dataset_->GetRasterYSize();
  info_.cols = dataset_->GetRasterXSize();
  info_.pixel_type = choice_.rules.pixel_type;
  info_.full_scale = choice_.full_scale;
  info_.declares_nodata = choice_.nodata.declared;
  info_.mask = choice_.nodata.description;
  masks_read_ = choice_.nodata.masks;
  masks_read_.insert(masks_read_.end(), choice_.nodata.colour_masks.begin(), choice_.nodata.colour_masks.end());
  needs_validity_ = choice_.nodata.needs_validity;
  info_.has_valid = needs_validity_ && info_.pixel_type != PixelType::f32;
  info_.georeference = read_georeference(*dataset_);
  info_.orientation = read_orientation(*dataset_);
  info_.format = dataset_->GetDriverName();
  info_.stored_type = stored_type(*dataset_->GetRasterBand(choice_.bands[0]));
  info_.reading = choice_.reading;
  info_.band_names = describe_bands(*dataset_);
  if (const auto warning = warning_of_other_pictures(*dataset_, path_)) info_.warnings.push_back(*warning);
  info_.files = files_of(*dataset_);
  planes_ = static_cast<std::int64_t>(choice_.bands.size()) + has_alpha_plane();
}

void GdalSource::describe_blocks() {
  std::set<int> bands(choice_.bands.begin(), choice_.bands.end());
  if (choice_.nodata.alpha) bands.insert(*choice_.nodata.alpha);
  const BlockRow blocks = find_block_row(*dataset_, bands, masks_read_);
  info_.block_rows = blocks.rows;
  info_.block_row_bytes = blocks.bytes;
  info_.block_row_spare_bytes = blocks.spare_bytes;
}

// libtiff complains of a table of blocks that it can't read only when it is first asked for it, which is here; after
// that it takes the blocks for absent ones, which are zeros.
std::int64_t GdalSource::count_codec_bytes() const {
  const GdalScope scope;
  const std::int64_t bytes = codec_memory(*dataset_, path_);
  if (!scope.failed()) return bytes;
  throw FileError(
      fmt::format("can't read '{}': {}; the file is truncated or corrupt, get it anew", path_, scope.reason()));
}

// Of the largest chunk, which may be the whole picture, and of one row on its way out of it.
std::int64_t GdalSource::scratch_bytes() const {
  const std::int64_t pixel = planes_ * bytes_per_element(choice_.rules.buffer_type) +
                             static_cast<std::int64_t>(sizeof(double) + masks_read_.size());
  const std::int64_t row_bytes = checked_product(info_.cols, pixel, path_);
  const std::int64_t chunk_bytes =
      std::min(std::max(kScratchBytes, row_bytes), saturating_product(info_.rows, row_bytes));
  return chunk_bytes + checked_product(info_.cols, sizeof(double) + 1, path_);
}

bool GdalSource::can_read_in_place(const MutableAnyImageView& pixels) const {
  const std::int64_t pixel = bytes_per_pixel(info_.pixel_type);
  const bool same = planes_ == 1 && choice_.rules.palette.empty() && choice_.rules.buffer_type != BufferType::s8 &&
                    bytes_per_element(choice_.rules.buffer_type) == pixel;
  const bool aligned = reinterpret_cast<std::uintptr_t>(pixels.data) % static_cast<std::uintptr_t>(pixel) == 0 &&
                       pixels.stride_bytes % pixel == 0;
  return same && aligned && pixels.stride_bytes >= pixels.cols * pixel;
}

// Chunks end where a row of blocks ends, if at least one fits, so that no block is decoded for two chunks.
std::int64_t GdalSource::rows_of_next_chunk(std::int64_t first_row, std::int64_t wanted, bool in_place) const {
  std::int64_t row_bytes = static_cast<std::int64_t>(masks_read_.size());
  if (!in_place) row_bytes += planes_ * bytes_per_element(choice_.rules.buffer_type);
  if (has_alpha_of_other_type()) row_bytes += static_cast<std::int64_t>(sizeof(double));
  row_bytes = std::max<std::int64_t>(row_bytes, 1) * info_.cols;
  const std::int64_t affordable = std::max<std::int64_t>(kScratchBytes / row_bytes, 1);
  if (wanted <= affordable) return wanted;
  const std::int64_t end = (first_row + affordable) / info_.block_rows * info_.block_rows;
  return end > first_row ? end - first_row : affordable;
}

void GdalSource::read(std::int64_t first_row, MutableAnyImageView pixels, ImageView<std::uint8_t> valid) {
  if (pixels.data == nullptr || first_row < 0 || pixels.rows < 0 || pixels.rows > info_.rows - first_row ||
      pixels.cols != info_.cols || pixels.pixel_type != info_.pixel_type || (info_.has_valid && !valid.data)) {
    throw InvalidArgument(fmt::format("can't read rows {} to {} of '{}' into that view: the picture is {} x {} {}{}",
                                      first_row, first_row + pixels.rows - 1, path_, info_.rows, info_.cols,
                                      to_string(info_.pixel_type), info_.has_valid ? " and has validity" : ""));
  }
  if (!failure_.empty()) throw FileError(failure_);
  if (has_harmless_fault_) check_jpegs(first_row, pixels.rows);
  const bool in_place = can_read_in_place(pixels);
  for (std::int64_t row = 0; row < pixels.rows;) {
    const std::int64_t rows = rows_of_next_chunk(first_row + row, pixels.rows - row, in_place);
    read_chunk(first_row + row, pixels.rows_from(row, rows), valid.data ? valid.rows_from(row, rows) : valid, in_place);
    row += rows;
  }
}

void GdalSource::read_chunk(std::int64_t first_row, MutableAnyImageView pixels, ImageView<std::uint8_t> valid,
                            bool in_place) {
  const std::int64_t element = bytes_per_element(choice_.rules.buffer_type);
  const std::int64_t stride_bytes = in_place ? pixels.stride_bytes : planes_ * info_.cols * element;
  if (!in_place) {
    const std::int64_t doubles = stride_bytes * pixels.rows / static_cast<std::int64_t>(sizeof(double)) + 1;
    if (static_cast<std::int64_t>(bands_.size()) < doubles) bands_.resize(static_cast<std::size_t>(doubles));
  }
  std::byte* bands = in_place ? pixels.data : reinterpret_cast<std::byte*>(bands_.data());
  fill_buffers(first_row, pixels.rows, bands, stride_bytes);

  const auto cols = static_cast<std::size_t>(info_.cols);
  const std::size_t pixel_bytes = cols * static_cast<std::size_t>(bytes_per_pixel(info_.pixel_type));
  if (needs_validity_) valid_row_.resize(cols);
  if (!in_place) pixel_row_.resize(pixel_bytes / sizeof(double) + 1);
  for (std::int64_t row = 0; row < pixels.rows; ++row) {
    const BufferRow from = buffer_row(row, pixels.rows, bands, stride_bytes);
    if (needs_validity_) convert_validity(choice_.rules, from, info_.cols, valid_row_.data());
    const std::uint8_t* nodata = needs_validity_ ? valid_row_.data() : nullptr;
    std::byte* to = in_place ? pixels.row_bytes(row) : reinterpret_cast<std::byte*>(pixel_row_.data());
    const std::int64_t inexact = convert_pixels(choice_.rules, from, info_.cols, nodata, to);
    // Border wrap reads some rows twice, and the last ones first.
    if (first_row + row == rows_counted_) {
      inexact_values_ += inexact;
      if (doubts_alpha_ && rows_counted_ % rows_per_sample(info_.rows) == 0)
        alpha_counts_ += count_alpha(choice_.rules, from, info_.cols, choice_.full_scale);
      ++rows_counted_;
    }
    if (!in_place) std::memcpy(pixels.row_bytes(row), to, pixel_bytes);
    if (valid.data) {
      needs_validity_ ? std::memcpy(valid.row_bytes(row), nodata, cols) : std::memset(valid.row_bytes(row), 255, cols);
    }
  }
}

// Bands lie row by row in the buffer, as (rows, planes, cols): one call reads them all, so that a codec that decodes
// all bands at once does it once.
void GdalSource::fill_buffers(std::int64_t first_row, std::int64_t rows, std::byte* bands, std::int64_t stride_bytes) {
  GdalScope scope;
  const auto from = static_cast<int>(first_row);
  const auto count = static_cast<int>(rows);
  const auto cols = static_cast<int>(info_.cols);
  const std::int64_t element = bytes_per_element(choice_.rules.buffer_type);
  std::vector<int> numbers = choice_.bands;
  if (has_alpha_plane()) numbers.push_back(*choice_.nodata.alpha);
  CPLErr status = dataset_->RasterIO(GF_Read, 0, from, cols, count, bands, cols, count,
                                     gdal_type_of(choice_.rules.buffer_type), static_cast<int>(numbers.size()),
                                     numbers.data(), element, stride_bytes, element * info_.cols, nullptr);
  check(status, scope, first_row, rows);
  if (has_alpha_of_other_type()) {
    alpha_.resize(std::max(alpha_.size(), static_cast<std::size_t>(rows * info_.cols)));
    status = dataset_->GetRasterBand(*choice_.nodata.alpha)
                 ->RasterIO(GF_Read, 0, from, cols, count, alpha_.data(), cols, count, GDT_Float64, 0, 0, nullptr);
    check(status, scope, first_row, rows);
  }
  const auto mask_bytes = static_cast<std::size_t>(rows * info_.cols);
  masks_.resize(std::max(masks_.size(), mask_bytes * masks_read_.size()));
  for (std::size_t m = 0; m < masks_read_.size(); ++m) {
    std::uint8_t* to = masks_.data() + m * mask_bytes;
    status = masks_read_[m]->RasterIO(GF_Read, 0, from, cols, count, to, cols, count, GDT_Byte, 0, 0, nullptr);
    check(status, scope, first_row, rows);
  }
}

BufferRow GdalSource::buffer_row(std::int64_t row, std::int64_t rows, const std::byte* bands,
                                 std::int64_t stride_bytes) const {
  BufferRow result;
  const std::int64_t plane_bytes = info_.cols * bytes_per_element(choice_.rules.buffer_type);
  const std::byte* plane = bands + row * stride_bytes;
  for (std::size_t b = 0; b < choice_.bands.size(); ++b, plane += plane_bytes) result.bands[b] = plane;
  if (has_alpha_plane()) result.alpha = plane;
  if (has_alpha_of_other_type()) result.alpha_of_other_type = alpha_.data() + row * info_.cols;
  for (std::size_t m = 0; m < masks_read_.size(); ++m) {
    const std::size_t colour = m - choice_.nodata.masks.size();
    (m < choice_.nodata.masks.size() ? result.masks[m] : result.colour_masks[colour]) =
        masks_.data() + (static_cast<std::int64_t>(m) * rows + row) * info_.cols;
  }
  return result;
}

void GdalSource::check(CPLErr status, const GdalScope& scope, std::int64_t first_row, std::int64_t rows) {
  if (status != CE_None || scope.failed() || scope.warned_of_damage()) fail(first_row, rows, scope.reason());
  if (scope.warned_of_harmless_jpeg()) check_jpegs(first_row, rows);
}

// Once, except that a TIFF's blocks are checked as they are read.
void GdalSource::check_jpegs(std::int64_t first_row, std::int64_t rows) {
  if (jpegs_checked_) return;
  jpegs_checked_ = info_.format != "GTiff";
  const std::string damage = find_hidden_jpeg_damage(*dataset_, first_row, rows);
  if (!damage.empty()) fail(first_row, rows, damage);
}

void GdalSource::fail(std::int64_t first_row, std::int64_t rows, const std::string& reason) {
  if (info_.format == "VRT") forget_files_not_opened();
  failure_ = fmt::format("can't read rows {} to {} of '{}': {}; {}", first_row, first_row + rows - 1, path_, reason,
                         advice_about_damage(*dataset_, path_, reason));
  throw FileError(failure_);
}

// Many programs write a fourth band as alpha whatever it holds, and near infrared is 0 on water: that is not what masks
// look like, which are 0 or opaque but for the rims of what they show.
void GdalSource::warn_of_doubtful_alpha(const WarningHandler& warn) const {
  if (alpha_counts_.hidden == 0 || alpha_counts_.partial * 2 <= alpha_counts_.pixels) return;
  warn(
      fmt::format("band {} of '{}' was taken as alpha and hides pixels, but most of it is neither 0 nor opaque; if it "
                  "holds something else, such as near infrared, add --mask none",
                  *choice_.nodata.alpha, path_));
}

void GdalSource::finish_reading(const WarningHandler& warn) {
  if (!warn) return;
  warn_of_doubtful_alpha(warn);
  if (inexact_values_ == 0) return;
  warn(fmt::format("{} value{} of '{}' ({}) can't be told exactly in 32-bit floating point and were rounded",
                   inexact_values_, inexact_values_ == 1 ? "" : "s", path_, info_.stored_type));
}

}  // namespace

std::unique_ptr<RasterSource> open_gdal(const std::filesystem::path& path, const OpenOptions& options) {
  return std::make_unique<GdalSource>(path.string(), options);
}

}  // namespace strandline::raster
