// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the choice of a backend must know of a band.
#include "api/workload.hpp"

#ifdef STRANDLINE_WITH_CUDA
#include "cuda/host_band.hpp"
#include "cuda/host_probe.hpp"
#endif

namespace strandline::api {

Workload workload_of(const Band& band, int threads) {
  Workload work{band.input.pixel_type, band.output.rows, band.output.cols, threads};
#ifdef STRANDLINE_WITH_CUDA
  if (cuda::is_ready()) {
    const bool input = cuda::is_page_locked(band.input);
    const bool output = cuda::is_page_locked(ImageView<const std::uint8_t>(band.output));
    work.page_locked = input && output;
  }
#endif
  return work;
}

}  // namespace strandline::api
