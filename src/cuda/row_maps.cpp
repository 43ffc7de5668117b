// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Makes tensor maps by a function of the driver's.
#include "cuda/row_maps.hpp"

#include <cstdint>
#include <limits>

#include "cuda/runtime/driver_function.hpp"

namespace strandline::cuda {
namespace {

bool encode_rows(CUtensorMap& map, const void* data, std::int64_t rows, std::int64_t row_bytes,
                 std::int64_t stride_bytes, MapBox box) {
  static const auto encode = driver_function<decltype(&cuTensorMapEncodeTiled)>("cuTensorMapEncodeTiled");
  // Rows are numbered by 32 bits, with sign; strides have 40.
  constexpr std::int64_t kMostStrideBytes = std::int64_t{1} << 40;
  if (encode == nullptr || row_bytes < kMapElementBytes || rows > std::numeric_limits<std::int32_t>::max() ||
      stride_bytes < row_bytes || stride_bytes >= kMostStrideBytes) {
    return false;
  }
  const cuuint64_t size[2] = {static_cast<cuuint64_t>(row_bytes / kMapElementBytes), static_cast<cuuint64_t>(rows)};
  const cuuint64_t stride[1] = {static_cast<cuuint64_t>(stride_bytes)};
  const cuuint32_t box_size[2] = {static_cast<cuuint32_t>(box.cols), static_cast<cuuint32_t>(box.rows)};
  const cuuint32_t every[2] = {1, 1};
  return encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 2, const_cast<void*>(data), size, stride, box_size, every,
                CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
}

}  // namespace

RowMaps make_row_maps(const Band& band, MapBox pixels, MapBox validity) {
  const AnyImageView& input = band.input;
  RowMaps maps;
  maps.are_there = encode_rows(maps.pixels, input.data, input.rows,
                               input.cols * static_cast<std::int64_t>(bytes_per_pixel(input.pixel_type)),
                               input.stride_bytes, pixels);
  if (band.valid.data != nullptr) {
    maps.are_there = maps.are_there && encode_rows(maps.validity, band.valid.data, input.rows, input.cols,
                                                   band.valid.stride_bytes, validity);
  }
  return maps;
}

}  // namespace strandline::cuda
