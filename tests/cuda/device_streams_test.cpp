// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The device API's word on streams: it only enqueues, on any stream, from any number of threads.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <future>
#include <latch>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "cuda/runtime/stream.hpp"
#include "support/device_batch.hpp"
#include "support/gpu.hpp"

namespace strandline::test {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kSeed = 20261130;
constexpr std::int64_t kRows = 171;
constexpr std::int64_t kCols = 1100;

class DeviceStreams : public GpuTest {};

/// Each pixel type and border, aligned and not.
void add_every_kind(DeviceBatch& batch, std::uint64_t seed) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
    for (const Border border : kAllBorders) {
      for (const Alignment alignment : {Alignment::vector16, Alignment::pixel}) {
        visit_pixel_type(type, [&]<Pixel T>(T) { batch.add(random_case<T>(kRows, kCols, border, alignment, ++seed)); });
      }
    }
  }
}

/// A stream with 20 images of its own.
struct Worker {
  explicit Worker(int number) {
    for (int i = 0; i < 20; ++i) {
      const std::uint64_t seed = kSeed + static_cast<std::uint64_t>(100 * number + i);
      const std::int64_t rows = 100 + 7 * number;
      const std::int64_t cols = 500 + 37 * i;
      const Alignment alignment = i % 2 ? Alignment::pixel : Alignment::vector16;
      const Border border = kAllBorders[(i + number) % 5];
      if (i % 3 == 0) batch.add(random_case<std::uint8_t>(rows, cols, border, alignment, seed));
      if (i % 3 == 1) batch.add(random_case<std::uint16_t>(rows, cols, border, alignment, seed));
      if (i % 3 == 2) batch.add(random_case<float>(rows, cols, border, alignment, seed));
    }
    batch.upload();
  }

  cuda::Stream stream;
  DeviceBatch batch{choose_backend("cpu"), stream.get()};
};

TEST_F(DeviceStreams, OfManyThreadsDoNotDisturbOneAnother) {
  constexpr int kThreads = 8;
  std::vector<std::unique_ptr<Worker>> workers;
  for (int number = 0; number < kThreads; ++number) workers.push_back(std::make_unique<Worker>(number));
  std::latch start(kThreads);
  std::vector<std::future<void>> threads;
  for (const std::unique_ptr<Worker>& worker : workers) {
    threads.push_back(std::async(std::launch::async, [&] {
      start.arrive_and_wait();
      for (int repeat = 0; repeat < 5; ++repeat) worker->batch.enqueue();
    }));
  }
  for (std::future<void>& thread : threads) thread.get();
  for (const std::unique_ptr<Worker>& worker : workers) EXPECT_TRUE(worker->batch.result_of_launches());
}

TEST_F(DeviceStreams, MayBeTheDefaultOnes) {
  for (const cudaStream_t stream : {cudaStream_t{nullptr}, cudaStreamLegacy, cudaStreamPerThread}) {
    DeviceBatch batch(choose_backend("cpu"), stream);
    add_every_kind(batch, kSeed);
    EXPECT_TRUE(batch.result());
  }
}

/// Launches captured from `batch`, which must be on `stream`.
class CapturedGraph {
 public:
  // The global mode forbids whatever might allocate or synchronise, in this thread and in all others.
  CapturedGraph(const DeviceBatch& batch, cudaStream_t stream) {
    cuda::check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
    batch.enqueue();
    cuda::check(cudaStreamEndCapture(stream, &graph_), "cudaStreamEndCapture");
    cuda::check(cudaGraphInstantiate(&executable_, graph_, 0), "cudaGraphInstantiate");
  }
  CapturedGraph(const CapturedGraph&) = delete;
  CapturedGraph& operator=(const CapturedGraph&) = delete;
  ~CapturedGraph() {
    cudaGraphExecDestroy(executable_);
    cudaGraphDestroy(graph_);
  }

  std::vector<cudaGraphNode_t> nodes() const {
    std::size_t count = 0;
    cuda::check(cudaGraphGetNodes(graph_, nullptr, &count), "cudaGraphGetNodes");
    std::vector<cudaGraphNode_t> nodes(count);
    cuda::check(cudaGraphGetNodes(graph_, nodes.data(), &count), "cudaGraphGetNodes");
    return nodes;
  }

  void launch(cudaStream_t stream) const { cuda::check(cudaGraphLaunch(executable_, stream), "cudaGraphLaunch"); }

 private:
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
};

template <Pixel T>
void set_random_pixels(DeviceCase& one, std::uint64_t seed) {
  one.set_pixels(RandomImage<T>(kRows, kCols, seed, Texture::noise, true).band());
}

