// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Gravity between all pairs, the attracting bodies in four places, beside what the arithmetic allows.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/device_arrays.hpp"
#include "harness/run.hpp"
#include "nbody/nbody_kernels.hpp"
#include "nbody/nbody_model.hpp"
#include "nbody/nbody_reference.hpp"
#include "results/random_inputs.hpp"

namespace strandline::lab {
namespace {

constexpr float kSofteningSquared = 0.0025F;  // of 0.05, in a cube of side 2
constexpr std::int64_t kMostTargets = 256;

// Beside the ends of warps, tiles and passes, where a body is most easily lost.
constexpr std::int64_t kSmallCounts[] = {
    1, 2, 31, 33, kNBodyThreads - 1, kNBodyThreads + 1, kPassBodies - 1, kPassBodies, kPassBodies + 1};

struct PlaceOfBodies {
  std::string name;
  BodyPlace place;
  void (*launch)(const NBodyLaunch&, cudaStream_t);
};

const std::vector<PlaceOfBodies>& places() {
  static const std::vector<PlaceOfBodies> all = {{"constant", BodyPlace::constant, launch_nbody_constant},
                                                 {"shared", BodyPlace::shared, launch_nbody_shared},
                                                 {"global", BodyPlace::global, launch_nbody_global},
                                                 {"shuffle", BodyPlace::shuffle, launch_nbody_shuffle}};
  return all;
}

/// In a cube, of masses about 1; but the last is as heavy as a sixteenth of the others, so that it would be missed.
std::vector<Body> random_bodies(std::int64_t count) {
  constexpr std::uint32_t kSeed = 10;
  const std::vector<float> places_xyz = random_floats(3 * count, -1, 1, kSeed);
  const std::vector<float> masses = random_floats(count, 0.5F, 1.5F, kSeed + 1);
  std::vector<Body> bodies(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i] = {places_xyz[3 * i], places_xyz[3 * i + 1], places_xyz[3 * i + 2], masses[i]};
  }
  constexpr float kShare = 1.0F / 16;
  bodies.back().mass += kShare * static_cast<float>(count);
  return bodies;
}

/// The first `count` of the bodies, and what should come of them.
struct Expectation {
  std::vector<std::int64_t> targets;
  std::vector<ReferenceSum> sums;
};

class NBody {
 public:
  explicit NBody(Run& run)
      : run_(run),
        count_(run.size("bodies")),
        bodies_(random_bodies(count_)),
        device_bodies_(upload(bodies_)),
        accelerations_(count_) {}

  void check_small_counts() {
    for (const std::int64_t count : kSmallCounts) {
      if (count >= count_) break;
      for (const PlaceOfBodies& place : places()) run_.check(contestant(place, count));
    }
  }

  Measured measure() {
    std::vector<Contestant> contestants;
    for (const PlaceOfBodies& place : places()) contestants.push_back(contestant(place, count_));
    return run_.measure(contestants);
  }

 private:
  Contestant contestant(const PlaceOfBodies& place, std::int64_t count) {
    const NBodyLaunch launch{.bodies = device_bodies_.data(),
                             .accelerations = accelerations_.data(),
                             .count = count,
                             .softening_squared = kSofteningSquared};
    return {.name = place.name,
            .enqueue = [place, launch](cudaStream_t stream) { place.launch(launch, stream); },
            .poison = [this](cudaStream_t stream) { poison(accelerations_, stream); },
            .check = [this, place, count] { check_accelerations(place.name, count); }};
  }

  const Expectation& expectation(std::int64_t count) {
    Expectation& own = expectations_[count];
    if (own.targets.empty()) {
      own.targets = choose_targets(count, kMostTargets);
      own.sums =
          reference_sums(std::span(bodies_).first(static_cast<std::size_t>(count)), own.targets, kSofteningSquared);
    }
    return own;
  }

