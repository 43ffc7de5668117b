// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Estimates in floating point: sizes may be absurd, and nobody needs the last digit.
#include "api/backend_choice.hpp"

#include <algorithm>
#include <cmath>

namespace strandline::api {
namespace {

constexpr double kPitchBytes = 128;

double padded(double row_bytes) { return std::ceil(row_bytes / kPitchBytes) * kPitchBytes; }

struct Rows {
  explicit Rows(const Workload& work)
      : count(static_cast<double>(work.rows)),
        cols(static_cast<double>(work.cols)),
        pixel_bytes(static_cast<double>(bytes_per_pixel(work.pixel_type))),
        threads(std::max(1, work.threads)) {}

  double count;
  double cols;
  double pixel_bytes;
  double threads;
};

}  // namespace

double cpu_seconds(const Workload& work, const ChoiceFigures& figures) {
  const Rows rows(work);
  const double pixels = rows.count * rows.cols;
  const double rate = figures.cpu_pixels_thread[static_cast<std::size_t>(work.pixel_type)] * rows.threads;
  return std::max(pixels / rate, pixels * (rows.pixel_bytes + 1) / figures.host_memory);
}

double cuda_seconds(const Workload& work, bool is_ready, const ChoiceFigures& figures) {
  const Rows rows(work);
  const double in = rows.count * padded(rows.cols * rows.pixel_bytes);
  const double out = rows.count * padded(rows.cols);
  // Staging reads and writes each byte.
  const double staging_rate = std::min(figures.staging_thread * rows.threads, figures.host_memory / 2);
  const double staging = work.page_locked ? 0 : (in + out) / staging_rate;
  return (is_ready ? 0 : figures.context_seconds) + figures.call_seconds +
         std::max({in / figures.pcie, out / figures.pcie, staging});
}

bool cuda_is_quicker(const Workload& work, bool is_ready, const ChoiceFigures& figures) {
  return work.rows > 0 && work.cols > 0 && cuda_seconds(work, is_ready, figures) < cpu_seconds(work, figures);
}

}  // namespace strandline::api