TEST_F(DeviceStreams, CanBeCapturedAndReplayedOnOtherPixels) {
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("cpu"), stream.get());
  add_every_kind(batch, kSeed);
  batch.upload();
  const CapturedGraph graph(batch, stream.get());
  for (std::uint64_t replay = 1; replay <= 3; ++replay) {
    for (std::size_t i = 0; i < batch.cases().size(); ++i) {
      const std::uint64_t seed = kSeed + 1000 * replay + i;
      if (i < 10) set_random_pixels<std::uint8_t>(batch.cases()[i], seed);
      if (i >= 10 && i < 20) set_random_pixels<std::uint16_t>(batch.cases()[i], seed);
      if (i >= 20) set_random_pixels<float>(batch.cases()[i], seed);
    }
    batch.upload();
    graph.launch(stream.get());
    EXPECT_TRUE(batch.result_of_launches());
  }
}

TEST_F(DeviceStreams, GetKernelsOnly) {
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("cpu"), stream.get());
  add_every_kind(batch, kSeed);
  const CapturedGraph graph(batch, stream.get());
  EXPECT_GE(graph.nodes().size(), batch.cases().size());
  for (const cudaGraphNode_t node : graph.nodes()) {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    cuda::check(cudaGraphNodeGetType(node, &type), "cudaGraphNodeGetType");
    EXPECT_EQ(cudaGraphNodeTypeKernel, type) << "an allocation, a copy or a call to the host is in the stream";
  }
}

TEST_F(DeviceStreams, CostNoMemory) {
  const cuda::Stream stream;
  DeviceBatch batch(choose_backend("cpu"), stream.get());
  add_every_kind(batch, kSeed);
  batch.upload();
  batch.enqueue();  // loads the kernels
  stream.synchronize();
  // Others on the card may take memory at the same moment, but not each time.
  bool cost_none = false;
  for (int attempt = 0; attempt < 10 && !cost_none; ++attempt) {
    std::size_t before = 0;
    std::size_t after = 0;
    std::size_t total = 0;
    cuda::check(cudaMemGetInfo(&before, &total), "cudaMemGetInfo");
    for (int i = 0; i < 20; ++i) batch.enqueue();
    cuda::check(cudaMemGetInfo(&after, &total), "cudaMemGetInfo");
    stream.synchronize();
    cost_none = after >= before;
  }
  EXPECT_TRUE(cost_none);
}

/// Holds a stream back until it is released or half a minute is over.
class BlockedStream {
 public:
  explicit BlockedStream(cudaStream_t stream) {
    cuda::check(cudaLaunchHostFunc(stream, &wait, this), "cudaLaunchHostFunc");
  }
  BlockedStream(const BlockedStream&) = delete;
  BlockedStream& operator=(const BlockedStream&) = delete;
  ~BlockedStream() {
    release_.set_value();
    done_.get_future().wait();
  }

  bool waited_in_vain() const { return waited_in_vain_; }

 private:
  static void wait(void* self) {
    auto& blocked = *static_cast<BlockedStream*>(self);
    blocked.waited_in_vain_ = blocked.released_.wait_for(30s) != std::future_status::ready;
    blocked.done_.set_value();
  }

  std::promise<void> release_;
  std::future<void> released_ = release_.get_future();
  std::promise<void> done_;
  std::atomic<bool> waited_in_vain_ = false;
};

// Whoever waited for the stream, for the device or for memory to be freed would wait until the blocker gives up.
TEST_F(DeviceStreams, AreNotWaitedFor) {
  const cuda::Stream blocked;
  const cuda::Stream other;
  DeviceBatch on_blocked(choose_backend("cpu"), blocked.get());
  DeviceBatch on_other(choose_backend("cpu"), other.get());
  add_every_kind(on_blocked, kSeed);
  add_every_kind(on_other, kSeed + 1);
  for (const DeviceBatch* batch : {&on_blocked, &on_other}) {
    batch->upload();
    batch->enqueue();  // loads the kernels, which may wait
  }
  blocked.synchronize();
  other.synchronize();
  {
    const BlockedStream blocker(blocked.get());
    on_blocked.enqueue();
    on_other.enqueue();
    EXPECT_EQ(cudaErrorNotReady, cudaStreamQuery(blocked.get()));
    EXPECT_FALSE(blocker.waited_in_vain());
  }
  EXPECT_TRUE(on_blocked.result_of_launches());
  EXPECT_TRUE(on_other.result_of_launches());
}

// In a process of its own, where nothing has loaded a kernel yet.
TEST_F(DeviceStreams, AreNotWaitedForByTheFirstCallsAfterPrepare) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [] {
    cuda::prepare();
    const cuda::Stream blocked;
    DeviceBatch batch(choose_backend("cpu"), blocked.get());
    add_every_kind(batch, kSeed);
    batch.upload();
    std::size_t before = 0;
    std::size_t after = 0;
    std::size_t total = 0;
    cuda::check(cudaMemGetInfo(&before, &total), "cudaMemGetInfo");
    bool waited = true;
    {
      const BlockedStream blocker(blocked.get());
      batch.enqueue();
      waited = blocker.waited_in_vain();
      cuda::check(cudaMemGetInfo(&after, &total), "cudaMemGetInfo");
    }
    std::_Exit(!waited && after >= before && batch.result_of_launches() ? 0 : 1);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace strandline::test
