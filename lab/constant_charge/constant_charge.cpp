// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Sweeps distinct addresses and distinct lines apart from each other, and fits a model of either.
#include <array>

#include <fmt/format.h>

#include "constant_charge/constant_charge_model.hpp"
#include "constant_charge/constant_charge_pattern.hpp"
#include "harness/run.hpp"
#include "probes/load_probe.hpp"

namespace strandline::lab {
namespace {

constexpr std::array<int, 3> kWidthsBytes = {4, 8, 16};

/// Requests of a turn have the lanes' addresses one lane further each: another sum for each lane, the same request.
LoadRow load_row(const ChargePattern& pattern, int turns) {
  return {.name = fmt::format("{} addresses in {} lines at {} bytes", pattern.addresses, pattern.lines,
                              pattern.width_bytes),
          .from = LoadFrom::constant,
          .width_bytes = pattern.width_bytes,
          .offsets = offsets_of(kLoads, [&](int request, int lane) { return pattern((lane + request) % kWarpLanes); }),
          .turns = turns};
}

std::vector<LoadRow> load_rows(const std::vector<ChargePattern>& patterns, std::int64_t loads, int warps) {
  const std::int64_t loads_a_turn = std::int64_t{kLoads} * warps;
  std::vector<LoadRow> rows;
  for (const ChargePattern& pattern : patterns) {
    rows.push_back(load_row(pattern, static_cast<int>((loads + loads_a_turn - 1) / loads_a_turn)));
  }
  return rows;
}

/// The patterns of one width, by so many warps of one multiprocessor.
struct Sweep {
  Sweep(Run& run, int width, int warp_count, bool is_thin)
      : width_bytes(width),
        warps(warp_count),
        patterns(charge_patterns(width, is_thin)),
        probe(run, {.warps = warps, .warm_turns = 4}, load_rows(patterns, run.size("loads"), warps)) {}

  int width_bytes;
  int warps;
  std::vector<ChargePattern> patterns;
  LoadProbe probe;
};

double cycles_per_load(const Summary& summary) { return summary.median / summary.work; }

/// How many of the requests that lanes are given have other counts than their pattern says.
int wrong_requests(const Sweep& sweep) {
  int wrong = 0;
  for (std::size_t i = 0; i < sweep.patterns.size(); ++i) {
    const ConstantMemoryCost wanted{sweep.patterns[i].addresses, sweep.patterns[i].lines};
    const std::uint32_t* offsets = sweep.probe.rows()[i].offsets.data();
    for (int request = 0; request < kLoads; ++request, offsets += kWarpLanes) {
      const auto addresses = [&](int lane) { return std::uint64_t{offsets[lane]}; };
      wrong += constant_memory_cost(addresses, sweep.width_bytes) == wanted ? 0 : 1;
    }
  }
  return wrong;
}

/// Where there are as many lines as addresses both models say the same, so that both are calibrated there, and tried on
/// the others.
std::optional<ChargeFit> calibrate(const std::vector<ChargeObservation>& observations) {
  std::vector<ChargeObservation> diagonal;
  for (const ChargeObservation& own : observations) {
    if (own.addresses == own.lines) diagonal.push_back(own);
  }
  return fit_by_addresses(diagonal);
}

void add_patterns(Run& run, const Sweep& sweep, const Measured& measured,
                  const std::vector<ChargeObservation>& observations) {
  const std::optional<ChargeFit> calibrated = calibrate(observations);
  for (std::size_t i = 0; i < sweep.patterns.size(); ++i) {
    const ChargePattern& pattern = sweep.patterns[i];
    Row row{.parameters = {{"width_bytes", sweep.width_bytes},
                           {"warps", sweep.warps},
                           {"lines", pattern.lines},
                           {"addresses", pattern.addresses}},
            .measured = {{"call", measured.summaries[i]}}};
    if (measured.summaries[i].has_samples()) {
      row.values = {{"cycles_per_load", cycles_per_load(measured.summaries[i])}};
    }
    if (calibrated) {
      row.predicted = {{"cycles_per_load", calibrated->at(pattern.addresses, 0)},
                       {"cycles_per_load_by_lines", calibrated->at(pattern.lines, 0)}};
    }
    run.add(row);
  }
}

void add_fit(Run& run, const Sweep& sweep, const char* by, const ChargeFit& fit) {
  Row row{.parameters = {{"fit", by}, {"width_bytes", sweep.width_bytes}, {"warps", sweep.warps}}};
  row.values = {
      {"base_cycles", fit.base},          {"cycles_per_address", fit.per_address},    {"cycles_per_line", fit.per_line},
      {"rms_residual", fit.rms_residual}, {"largest_residual", fit.largest_residual}, {"r_squared", fit.r_squared}};
  run.add(row);
}

std::optional<ChargeFits> run_sweep(Run& run, Sweep& sweep) {
  const Measured measured = sweep.probe.measure();
  std::vector<ChargeObservation> observations;
  for (std::size_t i = 0; i < sweep.patterns.size(); ++i) {
    if (!measured.summaries[i].has_samples()) continue;
    const ChargePattern& pattern = sweep.patterns[i];
    observations.push_back({pattern.addresses, pattern.lines, cycles_per_load(measured.summaries[i])});
  }
  add_patterns(run, sweep, measured, observations);
  return fit_charges(observations);
}

void add_fits(Run& run, const Sweep& sweep, const ChargeFits& fits) {
  add_fit(run, sweep, "addresses", fits.addresses);
  add_fit(run, sweep, "lines", fits.lines);
  add_fit(run, sweep, "both", fits.both);
}

/// Whether all warps of a multiprocessor wait for the same thing.
void add_verdict_on_warps(Run& run, int width_bytes, int warps, const ChargeFits& alone, const ChargeFits& together) {
  // Where each address has a line of its own, which either model charges.
  const double one = alone.both.per_address + alone.both.per_line;
  const double many = together.both.per_address + together.both.per_line;
  if (one <= 0 || many <= 0) return;
  constexpr double kNearlyAll = 0.9;
  const std::string meaning =
      many >= kNearlyAll * one ? "one warp keeps busy what serves the loads, and all warps share it"
                               : fmt::format("a warp alone uses {:.0f} % of what serves the loads", 100 * many / one);
  run.verdict(fmt::format(
      "At {} bytes an address in a line of its own takes {:.2f} cycles of one warp alone, and {:.2f} cycles of a "
      "multiprocessor with {} warps: {}.",
      width_bytes, one, many, warps, meaning));
}

}  // namespace

void run_constant_charge(Run& run) {
  const int many_warps = static_cast<int>(run.size("warps"));
  int wrong = 0;
  std::size_t patterns = 0;
  for (const int width_bytes : kWidthsBytes) {
    Sweep alone(run, width_bytes, 1, run.quick());
    Sweep together(run, width_bytes, many_warps, true);
    wrong += wrong_requests(alone) + wrong_requests(together);
    patterns += alone.patterns.size() + together.patterns.size();
    const auto fits_alone = run_sweep(run, alone);
    const auto fits_together = run_sweep(run, together);
    if (fits_alone) add_fits(run, alone, *fits_alone);
    if (fits_together) add_fits(run, together, *fits_together);
    if (fits_alone) run.verdict(charge_sentence(width_bytes, *fits_alone));
    if (fits_alone && fits_together) add_verdict_on_warps(run, width_bytes, many_warps, *fits_alone, *fits_together);
  }
  run.gate("every request has the addresses and lines that its row says", wrong == 0,
           fmt::format("{} of {} requests have others", wrong, patterns * kLoads));
}

}  // namespace strandline::lab
