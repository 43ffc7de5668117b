// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Of files that hold several pictures: what those are called, and that only one of them is read.
#pragma once

#include <gdal_priv.h>
#include <optional>
#include <string>

namespace strandline::raster {

/// The names that can be given in place of the file's own, at most three of them; empty when it holds one picture.
std::string list_subdatasets(GDALDataset& dataset);

/// What to tell the user when the dataset is the first of several pages, images or frames in its file.
std::optional<std::string> warning_of_other_pictures(GDALDataset& dataset, const std::string& path);

}  // namespace strandline::raster
