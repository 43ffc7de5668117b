// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The stand-in: a queue for each stream, and one lock.
#include "cuda/fake/runtime.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <vector>

#include <strandline/band.hpp>
#include <strandline/operation.hpp>

#include "cuda/edges.hpp"
#include "reference/edges.hpp"

struct CUevent_st {
  std::int64_t recorded = 0;
  std::int64_t reached = 0;
};

namespace {

struct Operation {
  std::function<void()> run;
  CUevent_st* waits_for = nullptr;
  std::int64_t ticket = 0;

  bool is_runnable() const { return waits_for == nullptr || waits_for->reached >= ticket; }
};

}  // namespace

struct CUstream_st {
  std::deque<Operation> operations;
};

namespace {

using strandline::test::fake::Record;

struct Allocation {
  std::int64_t bytes;
  bool is_on_device;
};

struct Machine {
  std::recursive_mutex mutex;
  std::set<CUstream_st*> streams;
  CUstream_st* favoured = nullptr;
  std::map<const std::byte*, Allocation> allocations;
  std::mt19937_64 order{1};
  Record record;
  std::int64_t capacity = std::int64_t{1} << 34;
  std::int64_t copies_to_failure = 0;
  unsigned long long context = 1;

  const Allocation* find(const void* pointer) const {
    const auto* byte = static_cast<const std::byte*>(pointer);
    auto next = allocations.upper_bound(byte);
    if (next == allocations.begin()) return nullptr;
    --next;
    return byte < next->first + next->second.bytes ? &next->second : nullptr;
  }

  // Runs one operation of one stream; false when none can run.
  bool step() {
    std::vector<CUstream_st*> runnable;
    for (CUstream_st* stream : streams) {
      if (!stream->operations.empty() && stream->operations.front().is_runnable()) runnable.push_back(stream);
    }
    if (runnable.empty()) return false;
    // One stream for a while, so that it gets as far ahead of the others as it can.
    const bool stays = std::find(runnable.begin(), runnable.end(), favoured) != runnable.end() && order() % 16 != 0;
    CUstream_st* stream = favoured = stays ? favoured : runnable[order() % runnable.size()];
    const Operation operation = std::move(stream->operations.front());
    stream->operations.pop_front();
    if (operation.run) operation.run();
    return true;
  }

  template <class Condition>
  void run_until(Condition&& is_met) {
    while (!is_met()) {
      if (!step()) std::abort();  // a wait that would never end
    }
  }

  void run_all() {
    while (step()) {
    }
  }
};

Machine& machine() {
  static auto& instance = *new Machine;
  return instance;
}

std::unique_lock<std::recursive_mutex> lock() { return std::unique_lock(machine().mutex); }

cudaError_t allocate(void** memory, std::size_t bytes, bool on_device) {
  const auto guard = lock();
  Machine& m = machine();
  const auto size = static_cast<std::int64_t>(bytes);
  if (on_device && m.record.device_bytes + size > m.capacity) return cudaErrorMemoryAllocation;
  *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  std::memset(*memory, 0xCD, bytes);
  m.allocations[static_cast<std::byte*>(*memory)] = {size, on_device};
  ++m.record.allocations;
  std::int64_t& held = on_device ? m.record.device_bytes : m.record.pinned_bytes;
  std::int64_t& most = on_device ? m.record.most_device_bytes : m.record.most_pinned_bytes;
  held += size;
  most = std::max(most, held);
  return cudaSuccess;
}

cudaError_t release(void* memory) {
  if (memory == nullptr) return cudaSuccess;
  const auto guard = lock();
  Machine& m = machine();
  m.run_all();  // both kinds of freeing wait for the device
  const auto found = m.allocations.find(static_cast<std::byte*>(memory));
  if (found == m.allocations.end()) std::abort();
  (found->second.is_on_device ? m.record.device_bytes : m.record.pinned_bytes) -= found->second.bytes;
  m.allocations.erase(found);
  std::free(memory);
  return cudaSuccess;
}

void copy_rows(std::byte* to, std::size_t to_pitch, const std::byte* from, std::size_t from_pitch, std::size_t width,
               std::size_t rows) {
  for (std::size_t row = 0; row < rows; ++row) std::memcpy(to + row * to_pitch, from + row * from_pitch, width);
}

// As CUDA: what is pageable is read before the call returns, or written before it returns.
cudaError_t enqueue_copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t rows, cudaMemcpyKind kind, cudaStream_t stream) {
  const auto guard = lock();
  Machine& m = machine();
  if (!m.streams.contains(stream)) return cudaErrorInvalidResourceHandle;
  if (m.copies_to_failure > 0 && --m.copies_to_failure == 0) return cudaErrorInvalidValue;
  if (to_pitch < width || from_pitch < width || to_pitch > INT32_MAX || from_pitch > INT32_MAX) {
    return cudaErrorInvalidPitchValue;
  }
  const auto bytes = static_cast<std::int64_t>(width * rows);
  if (kind == cudaMemcpyHostToDevice) m.record.bytes_to_device += bytes;
  if (kind == cudaMemcpyDeviceToHost) m.record.bytes_to_host += bytes;
  auto* target = static_cast<std::byte*>(to);
  const auto* source = static_cast<const std::byte*>(from);
  if (kind == cudaMemcpyHostToDevice && m.find(from) == nullptr) {
    auto snapshot = std::make_shared<std::vector<std::byte>>(width * rows);
    copy_rows(snapshot->data(), width, source, from_pitch, width, rows);
    stream->operations.push_back({[=] { copy_rows(target, to_pitch, snapshot->data(), width, width, rows); }});
    return cudaSuccess;
  }
  stream->operations.push_back({[=] { copy_rows(target, to_pitch, source, from_pitch, width, rows); }});
  if (kind == cudaMemcpyDeviceToHost && m.find(to) == nullptr) {
    m.run_until([&] { return stream->operations.empty(); });
  }
  return cudaSuccess;
}

