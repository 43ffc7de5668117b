// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Times work that is enqueued on a stream, by the card's own clock.
#include "measuring/device_clock.hpp"

#include <chrono>
#include <cstddef>
#include <memory>

#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/check.hpp"
#include "cuda/runtime/event.hpp"
#include "cuda/runtime/stream.hpp"

namespace strandline::measuring {
namespace {

using cuda::check;

constexpr std::int64_t kWakingBytes = 256 << 20;

struct Stopwatch {
  cuda::Event start;
  cuda::Event end;
};

struct DestroyGraph {
  using pointer = cudaGraph_t;
  void operator()(cudaGraph_t graph) const { cudaGraphDestroy(graph); }
};

std::shared_ptr<CUgraphExec_st> instantiate(const Enqueue& enqueue, cudaStream_t stream, std::int64_t nodes) {
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
  cudaGraph_t captured = nullptr;
  try {
    for (std::int64_t node = 0; node < nodes; ++node) enqueue(stream);
  } catch (...) {
    cudaStreamEndCapture(stream, &captured);  // else the stream stays unusable
    if (captured != nullptr) cudaGraphDestroy(captured);
    throw;
  }
  check(cudaStreamEndCapture(stream, &captured), "cudaStreamEndCapture");
  const std::unique_ptr<CUgraph_st, DestroyGraph> graph(captured);
  cudaGraphExec_t executable = nullptr;
  check(cudaGraphInstantiate(&executable, graph.get(), 0), "cudaGraphInstantiate");
  return {executable, [](cudaGraphExec_t exec) { cudaGraphExecDestroy(exec); }};
}

template <class Work>
double time_ms(Stopwatch& watch, cudaStream_t stream, std::int64_t times, const Work& work) {
  watch.start.record(stream);
  for (std::int64_t i = 0; i < times; ++i) work();
  watch.end.record(stream);
  watch.end.synchronize();
  return cuda::elapsed_ms(watch.start, watch.end);
}

}  // namespace

void wake_card() {
  const cuda::Stream stream;
  const cuda::DeviceBuffer<std::byte> memory(kWakingBytes);
  const auto enough = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
  while (std::chrono::steady_clock::now() < enough) {
    check(cudaMemsetAsync(memory.data(), 0, static_cast<std::size_t>(memory.bytes()), stream.get()), "cudaMemsetAsync");
    stream.synchronize();
  }
}

TimedCalls calls_on_stream(const Enqueue& enqueue, cudaStream_t stream) {
  return [enqueue, stream, watch = std::make_shared<Stopwatch>()](std::int64_t calls) {
    return time_ms(*watch, stream, calls, [&] { enqueue(stream); });
  };
}

TimedCalls calls_in_graph(const Enqueue& enqueue, cudaStream_t stream, std::int64_t nodes) {
  return [stream, nodes, graph = instantiate(enqueue, stream, nodes),
          watch = std::make_shared<Stopwatch>()](std::int64_t calls) {
    const std::int64_t launches = (calls + nodes - 1) / nodes;
    const double all_ms =
        time_ms(*watch, stream, launches, [&] { check(cudaGraphLaunch(graph.get(), stream), "cudaGraphLaunch"); });
    return all_ms * static_cast<double>(calls) / static_cast<double>(launches * nodes);
  };
}

}  // namespace strandline::measuring
