// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What calls borrow and give back, to spare the next call its making.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

namespace strandline::scheduling {

/// Things that one borrower at a time has for itself. It keeps as many as were out at once, whichever threads had them.
///
/// Nothing of it is ever destroyed, so it has to be a constinit static: a call may come from an atexit() handler or the
/// destructor of a static or thread_local object, when the thread's own objects are gone.
template <class Thing>
class Lender {
 public:
  struct Return {
    Lender* lender;
    void operator()(Thing* thing) const { lender->take_back(thing); }
  };
  using Loan = std::unique_ptr<Thing, Return>;

  /// Something given back before, at best what this thread had last; else what `make()`, a unique_ptr, returns.
  template <class Make>
  Loan lend(const Make& make) {
    for (std::size_t i = 0; i < kPlaces; ++i) {
      std::atomic<Thing*>& place = place_after(i);
      if (place.load(std::memory_order_relaxed) == nullptr) continue;
      Thing* const thing = place.exchange(nullptr, std::memory_order_acquire);
      if (thing == nullptr) continue;
      remember(place);
      return Loan(thing, {this});
    }
    return Loan(make().release(), {this});
  }

 private:
  // More than threads take part in any call; what comes back beyond that is freed.
  static constexpr std::size_t kPlaces = 1024;

  std::atomic<Thing*>& place_after(std::size_t i) { return places_[(last_place_ + i) % kPlaces]; }
  void remember(const std::atomic<Thing*>& place) { last_place_ = static_cast<std::size_t>(&place - places_.data()); }

  void take_back(Thing* thing) {
    for (std::size_t i = 0; i < kPlaces; ++i) {
      std::atomic<Thing*>& place = place_after(i);
      Thing* empty = nullptr;
      if (!place.compare_exchange_strong(empty, thing, std::memory_order_release, std::memory_order_relaxed)) continue;
      remember(place);
      return;
    }
    delete thing;
  }

  static inline thread_local constinit std::size_t last_place_ = 0;

  std::array<std::atomic<Thing*>, kPlaces> places_{};
};

}  // namespace strandline::scheduling
