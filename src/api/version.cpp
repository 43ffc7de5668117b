// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What this build can do, in words.
#include <strandline/version.hpp>

#ifdef STRANDLINE_WITH_GDAL
#include <gdal.h>
#endif

namespace strandline {

std::string build_description() {
#ifdef STRANDLINE_WITH_GDAL
  const std::string gdal = std::string("with GDAL ") + GDALVersionInfo("RELEASE_NAME");
#else
  const std::string gdal = "without GDAL (only PGM, PPM and PFM files)";
#endif
#ifdef STRANDLINE_WITH_CUDA
  return gdal + ", with CUDA " STRANDLINE_CUDA_VERSION " (" STRANDLINE_CUDA_CODE ")";
#else
  return gdal + ", without CUDA";
#endif
}

}  // namespace strandline