  void check_accelerations(const std::string& name, std::int64_t count) {
    std::vector<Acceleration> found = download(accelerations_);
    found.resize(static_cast<std::size_t>(count));
    check_all_are_written(found, name);
    const Expectation& own = expectation(count);
    std::vector<float> shares;
    std::vector<double> expected;
    for (std::size_t i = 0; i < own.targets.size(); ++i) {
      const Acceleration& acceleration = found[static_cast<std::size_t>(own.targets[i])];
      const ReferenceSum& sum = own.sums[i];
      const double magnitude = sum.magnitude > 0 ? sum.magnitude : 1;
      for (const float coordinate : {acceleration.x, acceleration.y, acceleration.z}) {
        shares.push_back(static_cast<float>(coordinate / magnitude));
      }
      expected.insert(expected.end(), {sum.x / magnitude, sum.y / magnitude, sum.z / magnitude});
    }
    check_close(shares, expected, {.relative = 0, .absolute = sum_tolerance(count)},
                fmt::format("{}, of {} bodies, as shares of the terms' lengths,", name, count));
  }

  static void check_all_are_written(const std::vector<Acceleration>& found, const std::string& name) {
    const auto is_written = [](const Acceleration& own) {
      return std::isfinite(own.x) && std::isfinite(own.y) && std::isfinite(own.z) && own.unused == 0;
    };
    const auto missing = std::ranges::find_if_not(found, is_written);
    if (missing == found.end()) return;
    throw CheckFailed(fmt::format("{} gave no acceleration for body {} of {}, do not trust its times", name,
                                  missing - found.begin(), found.size()));
  }

