// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The library call for edges: options checked and resolved once, then one band that is the whole image.
#include <cmath>

#include <fmt/format.h>

#include <strandline/backend.hpp>
#include <strandline/edges.hpp>
#include <strandline/error.hpp>

#include "api/check_band.hpp"
#include "api/workload.hpp"
#include "raster/check_kinds.hpp"
#include "scheduling/library_call.hpp"
#include "scheduling/threads.hpp"

namespace strandline {
namespace {

EdgesOperation resolve(const EdgesOptions& options, PixelType pixel_type) {
  raster::check_kind(options.border);
  raster::check_kind(pixel_type);
  const double full_scale = options.full_scale.value_or(natural_full_scale(pixel_type));
  if (!std::isfinite(full_scale) || full_scale <= 0) {
    throw InvalidArgument(fmt::format("full scale {} makes no sense, give a finite number above 0", full_scale));
  }
  if (!std::isfinite(options.threshold) || options.threshold < 0) {
    throw InvalidArgument(
        fmt::format("threshold {} makes no sense, give a finite number from 0 up", options.threshold));
  }
  // The unscaled 5x5 blur sums to 256, so a threshold on unscaled gradients is 256 times as large.
  const auto unscaled = static_cast<float>(options.threshold * full_scale * 256);
  const float half_squared = (unscaled * unscaled) * 0.5f;
  if (!std::isfinite(half_squared)) {
    throw InvalidArgument(
        fmt::format("threshold {} is too large for 32-bit float arithmetic at full scale {}, lower it",
                    options.threshold, full_scale));
  }
  return {options.border, half_squared};
}

void run_edges(AnyImageView input, ImageView<const std::uint8_t> valid, ImageView<std::uint8_t> output,
               const EdgesOptions& options, const ExecutionOptions& execution) {
  if (input.rows != output.rows) {
    throw InvalidArgument(fmt::format("input has {} rows and output {}, make them equal", input.rows, output.rows));
  }
  const EdgesOperation operation = resolve(options, input.pixel_type);
  const Band band = whole_image_band(input, output, valid);
  api::check_band(operation, band);
  const int threads = scheduling::usable_threads(execution.threads);
  const auto run_on = [&](const Backend& backend) {
    scheduling::lend_arena(threads)->execute(
        [&] { run_band(backend, operation, band, {execution.device_memory_bytes}); });
  };
  if (execution.backend != "auto") return run_on(choose_backend(execution.backend));
  // Whoever leaves the choice to us wants the result. A card may fail or be full by another's doing, and all of the
  // output can be written again.
  try {
    return run_on(choose_backend("auto", api::workload_of(band, threads)));
  } catch (const DeviceError&) {
  } catch (const OutOfMemory&) {
  }
  run_on(choose_backend("cpu"));
}

}  // namespace

EdgesOperation make_edges_operation(const EdgesOptions& options, PixelType pixel_type) {
  return scheduling::library_call([&] { return resolve(options, pixel_type); });
}

void edges(AnyImageView input, ImageView<const std::uint8_t> valid, ImageView<std::uint8_t> output,
           const EdgesOptions& options, const ExecutionOptions& execution) {
  scheduling::library_call([&] { run_edges(input, valid, output, options, execution); });
}

void edges(AnyImageView input, ImageView<std::uint8_t> output, const EdgesOptions& options,
           const ExecutionOptions& execution) {
  edges(input, {}, output, options, execution);
}

}  // namespace strandline
