// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Edges of an image in host memory, in one call.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <strandline/border.hpp>
#include <strandline/export.hpp>
#include <strandline/image_view.hpp>
#include <strandline/operation.hpp>

namespace strandline {

struct EdgesOptions {
  /// Gradient magnitude above which a pixel is an edge, as a fraction of the full scale.
  double threshold = 0.30;
  Border border = Border::reflect101;
  /// The value of white. Left out: 255, 65535, or 1 for f32.
  std::optional<double> full_scale = {};
};

struct ExecutionOptions {
  /// "auto" or a name from all_backends().
  std::string backend = "auto";
  /// Threads to use at most, of those that the machine has; 0: all of them.
  int threads = 0;
  /// Most device memory that images may take on a GPU; 0: half of what is free.
  std::int64_t device_memory_bytes = 0;
};

/// Checks and resolves the options for images of one pixel type.
/// Throws InvalidArgument when the threshold is negative, not finite or too large for f32, or the full scale not finite
/// or not above 0.
STRANDLINE_API EdgesOperation make_edges_operation(const EdgesOptions& options, PixelType pixel_type);

/// Finds edges: 5x5 binomial blur, Sobel gradient, L2 magnitude, threshold.
///
/// `input` is (rows, cols) of u8, u16 or f32; `output` has the same shape and gets 255 on an edge, 0
/// elsewhere, and 127 where the answer is unknown because the 7x7 neighbourhood holds a NaN, an infinity
/// or a pixel whose byte in `valid` is 0. `valid` may be left out, else it has the input's shape.
/// Synchronous. The output may not overlap the inputs. Formulas: docs/arithmetic.md.
/// Throws InvalidArgument for bad views or options, Unsupported for a backend that is not here, OutOfMemory and
/// DeviceError when the GPU that was asked for has no room or fails; under "auto" the CPU then does the work.
/// OutOfMemory also when the host's is exhausted.
///
/// How the calling thread rounds, and whether it flushes subnormals or traps exceptions, changes nothing and is as it
/// was afterwards. May be called from cancelled tasks of oneTBB, and while the process ends: from atexit() handlers and
/// destructors. For later calls the process keeps up to half a MiB for each pixel type and each thread that was at work
/// at one time, whichever threads called.
STRANDLINE_API void edges(AnyImageView input, ImageView<std::uint8_t> output, const EdgesOptions& options = {},
                          const ExecutionOptions& execution = {});
STRANDLINE_API void edges(AnyImageView input, ImageView<const std::uint8_t> valid, ImageView<std::uint8_t> output,
                          const EdgesOptions& options = {}, const ExecutionOptions& execution = {});

}  // namespace strandline
