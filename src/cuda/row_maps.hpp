// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the copy engine must know of a band to bring several rows of a strip by one instruction: tensor maps. CUDA
// driver API, "Tensor Map Object Management".
#pragma once

#include <cuda.h>

#include <strandline/band.hpp>

namespace strandline::cuda {

/// Bytes of an element of the maps: the largest there is, because a box may have only 256 of them in a row.
inline constexpr int kMapElementBytes = 8;

/// A box of several rows, in elements. No columns: nothing is to be mapped.
struct MapBox {
  int cols = 0;
  int rows = 0;
};

/// Maps of a band's pixels and, if it has them, their validity. A kernel's parameter.
struct RowMaps {
  CUtensorMap pixels = {};
  CUtensorMap validity = {};
  bool are_there = false;
};

/// `band` has bases and strides that are multiples of 16 bytes. The maps are not there where the driver can't make them
/// or where a band is beyond what they can say: then rows are copied one by one. Whole elements of a row are mapped.
RowMaps make_row_maps(const Band& band, MapBox pixels, MapBox validity);

}  // namespace strandline::cuda
