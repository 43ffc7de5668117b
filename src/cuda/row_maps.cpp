// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Makes tensor maps by a function of the driver's, which is asked for and not linked to.
#include "cuda/row_maps.hpp"

#include <cstdint>
#include <cuda_runtime_api.h>
#include <limits>

namespace strandline::cuda {
namespace {

using Encode = decltype(&cuTensorMapEncodeTiled);

Encode find_encode() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
  constexpr unsigned kSinceCuda12 = 12000;
  const cudaError_t error =
      cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, kSinceCuda12, cudaEnableDefault, &result);
  return error == cudaSuccess && result == cudaDriverEntryPointSuccess ? reinterpret_cast<Encode>(function) : nullptr;
}

bool encode_rows(CUtensorMap& map, const void* data, std::int64_t rows, std::int64_t row_bytes,
                 std::int64_t stride_bytes, MapBox box) {
  static const Encode encode = find_encode();
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
