// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What an experiment is given: its sizes, the card, a way to time what has been checked, and a place for its findings.
#include "harness/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "cuda/runtime/event.hpp"

namespace strandline::lab {
namespace {

using cuda::check;
using measuring::Samples;
using measuring::TimedCalls;

// Long enough for the host to enqueue what follows a spin.
constexpr std::int64_t kSpinNanoseconds = 30'000;

// A graph of so many calls hides the host's part of short ones; long ones need no company.
constexpr std::int64_t kMostNodes = 50;
constexpr double kGraphMs = 0.5;

// Kernels' own cycles pass through a clock that counts milliseconds; at a gigahertz they would be that.
constexpr double kCyclesPerMs = 1e6;

measuring::StoppingRule rule_for(bool quick) {
  if (quick)
    return {.fewest_rounds = 3, .enough_rounds = 3, .steady_relative_iqr = 0.05, .seconds_per_contestant = 0.02};
  return {.fewest_rounds = 11, .enough_rounds = 21, .steady_relative_iqr = 0.02, .seconds_per_contestant = 0.3};
}

/// In the unit of the contestant's clock.
Samples scaled(Samples samples, const Contestant& contestant) {
  if (!contestant.read_cycles) return samples;
  for (double& sample : samples) sample *= kCyclesPerMs;
  return samples;
}

Summary sum_up(const Contestant& contestant, const Samples& in_rounds, const measuring::Rounds& rounds) {
  Summary summary{.unit = contestant.read_cycles ? "cycles" : "ms",
                  .samples = static_cast<std::int64_t>(in_rounds.size()),
                  .rejected = rounds.rejected,
                  .ended = rounds.steady ? "steady" : "time limit",
                  .work = contestant.work.amount,
                  .work_unit = contestant.work.unit};
  if (in_rounds.empty()) return summary;
  Samples samples = scaled(in_rounds, contestant);
  std::sort(samples.begin(), samples.end());
  summary.min = samples.front();
  summary.median = measuring::quantile(samples, 0.5);
  summary.iqr = measuring::quantile(samples, 0.75) - measuring::quantile(samples, 0.25);
  return summary;
}

Measured without_times(std::size_t contestants) {
  return {.summaries = std::vector<Summary>(contestants, Summary{.ended = "check only"}),
          .samples = std::vector<Samples>(contestants)};
}

/// One call stands for all of them: its own clock has no grain that a batch must hide, and starts when it is warm.
TimedCalls calls_by_own_clock(const Contestant& contestant, cudaStream_t stream) {
  return [&contestant, stream](std::int64_t calls) {
    contestant.enqueue(stream);
    check(cudaStreamSynchronize(stream), contestant.name.c_str());
    return static_cast<double>(calls) * contestant.read_cycles() / kCyclesPerMs;
  };
}

}  // namespace

double Measured::ratio(std::size_t a, std::size_t b) const {
  if (samples[a].empty()) return std::numeric_limits<double>::quiet_NaN();
  return measuring::median(measuring::ratios(samples[a], samples[b]));
}

Run::Run(const Choice& choice, const RunOptions& options, const measuring::CardFacts& card, cudaStream_t stream,
         ClockWatch& clock, const Sinks& sinks)
    : choice_(choice), options_(options), card_(card), stream_(stream), clock_(clock), sinks_(sinks) {}

const std::vector<std::int64_t>& Run::sizes(std::string_view name) const { return choice_.sizes.at(std::string(name)); }

void Run::poison(const Contestant& contestant) {
  contestant.poison(stream_);
  // A call may use a stream of its own, or none, that doesn't wait for this one.
  cuda::check(cudaStreamSynchronize(stream_), contestant.name.c_str());
}

void Run::compare(const Contestant& contestant) {
  cuda::check(cudaStreamSynchronize(stream_), contestant.name.c_str());
  contestant.check();
  ++checks_;
}

void Run::check(const Contestant& contestant) {
  poison(contestant);
  contestant.enqueue(stream_);
  compare(contestant);
}

TimedCalls Run::cold_calls(const Contestant& contestant) {
  if (!flush_) flush_ = std::make_unique<L2Flush>(card_.l2_bytes);
  const auto start = std::make_shared<cuda::Event>();
  const auto end = std::make_shared<cuda::Event>();
  return [this, &contestant, start, end](std::int64_t calls) {
    double all_ms = 0;
    for (std::int64_t call = 0; call < calls; ++call) {
      flush_->enqueue(stream_);
      launch_spin(kSpinNanoseconds, stream_);
      start->record(stream_);
      contestant.enqueue(stream_);
      end->record(stream_);
      end->synchronize();
      all_ms += cuda::elapsed_ms(*start, *end);
    }
    return all_ms;
  };
}

TimedCalls Run::timed(const Contestant& contestant, Caches caches) {
  if (contestant.read_cycles) return calls_by_own_clock(contestant, stream_);
  if (caches == Caches::cold) return cold_calls(contestant);
  TimedCalls on_stream = measuring::calls_on_stream(contestant.enqueue, stream_);
  if (!contestant.in_graph) return on_stream;
  on_stream(1);
  const double call_ms = std::max(on_stream(1), 1e-3);
  const auto nodes = std::clamp(static_cast<std::int64_t>(kGraphMs / call_ms), std::int64_t{1}, kMostNodes);
  return measuring::calls_in_graph(contestant.enqueue, stream_, nodes);
}

Measured Run::measure(std::span<const Contestant> contestants, Caches caches) {
  for (const Contestant& contestant : contestants) {
    if (contestant.work.amount <= 0) {
      throw Error(fmt::format("{} doesn't say what a call does, in the experiment {}, give it work", contestant.name,
                              choice_.description.name));
    }
    check(contestant);
  }
  measured_ += std::ssize(contestants);
  if (options_.check_only) return without_times(contestants.size());
  std::vector<TimedCalls> calls;
  for (const Contestant& contestant : contestants) calls.push_back(timed(contestant, caches));
  measuring::StoppingRule rule = rule_for(options_.quick);
  rule.round_counts = [this] { return clock_.is_steady(); };
  // The last round's samples are of launches whose output is looked at.
  rule.before_last = [&](std::size_t i) { poison(contestants[i]); };
  rule.after_last = [&](std::size_t i) { compare(contestants[i]); };
  measuring::Rounds rounds = measuring::measure_in_rounds(calls, rule);

  Measured measured;
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    measured.summaries.push_back(sum_up(contestants[i], rounds.samples[i], rounds));
    if (options_.keep_samples) measured.summaries.back().each = scaled(rounds.samples[i], contestants[i]);
  }
  measured.samples = std::move(rounds.samples);
  return measured;
}

void Run::add(const Row& row) {
  ++rows_;
  told_ += std::ssize(row.measured);
  for (const auto& sink : sinks_) sink->row(row);
}

void Run::gate(const std::string& name, bool passed, const std::string& detail) {
  passed_ = passed_ && passed;
  for (const auto& sink : sinks_) sink->gate({name, passed, detail});
}

void Run::verdict(const std::string& sentence) {
  for (const auto& sink : sinks_) sink->verdict(sentence);
}

void Run::skip(const std::string& reason) {
  for (const auto& sink : sinks_) sink->skipped(reason);
}

}  // namespace strandline::lab