// cuCtxGetId(), the only function of the driver that is asked for here.
CUresult context_id(CUcontext, unsigned long long* id) {
  const auto guard = lock();
  *id = machine().context;
  return CUDA_SUCCESS;
}

}  // namespace

namespace strandline::test::fake {

Record record() {
  const auto guard = lock();
  Record result = machine().record;
  for (const CUstream_st* stream : machine().streams) {
    result.operations_waiting += static_cast<std::int64_t>(stream->operations.size());
  }
  return result;
}

void reset(std::uint64_t seed) {
  const auto guard = lock();
  Machine& m = machine();
  m.order.seed(seed);
  m.record = {
      m.record.device_bytes, m.record.device_bytes, m.record.pinned_bytes, m.record.pinned_bytes, 0, 0, 0, 0, 0};
}

void set_device_capacity(std::int64_t bytes) {
  const auto guard = lock();
  machine().capacity = bytes;
}

// The streams stay allocated, so that whoever still knows one is found out and not led astray.
void reset_device() {
  const auto guard = lock();
  Machine& m = machine();
  m.streams.clear();
  m.favoured = nullptr;
  for (const auto& [memory, allocation] : m.allocations) std::free(const_cast<std::byte*>(memory));
  m.allocations.clear();
  m.record = {};
  ++m.context;
}

void fail_copy(std::int64_t n) {
  const auto guard = lock();
  machine().copies_to_failure = n;
}

}  // namespace strandline::test::fake

namespace strandline::cuda {

void enqueue_edges(const EdgesOperation& operation, const Band& band, cudaStream_t stream) {
  const auto guard = lock();
  ++machine().record.kernels;
  stream->operations.push_back({[=] { reference::edges(operation, band); }});
}

}  // namespace strandline::cuda

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaGetDriverEntryPointByVersion(const char*, void** function, unsigned, unsigned long long,
                                             cudaDriverEntryPointQueryResult* result) {
  *function = reinterpret_cast<void*>(&context_id);
  *result = cudaDriverEntryPointSuccess;
  return cudaSuccess;
}
cudaError_t cudaGetLastError() { return cudaSuccess; }
const char* cudaGetErrorString(cudaError_t) { return "an error of the stand-in"; }
const char* cudaGetErrorName(cudaError_t) { return "cudaErrorOfTheStandIn"; }

cudaError_t cudaMalloc(void** memory, std::size_t bytes) { return allocate(memory, bytes, true); }
cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned) { return allocate(memory, bytes, false); }
cudaError_t cudaFree(void* memory) { return release(memory); }
cudaError_t cudaFreeHost(void* memory) { return release(memory); }

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  const auto guard = lock();
  *total = static_cast<std::size_t>(machine().capacity);
  *free = static_cast<std::size_t>(machine().capacity - machine().record.device_bytes);
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  const auto guard = lock();
  const Allocation* allocation = machine().find(pointer);
  attributes->type = allocation == nullptr      ? cudaMemoryTypeUnregistered
                     : allocation->is_on_device ? cudaMemoryTypeDevice
                                                : cudaMemoryTypeHost;
  return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  const auto guard = lock();
  *stream = new CUstream_st;
  machine().streams.insert(*stream);
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  const auto guard = lock();
  machine().run_until([&] { return stream->operations.empty(); });
  machine().streams.erase(stream);
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  const auto guard = lock();
  machine().run_until([&] { return stream->operations.empty(); });
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  *event = new CUevent_st;
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  const auto guard = lock();
  machine().run_all();
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  const auto guard = lock();
  const std::int64_t ticket = ++event->recorded;
  stream->operations.push_back({[=] { event->reached = std::max(event->reached, ticket); }});
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  const auto guard = lock();
  machine().run_until([&, ticket = event->recorded] { return event->reached >= ticket; });
  return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  const auto guard = lock();
  stream->operations.push_back({{}, event, event->recorded});
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  // One row has no pitch to be refused.
  const std::size_t pitch = std::min<std::size_t>(bytes, INT32_MAX);
  return enqueue_copy(to, pitch, from, pitch, bytes, 1, kind, stream);
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t rows, cudaMemcpyKind kind, cudaStream_t stream) {
  return enqueue_copy(to, to_pitch, from, from_pitch, width, rows, kind, stream);
}
// Leaves the poison of fresh memory where it is: nothing may rest on what memory is cleared to.
cudaError_t cudaMemsetAsync(void*, int, std::size_t, cudaStream_t) { return cudaSuccess; }

}  // extern "C"
