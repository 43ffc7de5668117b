// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Writes rows, in order, as whole blocks of a GeoTIFF.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <strandline/raster.hpp>

#include "raster/gdal_scope.hpp"

namespace strandline::raster {

/// Blocks go straight to the file and never to GDAL's block cache: there, a thread that reads another file could be
/// made to write them and would get their errors.
class TiffWriter {
 public:
  enum class Purpose {
    result,        ///< as the options say: tiled and compressed, or in strips as it is
    intermediate,  ///< in strips, compressed fast: to be read once, from top to bottom
  };

  /// Creates the file at `file`; messages speak of `name`. Declares all that the options say.
  TiffWriter(std::filesystem::path file, std::filesystem::path name, const CreateOptions& options, Purpose purpose);
  ~TiffWriter();
  TiffWriter(const TiffWriter&) = delete;
  TiffWriter& operator=(const TiffWriter&) = delete;

  void write(std::int64_t first_row, AnyImageView pixels);

  /// Declares `nodata` and closes the file. Throws InvalidArgument when rows are missing, FileError when the disk is
  /// full.
  void finish(std::optional<double> nodata);

 private:
  void create(const CreateOptions& options, Purpose purpose, bool is_tiled);
  void write_block_row(AnyImageView pixels);
  void check_blocks(const GdalScope& scope) const;
  void check(bool good, const GdalScope& scope, const char* what) const;

  std::filesystem::path file_;
  std::filesystem::path name_;
  std::int64_t rows_;
  std::int64_t cols_;
  PixelType pixel_type_;
  int orientation_;  // that is written as a tag; a copy in another format takes it from the metadata
  std::int64_t block_rows_ = 0;
  std::int64_t block_cols_ = 0;
  std::int64_t next_row_ = 0;
  std::vector<std::byte> pending_;  // (block rows, cols): the rows of a row of blocks that is not complete
  std::vector<std::byte> block_;    // (block rows, block cols)
  DatasetHandle dataset_;
};

}  // namespace strandline::raster
