// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What an experiment is given: its sizes, the card, a way to time what has been checked, and a place for its findings.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuda/runtime/stream.hpp"
#include "harness/clock_watch.hpp"
#include "harness/l2_flush.hpp"
#include "measuring/card_facts.hpp"
#include "measuring/device_clock.hpp"
#include "measuring/interleaved.hpp"
#include "results/check_results.hpp"
#include "results/results.hpp"
#include "run_experiments.hpp"

namespace strandline::lab {

/// What one call does. Times of different cards, or of different sizes, are compared by what is done in them.
struct Work {
  double amount = 0;
  std::string unit = {};  ///< such as "bytes", "requests" and "interactions"
};

/// One of those that are compared. Its calls are timed only after its result was found right.
struct Contestant {
  std::string name;
  /// One call: neither waits nor allocates, and can be captured in a graph unless `in_graph` is false.
  std::function<void(cudaStream_t)> enqueue;
  /// Spoils the output, so that what isn't written is noticed.
  std::function<void(cudaStream_t)> poison;
  /// Looks at the output of calls that have ended, one or several. Throws CheckFailed.
  std::function<void()> check;
  Work work = {};  ///< above 0 for measure()
  /// For kernels that read the clock themselves: cycles of the last call, which has ended. The samples are then these,
  /// in the unit "cycles", not the time of the call.
  std::function<double()> read_cycles = {};
  /// As nodes of a graph, calls follow each other without the host. Else calls are enqueued on the stream, one by one.
  bool in_graph = true;
};

enum class Caches {
  warm,  ///< call after call
  cold   ///< the L2 cache is filled with other data before each call; the time is of single calls
};

/// What contestants took, in the order in which they were given.
struct Measured {
  std::vector<Summary> summaries;
  std::vector<measuring::Samples> samples;  ///< (contestants, rounds); sample i of each is of the same round

  /// Median over the rounds of contestant a's time over contestant b's; NaN when there are no rounds.
  double ratio(std::size_t a, std::size_t b) const;
};

/// One experiment on one card.
class Run {
 public:
  using Sinks = std::vector<std::shared_ptr<ResultSink>>;

  Run(const Choice& choice, const RunOptions& options, const measuring::CardFacts& card, cudaStream_t stream,
      ClockWatch& clock, const Sinks& sinks);

  /// The one value of an option of the description.
  std::int64_t size(std::string_view name) const { return sizes(name).front(); }
  const std::vector<std::int64_t>& sizes(std::string_view name) const;
  bool quick() const { return options_.quick; }
  /// Empty when no pictures are wanted.
  const std::string& pictures_folder() const { return options_.pictures_folder; }
  const measuring::CardFacts& card() const { return card_; }
  cudaStream_t stream() const { return stream_; }
  /// Of a card that is awake.
  double clock_mhz() const { return clock_.usual_mhz(); }

  /// Poisons, calls and checks each contestant; lets them take turns; then poisons each once more, times a last sample
  /// in the same way and checks what that has left, since what was timed must have been the work. Throws CheckFailed.
  /// All that are to be compared belong into one call. There are no samples when the run is to check only.
  Measured measure(std::span<const Contestant> contestants, Caches caches = Caches::warm);

  /// The same without times. Throws CheckFailed.
  void check(const Contestant& contestant);

  void add(const Row& row);
  /// A gate that isn't passed fails the run; the experiment goes on.
  void gate(const std::string& name, bool passed, const std::string& detail);
  void verdict(const std::string& sentence);
  void skip(const std::string& reason);

  std::int64_t checks() const { return checks_; }
  std::int64_t rows() const { return rows_; }
  /// Contestants that were given to measure(), and how many of their summaries rows have; else a row is missing.
  std::int64_t measured() const { return measured_; }
  std::int64_t told() const { return told_; }
  bool passed() const { return passed_; }

 private:
  void poison(const Contestant& contestant);
  void compare(const Contestant& contestant);
  measuring::TimedCalls timed(const Contestant& contestant, Caches caches);
  measuring::TimedCalls cold_calls(const Contestant& contestant);

  const Choice& choice_;
  const RunOptions& options_;
  const measuring::CardFacts& card_;
  cudaStream_t stream_;
  ClockWatch& clock_;
  const Sinks& sinks_;
  std::unique_ptr<L2Flush> flush_;  // made when it is first needed
  std::int64_t checks_ = 0;
  std::int64_t rows_ = 0;
  std::int64_t measured_ = 0;
  std::int64_t told_ = 0;
  bool passed_ = true;
};

void run_ladder(Run& run);
void run_constant(Run& run);
void run_constant_charge(Run& run);
void run_constant_cache(Run& run);
void run_constant_api(Run& run);
void run_banks(Run& run);
void run_atomics(Run& run);
void run_transpose(Run& run);
void run_coalescing(Run& run);
void run_l2_persistence(Run& run);
void run_nbody(Run& run);
void run_convolution(Run& run);

}  // namespace strandline::lab
