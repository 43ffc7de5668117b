// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Owner of a file that GDAL has open, on a disk or by a virtual name.
#pragma once

#include <cpl_vsi.h>
#include <memory>

namespace strandline::raster {

struct FileCloser {
  void operator()(VSILFILE* file) const { VSIFCloseL(file); }
};
using FileHandle = std::unique_ptr<VSILFILE, FileCloser>;

}  // namespace strandline::raster
