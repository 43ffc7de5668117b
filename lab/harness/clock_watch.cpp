// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Notices when the card's clock sags, so that what was timed meanwhile can be thrown away.
#include "harness/clock_watch.hpp"

#include <vector>

#include "measuring/interleaved.hpp"

namespace strandline::lab {
namespace {

// A tenth of a millisecond: the timer's steps of up to a microsecond then count for at most a percent.
constexpr std::int64_t kProbeCycles = 180'000;
constexpr int kFirstReadings = 9;
constexpr double kMegahertzPerCycleANanosecond = 1000;

}  // namespace

ClockWatch::ClockWatch(cudaStream_t stream) : stream_(stream) {
  measuring::Samples readings;
  for (int i = 0; i < kFirstReadings; ++i) readings.push_back(read_mhz());
  usual_mhz_ = measuring::median(readings);
}

double ClockWatch::read_mhz() {
  launch_clock_probe(kProbeCycles, reading_.data(), stream_);
  cuda::check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
  const ClockReading& reading = *reading_.data();
  return static_cast<double>(reading.cycles) / static_cast<double>(reading.nanoseconds) * kMegahertzPerCycleANanosecond;
}

}  // namespace strandline::lab
