// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Writes rows, in order, as whole blocks of a GeoTIFF.
#include "raster/gdal_tiff_writer.hpp"

#include <algorithm>
#include <cpl_string.h>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "raster/gdal_blocks.hpp"
#include "raster/gdal_georeference.hpp"
#include "raster/tiff_directory.hpp"
#include "scheduling/threads.hpp"

namespace strandline::raster {
namespace {

constexpr std::int64_t round_up(std::int64_t value, std::int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// Strips of about a megabyte; a strip is read as a whole.
std::int64_t strip_rows(const CreateOptions& options) {
  const std::int64_t row_bytes = options.cols * bytes_per_pixel(options.pixel_type);
  return std::clamp<std::int64_t>((std::int64_t{1} << 20) / row_bytes, 1, std::min<std::int64_t>(options.rows, 256));
}

// Edges of a 2700 x 1350 picture of the Earth, 8 % of its pixels, on one core: LZW 164 Mpx/s and 0.31 bits a pixel,
// DEFLATE 6 44 and 0.31, DEFLATE 1 171 and 0.37, PackBits 571 and 0.83. With 27 % of edges LZW is smaller than DEFLATE
// 6, too. Values of more bits need DEFLATE and a predictor to shrink at all.
void choose_compression(CPLStringList& creation, const CreateOptions& options, TiffWriter::Purpose purpose) {
  if (purpose == TiffWriter::Purpose::intermediate) {
    creation.SetNameValue("COMPRESS", "PACKBITS");
  } else if (options.compression == Compression::none) {
    creation.SetNameValue("COMPRESS", "NONE");
  } else if (options.pixel_type == PixelType::u8) {
    creation.SetNameValue("COMPRESS", "LZW");
  } else {
    creation.SetNameValue("COMPRESS", "DEFLATE");
    creation.SetNameValue("PREDICTOR", options.pixel_type == PixelType::u16 ? "2" : "3");
  }
}

// With one, GDAL compresses on the thread that writes and starts none. Of several it waits for ever for those that the
// system refuses, and it starts them late: by then oneTBB has taken as many.
int compression_threads(const CreateOptions& options) {
  return options.threads > 1 && scheduling::can_start_threads(2 * options.threads) ? options.threads : 1;
}

// A thread of GDAL's that fails to compress a block tells nobody: the block is absent then, until closing fills the gap
// with zeros.
bool has_all_blocks(GDALRasterBand& band) {
  return holds_for_all_blocks(band, [&](int x, int y) {
    return band.GetMetadataItem(fmt::format("BLOCK_OFFSET_{}_{}", x, y).c_str(), "TIFF") != nullptr;
  });
}

}  // namespace

TiffWriter::TiffWriter(std::filesystem::path file, std::filesystem::path name, const CreateOptions& options,
                       Purpose purpose)
    : file_(std::move(file)),
      name_(std::move(name)),
      rows_(options.rows),
      cols_(options.cols),
      pixel_type_(options.pixel_type),
      orientation_(purpose == Purpose::result ? options.orientation : 1) {
  if (options.block_rows < 16 || options.block_rows % 16 != 0) {
    throw InvalidArgument(
        fmt::format("blocks of {} rows can't be written; choose a multiple of 16", options.block_rows));
  }
  const bool is_tiled = purpose == Purpose::result && options.compression != Compression::none;
  block_cols_ = is_tiled ? std::min<std::int64_t>(256, round_up(cols_, 16)) : cols_;
  block_rows_ = is_tiled ? std::min(options.block_rows, round_up(rows_, 16)) : strip_rows(options);
  const std::int64_t pixel = bytes_per_pixel(pixel_type_);
  block_.resize(static_cast<std::size_t>(block_rows_ * block_cols_ * pixel));
  create(options, purpose, is_tiled);
}

TiffWriter::~TiffWriter() {
  if (!dataset_) return;
  const GdalScope quiet(GdalScope::Sidecars::ignored);
  dataset_.reset();
}

void TiffWriter::create(const CreateOptions& options, Purpose purpose, bool is_tiled) {
  register_gdal_drivers();
  GdalScope scope(GdalScope::Sidecars::ignored);
  CPLStringList creation;
  choose_compression(creation, options, purpose);
  creation.SetNameValue("TILED", is_tiled ? "YES" : "NO");
  if (is_tiled) creation.SetNameValue("BLOCKXSIZE", std::to_string(block_cols_).c_str());
  creation.SetNameValue("BLOCKYSIZE", std::to_string(block_rows_).c_str());
  creation.SetNameValue("NUM_THREADS", std::to_string(compression_threads(options)).c_str());
  creation.SetNameValue("BIGTIFF", "IF_SAFER");
  const GDALDataType type = pixel_type_ == PixelType::u8    ? GDT_Byte
                            : pixel_type_ == PixelType::u16 ? GDT_UInt16
                                                            : GDT_Float32;
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
  if (!driver) throw Unsupported(fmt::format("can't write '{}': this GDAL has no GeoTIFF driver", name_.string()));
  dataset_.reset(
      driver->Create(file_.c_str(), static_cast<int>(cols_), static_cast<int>(rows_), 1, type, creation.List()));
  check(dataset_ != nullptr, scope, "create");
  write_georeference(*dataset_, options.georeference);
  if (orientation_ != 1) dataset_->SetMetadataItem(kPlaceholderTag, kPlaceholderValue);
  if (purpose == Purpose::intermediate && options.orientation != 1) {
    dataset_->SetMetadataItem("EXIF_Orientation", std::to_string(options.orientation).c_str());
  }
}

void TiffWriter::write(std::int64_t first_row, AnyImageView pixels) {
  if (first_row != next_row_ || pixels.rows > rows_ - next_row_ || pixels.cols != cols_ ||
      pixels.pixel_type != pixel_type_) {
    throw InvalidArgument(
        fmt::format("can't write rows {} to {} of '{}' now: row {} of {} comes next, in rows of {} {}", first_row,
                    first_row + pixels.rows - 1, name_.string(), next_row_, rows_, cols_, to_string(pixel_type_)));
  }
  const std::int64_t row_bytes = cols_ * bytes_per_pixel(pixel_type_);
  for (std::int64_t row = 0; row < pixels.rows;) {
    const std::int64_t held = next_row_ % block_rows_;
    const std::int64_t missing = std::min(block_rows_, rows_ - (next_row_ - held)) - held;
    const std::int64_t taken = std::min(missing, pixels.rows - row);
    if (held == 0 && taken == missing) {
      write_block_row(pixels.rows_from(row, taken));
    } else {
      pending_.resize(static_cast<std::size_t>(block_rows_ * row_bytes));
      for (std::int64_t i = 0; i < taken; ++i) {
        std::memcpy(pending_.data() + (held + i) * row_bytes, pixels.row_bytes(row + i),
                    static_cast<std::size_t>(row_bytes));
      }
      if (taken == missing) write_block_row({pending_.data(), pixel_type_, held + taken, cols_, row_bytes});
    }
    row += taken;
    next_row_ += taken;
  }
}

// `pixels` begins at the block row's first row: next_row_, or where the pending rows began.
void TiffWriter::write_block_row(AnyImageView pixels) {
  GdalScope scope(GdalScope::Sidecars::ignored);
  const std::int64_t pixel = bytes_per_pixel(pixel_type_);
  const std::int64_t block_row_bytes = block_cols_ * pixel;
  const auto block_y = static_cast<int>(next_row_ / block_rows_);
  for (std::int64_t col = 0; col < cols_; col += block_cols_) {
    const auto used = static_cast<std::size_t>(std::min(block_cols_, cols_ - col) * pixel);
    // Beyond the picture a block is black, which takes no bytes, and never what another one held.
    if (col + block_cols_ > cols_ || pixels.rows < block_rows_) std::ranges::fill(block_, std::byte{0});
    for (std::int64_t row = 0; row < pixels.rows; ++row) {
      std::memcpy(block_.data() + row * block_row_bytes, pixels.row_bytes(row) + col * pixel, used);
    }
    const CPLErr status =
        dataset_->GetRasterBand(1)->WriteBlock(static_cast<int>(col / block_cols_), block_y, block_.data());
    check(status == CE_None, scope, "write");
  }
}

void TiffWriter::finish(std::optional<double> nodata) {
  if (next_row_ != rows_) {
    throw InvalidArgument(
        fmt::format("can't finish '{}': only {} of its {} rows were written", name_.string(), next_row_, rows_));
  }
  GdalScope scope(GdalScope::Sidecars::ignored);
  check_blocks(scope);
  if (nodata) check(dataset_->GetRasterBand(1)->SetNoDataValue(*nodata) == CE_None, scope, "declare nodata in");
  dataset_->FlushCache(true);
  check(true, scope, "write");
  dataset_.reset();
  check(true, scope, "close");
  if (orientation_ == 1) return;
  check(replace_placeholder_by_orientation(file_, orientation_), scope, "write the orientation of");
}

void TiffWriter::check_blocks(const GdalScope& scope) const {
  const bool complete = has_all_blocks(*dataset_->GetRasterBand(1));
  check(true, scope, "write");
  if (complete) return;
  throw FileError(
      fmt::format("can't write '{}': a block could not be compressed, most likely for want of memory; use "
                  "fewer threads or free some memory",
                  name_.string()));
}

void TiffWriter::check(bool good, const GdalScope& scope, const char* what) const {
  if (good && !scope.failed()) return;
  throw FileError(fmt::format("can't {} '{}': {}; check the folder and the free space of its disk", what,
                              name_.string(), scope.reason()));
}

}  // namespace strandline::raster