  Run& run_;
  std::int64_t count_;
  std::vector<Body> bodies_;
  cuda::DeviceBuffer<Body> device_bodies_;
  cuda::DeviceBuffer<Acceleration> accelerations_;
  std::map<std::int64_t, Expectation> expectations_;
};

/// In 10^9 a second.
double rate(const Summary& time, std::int64_t bodies) {
  constexpr double kPerMsToGigaPerS = 1e-6;
  return static_cast<double>(bodies) * static_cast<double>(bodies) / time.median * kPerMsToGigaPerS;
}

/// The FP32 bound in 10^9 interactions a second; 0 where the card's lanes are unknown.
double bound_of(const Run& run) {
  const int lanes = run.card().fp32_lanes_per_multiprocessor;
  return lanes == 0 ? 0 : fp32_bound(lanes, run.card().multiprocessors, run.clock_mhz());
}

constexpr const char* kByDoubleIssue = "g_interactions_per_s_by_double_issue";
// Where there are fewer, FP32 instructions take two cycles as well.
constexpr int kLanesOfDoubleIssue = 128;

/// Whether there are enough bodies to keep all schedulers busy, which the model takes for granted.
bool fills_the_card(const Run& run) {
  constexpr std::int64_t kLeastBodiesPerMultiprocessor = 512;
  return run.size("bodies") >= kLeastBodiesPerMultiprocessor * run.card().multiprocessors;
}

double expected_rate(const Run& run, double cycles) {
  const std::int64_t blocks = (run.size("bodies") + kNBodyThreads - 1) / kNBodyThreads;
  return share_of_time_used(blocks, run.card().multiprocessors) *
         interaction_rate(cycles, run.card().multiprocessors, run.clock_mhz());
}

Row make_row(const Run& run, const PlaceOfBodies& place, const Summary& time) {
  const std::int64_t bodies = run.size("bodies");
  Row row{.parameters = {{"bodies", bodies}, {"place", place.name}}, .measured = {{"time", time}}};
  const double bound = bound_of(run);
  if (bound > 0 && fills_the_card(run)) {
    const InteractionTime expected = interaction_time(place.place, run.card().fp32_lanes_per_multiprocessor);
    row.predicted = {{"g_interactions_per_s", expected_rate(run, expected.cycles)}, {"bound_by", expected.bound_by}};
    if (run.card().fp32_lanes_per_multiprocessor == kLanesOfDoubleIssue) {
      row.predicted[kByDoubleIssue] = expected_rate(run, cycles_by_double_issue(place.place));
    }
  }
  if (!time.has_samples()) return row;
  row.values = {{"g_interactions_per_s", rate(time, bodies)}};
  if (bound > 0) row.values["percent_of_fp32_bound"] = 100 * rate(time, bodies) / bound;
  return row;
}

void gate_bound(Run& run, const Measured& measured) {
  const double bound = bound_of(run);
  if (bound == 0) return run.skip("the FP32 bound: this card's number of FP32 lanes is unknown");
  // The clock may be a little higher than when it was measured.
  constexpr double kClockSlack = 1.03;
  double fastest = 0;
  for (const Summary& time : measured.summaries) fastest = std::max(fastest, rate(time, run.size("bodies")));
  run.gate("nothing beats the FP32 bound", fastest <= kClockSlack * bound,
           fmt::format("{:.0f} of {:.0f} * 10^9 interactions a second", fastest, bound));
}

void tell(Run& run, const Measured& measured) {
  std::vector<std::size_t> order(places().size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto time = [&](std::size_t i) { return measured.summaries[i].median; };
  std::ranges::sort(order, {}, time);
  std::vector<std::string> others;
  for (const std::size_t i : std::span(order).subspan(1)) {
    others.push_back(fmt::format("{} {:.2f}", places()[i].name, measured.ratio(i, order.front())));
  }
  const double best = rate(measured.summaries[order.front()], run.size("bodies"));
  const double bound = bound_of(run);
  run.verdict(fmt::format(
      "{} is the quickest place at {:.0f} * 10^9 interactions a second{}; times of the others "
      "relative to it: {}.",
      places()[order.front()].name, best,
      bound > 0 ? fmt::format(", {:.0f} % of the FP32 bound", 100 * best / bound) : "", fmt::join(others, ", ")));
}

void tell_of_model(Run& run, const std::vector<Row>& rows) {
  if (rows.front().predicted.empty()) return;
  std::vector<std::string> off;
  for (const Row& row : rows) {
    const auto all = deviations(row);
    const auto found = all.find("g_interactions_per_s");
    if (found == all.end() || std::abs(found->second) <= kNotableDeviation) continue;
    off.push_back(fmt::format("{} ({:+.0f} %, expected to be bound by {})",
                              row.parameters.at("place").get<std::string>(), 100 * found->second,
                              row.predicted.at("bound_by").get<std::string>()));
  }
  run.verdict(off.empty() ? "Counting what an interaction issues foretells all four rates within 15 %."
                          : fmt::format("Counting what an interaction issues is more than 15 % off for {}.",
                                        fmt::join(off, ", ")));
}

void tell_of_double_issue(Run& run, const std::vector<Row>& rows) {
  if (!rows.front().predicted.contains(kByDoubleIssue)) return;
  std::vector<std::string> off;
  for (const Row& row : rows) {
    const double found = row.values.at("g_interactions_per_s").get<double>();
    off.push_back(fmt::format("{} {:+.0f} %", row.parameters.at("place").get<std::string>(),
                              100 * (found / row.predicted.at(kByDoubleIssue).get<double>() - 1)));
  }
  run.verdict(
      fmt::format("If all but FP32 took two cycles to issue, the rates were off by: {}.", fmt::join(off, ", ")));
}

}  // namespace

void run_nbody(Run& run) {
  NBody nbody(run);
  nbody.check_small_counts();
  const Measured measured = nbody.measure();
  std::vector<Row> rows;
  for (std::size_t i = 0; i < places().size(); ++i) {
    rows.push_back(make_row(run, places()[i], measured.summaries[i]));
    run.add(rows.back());
  }
  if (!measured.summaries.front().has_samples()) return run.verdict("Nothing is known: all samples were rejected.");
  gate_bound(run, measured);
  tell(run, measured);
  tell_of_model(run, rows);
  tell_of_double_issue(run, rows);
}

}  // namespace strandline::lab
