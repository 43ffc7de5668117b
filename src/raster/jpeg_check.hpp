// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Finds the damage that a JPEG's harmless faults hide.
#pragma once

#include <cstdint>
#include <gdal_priv.h>
#include <string>

namespace strandline::raster {

/// libjpeg tells a picture's first fault only, so that one with a harmless fault is read without a word however damaged
/// it is. This decodes what the dataset is made of once more, without such faults: each file that is a JPEG, or in a
/// TIFF the blocks of rows [first_row, first_row + rows). Says what is damaged; empty if nothing is.
std::string find_hidden_jpeg_damage(GDALDataset& dataset, std::int64_t first_row, std::int64_t rows);

}  // namespace strandline::raster
