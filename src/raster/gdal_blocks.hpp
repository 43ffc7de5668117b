// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which blocks GDAL decodes for a row of pixels, those of the pictures that a mosaic is made of among them.
#pragma once

#include <cstdint>
#include <gdal_priv.h>
#include <set>
#include <vector>

namespace strandline::raster {

/// The blocks that one row of pixels lies in, of every band that is decoded with those that are read.
struct BlockRow {
  std::int64_t rows = 1;   ///< of the tallest block
  std::int64_t bytes = 0;  ///< decoded
  /// Of `bytes`, what a cache can do without: a mosaic then decodes blocks of its pictures more than once.
  std::int64_t spare_bytes = 0;
};

/// `bands` from 1, `masks` of the dataset. Sizes saturate. Of a mosaic of many pictures only some are opened; the
/// others are taken to be alike.
BlockRow find_block_row(GDALDataset& dataset, const std::set<int>& bands, const std::vector<GDALRasterBand*>& masks);

/// Whether `holds(x, y)` is true of each block of a band, asked row by row until it isn't.
template <class Holds>
bool holds_for_all_blocks(GDALRasterBand& band, Holds&& holds) {
  int block_cols = 0;
  int block_rows = 0;
  band.GetBlockSize(&block_cols, &block_rows);
  for (int y = 0; std::int64_t{y} * block_rows < band.GetYSize(); ++y) {
    for (int x = 0; std::int64_t{x} * block_cols < band.GetXSize(); ++x) {
      if (!holds(x, y)) return false;
    }
  }
  return true;
}

}  // namespace strandline::raster
