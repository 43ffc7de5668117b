// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What is timed is what is checked.
#include <functional>

#include <gtest/gtest.h>

#include "harness/device_arrays.hpp"
#include "harness/run.hpp"
#include "support/gpu.hpp"

namespace {

using namespace strandline;
using namespace strandline::lab;

class HarnessOnACard : public test::GpuTest {};

/// Does its work when it is called, but none when its calls are recorded for a graph, as they are to be timed.
struct Pretender {
  cuda::DeviceBuffer<std::uint32_t> output{1024};
  bool pretends = false;

  Contestant contestant() {
    return {.name = "pretender",
            .enqueue =
                [this](cudaStream_t stream) {
                  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
                  cuda::check(cudaStreamIsCapturing(stream, &status), "cudaStreamIsCapturing");
                  const auto bytes = static_cast<std::size_t>(output.bytes());
                  const bool is_timed = status == cudaStreamCaptureStatusActive;
                  cuda::check(cudaMemsetAsync(output.data(), 0, pretends && is_timed ? bytes / 2 : bytes, stream),
                              "cudaMemsetAsync");
                },
            .poison = [this](cudaStream_t stream) { poison(output, stream); },
            .check =
                [this] {
                  const std::vector<std::uint32_t> expected(static_cast<std::size_t>(output.size()));
                  check_equal(download(output), expected, "the pretender");
                },
            .work = {static_cast<double>(output.bytes()), "bytes"}};
  }
};

/// Calls `use` with a run of no experiment.
void with_run(bool keep_samples, const std::function<void(Run&)>& use) {
  const measuring::CardFacts card = measuring::gather_card_facts();
  const cuda::Stream stream;
  ClockWatch clock(stream.get());
  const Choice choice;
  const RunOptions options{.quick = true, .keep_samples = keep_samples};
  const Run::Sinks sinks;
  Run run(choice, options, card, stream.get(), clock, sinks);
  use(run);
}

Measured measure(Pretender& pretender, bool keep_samples = false) {
  Measured measured;
  with_run(keep_samples, [&](Run& run) {
    const Contestant contestant = pretender.contestant();
    measured = run.measure({&contestant, 1});
  });
  return measured;
}

TEST_F(HarnessOnACard, FindsThatTimedCallsDidNotDoTheWork) {
  Pretender pretender;
  pretender.pretends = true;
  EXPECT_THROW(measure(pretender), CheckFailed);
}

TEST_F(HarnessOnACard, TellsWorkAndSamples) {
  Pretender honest;
  const Measured measured = measure(honest, true);
  const Summary& summary = measured.summaries.front();
  EXPECT_EQ(summary.work, 4096);
  EXPECT_EQ(summary.work_unit, "bytes");
  EXPECT_EQ(static_cast<std::int64_t>(summary.each.size()), summary.samples);
}

TEST_F(HarnessOnACard, WantsToKnowWhatACallDoes) {
  Pretender honest;
  with_run(false, [&](lab::Run& run) {
    Contestant contestant = honest.contestant();
    contestant.work = {};
    EXPECT_THROW(run.measure({&contestant, 1}), Error);
  });
}

TEST_F(HarnessOnACard, NoticesAMeasurementWithoutARow) {
  Pretender honest;
  with_run(false, [&](lab::Run& run) {
    const Contestant contestant = honest.contestant();
    const Measured measured = run.measure({&contestant, 1});
    run.add({.parameters = {{"found", "nothing"}}});
    EXPECT_NE(run.told(), run.measured());
    run.add({.measured = {{"time", measured.summaries.front()}}});
    EXPECT_EQ(run.told(), run.measured());
  });
}

}  // namespace
