// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What a call needs to pass through a card (streams, events, memory on both sides), kept from call to call.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "cuda/host_chunks.hpp"
#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/event.hpp"
#include "cuda/runtime/stream.hpp"

namespace strandline::cuda {

/// What must not be used by two calls at once.
struct Lane {
  struct SlotEvents {
    Event arrived{cudaEventDisableTiming};   ///< the chunk's rows are on the card
    Event computed{cudaEventDisableTiming};  ///< its kernel has run
    Event left{cudaEventDisableTiming};      ///< its output is in host memory
  };

  /// Returns when nothing of the lane is under way. False when the card has failed.
  bool quiesce() const;

  Stream copy_in;
  Stream compute;
  Stream copy_out;
  std::array<SlotEvents, kMostSlots> events;
  DeviceBuffer<std::byte> device;
  PinnedBuffer<std::byte> staging;
};

/// Memory on the card and page-locked memory of the host.
struct LaneBytes {
  std::int64_t device = 0;
  std::int64_t staging = 0;

  bool fits_in(const LaneBytes& room) const { return device <= room.device && staging <= room.staging; }
};
inline LaneBytes operator+(const LaneBytes& a, const LaneBytes& b) {
  return {a.device + b.device, a.staging + b.staging};
}
inline LaneBytes operator-(const LaneBytes& a, const LaneBytes& b) {
  return {a.device - b.device, a.staging - b.staging};
}

class LanePool;

/// A lane that is this call's until the lease ends. Ending it waits for what is under way, so neither the lane nor the
/// caller's memory is still in use when an exception passes.
class Lease {
 public:
  Lease(LanePool& pool, std::unique_ptr<Lane> lane, LaneBytes counted);
  ~Lease();
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  Lane& lane() { return *lane_; }

  /// Says that the caller has waited for all that it enqueued.
  void set_quiet() { quiet_ = true; }

 private:
  friend class LanePool;

  LanePool& pool_;
  std::unique_ptr<Lane> lane_;
  LaneBytes counted_;
  bool quiet_ = false;
};

/// The lanes of one context, which must be the calling thread's current one. Safe to use from many threads.
class LanePool {
 public:
  /// The bound that `asked_for` means: itself, or half of what is free plus what the pool holds for 0. That half is
  /// looked up again whenever the pool's memory has changed, not for each call, since asking the driver is slow.
  std::int64_t device_bound(std::int64_t asked_for);

  /// A lane with at least `needed` memory, once there is one to be had while all lanes in use hold no more than
  /// `device_bound` on the card and kStagingBytes of staging. Idle lanes give up what is too much. Throws OutOfMemory
  /// when the memory can't be had even after all idle lanes have given up theirs.
  std::unique_ptr<Lease> lease(LaneBytes needed, std::int64_t device_bound);

 private:
  friend class Lease;
  std::unique_ptr<Lane> take_idle(LaneBytes needed, LaneBytes most);
  bool drop_surplus(LaneBytes room);
  void free_idle();
  void give_back(std::unique_ptr<Lane> lane, LaneBytes counted);

  std::mutex mutex_;
  std::condition_variable given_back_;
  std::vector<std::unique_ptr<Lane>> idle_;
  std::int64_t busy_lanes_ = 0;
  LaneBytes busy_;
  std::optional<std::int64_t> half_of_free_;
};

/// The pool of the calling thread's current context: a device's streams and memory end with its context, so a device
/// that was reset gets a new one. Pools are never destroyed: the driver, at exit, or the context may be gone before.
LanePool& current_lane_pool();

}  // namespace strandline::cuda
