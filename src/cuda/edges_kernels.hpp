// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels that find edges, each with what it needs of card and band. edges.cpp chooses among them. What load_...()
// has put onto the current device, its launch need not.
#pragma once

#include <cuda_runtime_api.h>

#include <strandline/band.hpp>
#include <strandline/operation.hpp>

namespace strandline::cuda {

/// Bulk copies into a ring of rows: all pixel types, with validity or without.
void launch_edges_ring(const EdgesOperation& operation, const Band& band, int multiprocessors, cudaStream_t stream);
void load_edges_ring();

/// As the ring, with the sums on the tensor cores: u8 without validity.
void launch_edges_tensor(const EdgesOperation& operation, const Band& band, int multiprocessors, cudaStream_t stream);
void load_edges_tensor();

/// Straight from global memory: any card, any alignment.
void launch_edges_direct(const EdgesOperation& operation, const Band& band, int multiprocessors, cudaStream_t stream);
void load_edges_direct();

/// The compute capability (90 is 9.0) for which the code that the driver has loaded was compiled; on a card that is
/// newer than the build that is the build's, not the card's.
int compiled_capability();

/// What the ring and tensor kernels ask of all addresses and strides.
inline constexpr std::int64_t kRingAlignment = 16;

}  // namespace strandline::cuda
