// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Times work that is enqueued on a stream, by the card's own clock.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>
#include <functional>

#include "measuring/interleaved.hpp"

namespace strandline::measuring {

/// Enqueues one call, and neither waits for it nor allocates.
using Enqueue = std::function<void(cudaStream_t)>;

/// Keeps the card's memory busy for half a second, so that the first figures aren't those of a sleeping card.
void wake_card();

/// Calls one after the other between two events, as a program makes them.
TimedCalls calls_on_stream(const Enqueue& enqueue, cudaStream_t stream);

/// Calls one after the other as the nodes of a graph of `nodes` calls, which leaves the host's part out. So short a
/// call can't be timed otherwise. A number of calls that is no multiple of `nodes` is rounded up, and its time down.
TimedCalls calls_in_graph(const Enqueue& enqueue, cudaStream_t stream, std::int64_t nodes);

}  // namespace strandline::measuring
