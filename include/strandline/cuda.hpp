// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Work on images in device memory, enqueued on the caller's CUDA stream.
#pragma once

#include <cstdint>

#include <strandline/band.hpp>
#include <strandline/edges.hpp>
#include <strandline/export.hpp>
#include <strandline/operation.hpp>

struct CUstream_st;

namespace strandline::cuda {

/// A cudaStream_t or CUstream, named without CUDA's headers.
using StreamHandle = CUstream_st*;

/// Loads the kernels onto the calling thread's current device. The first call that needs a kernel does so otherwise,
/// and may then allocate memory and wait for work that is under way. Once a device is enough; a call for it again costs
/// little. Throws DeviceError when there is no card or no code for it, Unsupported when the library was built without
/// CUDA.
STRANDLINE_API void prepare();

/// Enqueues edges() of an image in device memory on `stream`, and returns.
///
/// As strandline::edges(), the same bytes included, but the views' pointers are those of the calling thread's current
/// device, to which `stream` must belong. Any base address that suits the pixel type and any stride that is a multiple
/// of its size; with both multiples of 16 bytes the fast kernels run. Nothing is allocated, nothing is synchronised and
/// nothing kept: the call needs no workspace, is safe from any number of threads and streams at once, and can be
/// captured into a graph. (The first call of a process is the exception, see prepare().) An error that an earlier CUDA
/// call of the program left behind is neither reported nor cleared. The memory must stay untouched until the stream has
/// passed the call. Throws InvalidArgument for bad views or options, DeviceError when the launch is refused,
/// Unsupported when the library was built without CUDA.
STRANDLINE_API void enqueue_edges(AnyImageView input, ImageView<std::uint8_t> output, const EdgesOptions& options,
                                  StreamHandle stream);
STRANDLINE_API void enqueue_edges(AnyImageView input, ImageView<const std::uint8_t> valid,
                                  ImageView<std::uint8_t> output, const EdgesOptions& options, StreamHandle stream);

/// Enqueues any operation on one band whose three views are in device memory. As enqueue_edges() otherwise; the band's
/// rules are run_band()'s.
STRANDLINE_API void enqueue_band(const Operation& operation, const Band& band, StreamHandle stream);

}  // namespace strandline::cuda
