// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Runs experiments on this machine's card, one after the other.
#include "run_experiments.hpp"

#include <chrono>
#include <functional>
#include <optional>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <strandline/error.hpp>
#include <strandline/version.hpp>

#include "harness/run.hpp"
#include "source_digest.hpp"

namespace strandline::lab {
namespace {

using Sinks = Run::Sinks;

const std::map<std::string, std::function<void(Run&)>>& runners() {
  static const std::map<std::string, std::function<void(Run&)>> all = {
      {"ladder", run_ladder},
      {"constant", run_constant},
      {"constant-charge", run_constant_charge},
      {"constant-cache", run_constant_cache},
      {"constant-api", run_constant_api},
      {"banks", run_banks},
      {"atomics", run_atomics},
      {"transpose", run_transpose},
      {"coalescing", run_coalescing},
      {"l2-persistence", run_l2_persistence},
      {"nbody", run_nbody},
      {"convolution", run_convolution},
  };
  return all;
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::now())); }

template <class T>
Json json_of(const std::optional<T>& fact) {
  return fact ? Json(*fact) : Json();
}

Json make_facts(const measuring::CardFacts& card, double measured_mhz, const RunOptions& options) {
  return {{"card", card.card},
          {"compute_capability", card.compute_capability},
          {"driver", card.driver},
          {"cuda", card.cuda},
          {"date", today()},
          {"strandline", kVersion},
          {"commit", options.commit},
          {"source_digest", kSourceDigest},
          {"quick", options.quick},
          {"multiprocessors", card.multiprocessors},
          {"clock_mhz", card.clock_mhz},
          {"measured_clock_mhz", std::round(measured_mhz)},
          {"memory_bytes", card.memory_bytes},
          {"l2_bytes", card.l2_bytes},
          {"persisting_l2_max_bytes", card.persisting_l2_max_bytes},
          {"access_policy_window_max_bytes", card.access_policy_window_max_bytes},
          {"shared_bytes_per_multiprocessor", card.shared_bytes_per_multiprocessor},
          {"shared_bytes_per_block", card.shared_bytes_per_block},
          {"memory_clock_mhz", json_of(card.memory_clock_mhz)},
          {"ecc", card.ecc},
          {"power_limit_watts", json_of(card.power_limit_watts)},
          {"mig", json_of(card.mig)},
          {"device", options.device}};
}

/// Whether the card can still be used after an error.
bool is_card_alive() { return cudaDeviceSynchronize() == cudaSuccess; }

void run_one(Run& run, const Choice& choice) {
  runners().at(choice.description.name)(run);
  run.gate("every measurement has its row", run.told() == run.measured(),
           fmt::format("{} of {} are in {} rows", run.told(), run.measured(), run.rows()));
  if (run.checks() > 0) {
    run.gate("results are right", true,
             fmt::format("{} results checked before and after they were timed", run.checks()));
  }
}

/// Whether it passed.
bool run_and_tell(const Choice& choice, Run& run, const Sinks& sinks) {
  for (const auto& sink : sinks) sink->begin_experiment(choice.description, Json(choice.sizes));
  bool failed = false;
  try {
    run_one(run, choice);
  } catch (const CheckFailed& error) {
    run.gate("results are right", false, error.what());
  } catch (const FileError&) {
    throw;  // of a sink, or of pictures: no later experiment would fare better
  } catch (const Error& error) {
    failed = true;
    for (const auto& sink : sinks) sink->failure(error.what());
  }
  for (const auto& sink : sinks) sink->end_experiment();
  if (failed && !is_card_alive()) {
    throw DeviceError(
        fmt::format("the card can't be used any more after the experiment {}, run the others apart from it",
                    choice.description.name));
  }
  return run.passed() && !failed;
}

}  // namespace

bool run_experiments(const std::vector<Choice>& choices, const RunOptions& options, const Sinks& sinks) {
  measuring::choose_card(options.device);
  const measuring::CardFacts card = measuring::gather_card_facts();
  const cuda::Stream stream;
  measuring::wake_card();
  ClockWatch clock(stream.get());
  for (const auto& sink : sinks) sink->begin_run(make_facts(card, clock.usual_mhz(), options));
  bool passed = true;
  for (const Choice& choice : choices) {
    Run run(choice, options, card, stream.get(), clock, sinks);
    passed = run_and_tell(choice, run, sinks) && passed;
  }
  return passed;
}

}  // namespace strandline::lab
