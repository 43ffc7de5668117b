// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Gravity between all pairs, the attracting bodies in four places, beside what the arithmetic allows.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/run.hpp"
#include "nbody/nbody_bodies.hpp"
#include "nbody/nbody_model.hpp"

namespace strandline::lab {
namespace {

// Beside the ends of warps, tiles and passes, where a body is most easily lost. So few bodies that one of them shows.
constexpr std::int64_t kSmallCounts[] = {
    1, 2, 31, 33, kNBodyThreads - 1, kNBodyThreads + 1, kPassBodies - 1, kPassBodies, kPassBodies + 1};

/// Of the first `count` bodies.
Contestant contestant(NBodyBodies& bodies, const BodyPlaceName& place, std::int64_t count) {
  return {.name = place.name,
          .enqueue = [place = place.place,
                      launch = bodies.launch(count)](cudaStream_t stream) { launch_nbody(place, launch, stream); },
          .poison = [&bodies](cudaStream_t stream) { bodies.poison_accelerations(stream); },
          .check = [&bodies, place, count] { bodies.check(place.name, count); },
          .work = {static_cast<double>(count) * static_cast<double>(count), "interactions"}};
}

/// In the order of kBodyPlaces, which is found right with few bodies first.
Measured measure(Run& run) {
  const std::int64_t all = run.size("bodies");
  NBodyBodies bodies(all);
  std::vector<Contestant> contestants;
  for (const BodyPlaceName& place : kBodyPlaces) {
    for (const std::int64_t count : kSmallCounts) {
      if (count < all) run.check(contestant(bodies, place, count));
    }
    contestants.push_back(contestant(bodies, place, all));
  }
  return run.measure(contestants);
}

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

Row make_row(const Run& run, const BodyPlaceName& place, const Summary& time) {
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
  std::vector<std::size_t> order(kBodyPlaces.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto time = [&](std::size_t i) { return measured.summaries[i].median; };
  std::ranges::sort(order, {}, time);
  std::vector<std::string> others;
  for (const std::size_t i : std::span(order).subspan(1)) {
    others.push_back(fmt::format("{} {:.2f}", kBodyPlaces[i].name, measured.ratio(i, order.front())));
  }
  const double best = rate(measured.summaries[order.front()], run.size("bodies"));
  const double bound = bound_of(run);
  run.verdict(fmt::format(
      "{} is the quickest place at {:.0f} * 10^9 interactions a second{}; times of the others "
      "relative to it: {}.",
      kBodyPlaces[order.front()].name, best,
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
      fmt::format("If all but FP32 took two cycles to issue, which was fitted to an earlier run on an H200, the rates "
                  "would be off by: {}.",
                  fmt::join(off, ", ")));
}

}  // namespace

void run_nbody(Run& run) {
  const Measured measured = measure(run);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < kBodyPlaces.size(); ++i) {
    rows.push_back(make_row(run, kBodyPlaces[i], measured.summaries[i]));
    run.add(rows.back());
  }
  if (!measured.summaries.front().has_samples()) return run.verdict("Nothing is known: all samples were rejected.");
  gate_bound(run, measured);
  tell(run, measured);
  tell_of_model(run, rows);
  tell_of_double_issue(run, rows);
}

}  // namespace strandline::lab
