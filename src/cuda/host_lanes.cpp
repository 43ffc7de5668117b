// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Who has which lane, and who has to wait.
#include "cuda/host_lanes.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "cuda/runtime/context.hpp"

namespace strandline::cuda {
namespace {

// Memory comes in portions of this, so that calls of slowly growing size don't allocate each time.
constexpr std::int64_t kPortion = std::int64_t{2} << 20;

LaneBytes held_by(const Lane& lane) { return {lane.device.bytes(), lane.staging.bytes()}; }

/// The memory that a lane will hold: what it holds, unless that is too little or takes too much from other lanes.
std::int64_t settled(std::int64_t held, std::int64_t needed, std::int64_t most) {
  if (held >= needed && held <= most) return held;
  const std::int64_t portions = needed / kPortion + (needed % kPortion != 0);
  return std::max(needed, std::min(portions * kPortion, most));
}

template <class Buffer>
bool grow(Buffer& buffer, std::int64_t bytes) {
  if (buffer.bytes() >= bytes) return false;
  buffer = Buffer(bytes);
  return true;
}

// What lies between two rows is copied along with them, and should be somebody's bytes.
void clear(const Lane& lane) {
  check(cudaMemsetAsync(lane.device.data(), 0, static_cast<std::size_t>(lane.device.bytes()), lane.copy_in.get()),
        "cudaMemsetAsync");
  lane.copy_in.synchronize();
}

}  // namespace

bool Lane::quiesce() const {
  bool well = true;
  for (const Stream* stream : {&copy_in, &compute, &copy_out}) {
    well = own_status(cudaStreamSynchronize(stream->get())) == cudaSuccess && well;
  }
  return well;
}

Lease::Lease(LanePool& pool, std::unique_ptr<Lane> lane, LaneBytes counted)
    : pool_(pool), lane_(std::move(lane)), counted_(counted) {}

Lease::~Lease() {
  if (lane_ && !quiet_ && !lane_->quiesce()) lane_.reset();
  pool_.give_back(std::move(lane_), counted_);
}

std::int64_t LanePool::device_bound(std::int64_t asked_for) {
  if (asked_for > 0) return asked_for;
  const std::lock_guard lock(mutex_);
  if (!half_of_free_) {
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    std::int64_t held = busy_.device;
    for (const auto& lane : idle_) held += lane->device.bytes();
    half_of_free_ = (static_cast<std::int64_t>(free) + held) / 2;
  }
  return *half_of_free_;
}

std::unique_ptr<Lease> LanePool::lease(LaneBytes needed, std::int64_t device_bound) {
  const LaneBytes bound{device_bound, kStagingBytes};
  std::unique_lock lock(mutex_);
  given_back_.wait(lock,
                   [&] { return busy_lanes_ == 0 || (busy_lanes_ < kMostLanes && (busy_ + needed).fits_in(bound)); });
  const LaneBytes room = bound - busy_;
  // A lane that once had all memory to itself gives it back when a smaller call takes it.
  const LaneBytes most{std::min(room.device, std::max(needed.device, bound.device / kMostLanes)),
                       std::min(room.staging, std::max(needed.staging, bound.staging / kMostLanes))};
  std::unique_ptr<Lane> lane = take_idle(needed, most);
  const LaneBytes old = lane ? held_by(*lane) : LaneBytes{};
  const LaneBytes counted{settled(old.device, needed.device, most.device),
                          settled(old.staging, needed.staging, most.staging)};
  busy_ = busy_ + counted;
  ++busy_lanes_;
  // What goes is freed before the lock is, or another call could take its place while it is still there.
  const bool dropped = drop_surplus(bound - busy_);
  if (lane && counted.device != old.device) lane->device = {};
  if (lane && counted.staging != old.staging) lane->staging = {};
  const bool changes = counted.device != old.device || dropped;
  lock.unlock();

  auto lease = std::make_unique<Lease>(*this, std::move(lane), counted);
  const auto equip = [&](LaneBytes bytes) {
    if (!lease->lane_) lease->lane_ = std::make_unique<Lane>();
    if (grow(lease->lane_->device, bytes.device)) clear(*lease->lane_);
    grow(lease->lane_->staging, bytes.staging);
  };
  try {
    equip(counted);
  } catch (const OutOfMemory&) {
    free_idle();
    equip(needed);
  }
  if (changes) {
    lock.lock();
    half_of_free_.reset();
  }
  return lease;
}

/// The smallest idle lane that will do as it is, else the last one used, to be changed.
std::unique_ptr<Lane> LanePool::take_idle(LaneBytes needed, LaneBytes most) {
  if (idle_.empty()) return nullptr;
  auto best = idle_.end();
  for (auto lane = idle_.begin(); lane != idle_.end(); ++lane) {
    const LaneBytes held = held_by(**lane);
    if (!needed.fits_in(held) || !held.fits_in(most)) continue;
    if (best == idle_.end() || held.device < held_by(**best).device) best = lane;
  }
  if (best == idle_.end()) --best;
  std::unique_ptr<Lane> lane = std::move(*best);
  idle_.erase(best);
  return lane;
}

/// Frees the idle lanes beyond those that fit in `room`; false when there are none.
bool LanePool::drop_surplus(LaneBytes room) {
  LaneBytes kept;
  const auto is_surplus = [&](const std::unique_ptr<Lane>& lane) {
    const LaneBytes with = kept + held_by(*lane);
    if (!with.fits_in(room)) return true;
    kept = with;
    return false;
  };
  const std::size_t before = idle_.size();
  for (auto lane = idle_.begin(); lane != idle_.end();) lane = is_surplus(*lane) ? idle_.erase(lane) : lane + 1;
  return idle_.size() < before;
}

void LanePool::free_idle() {
  const std::lock_guard lock(mutex_);
  idle_.clear();
  half_of_free_.reset();
}

void LanePool::give_back(std::unique_ptr<Lane> lane, LaneBytes counted) {
  {
    const std::lock_guard lock(mutex_);
    busy_ = busy_ - counted;
    --busy_lanes_;
    if (lane) {
      idle_.push_back(std::move(lane));
    } else {
      half_of_free_.reset();
    }
  }
  given_back_.notify_all();
}

LanePool& current_lane_pool() {
  static std::mutex mutex;
  static auto& pools = *new std::map<ContextId, LanePool>;
  const ContextId context = current_context();
  const std::lock_guard lock(mutex);
  return pools[context];
}

}  // namespace strandline::cuda
