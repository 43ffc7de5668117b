// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Sweeps distinct addresses and distinct lines apart from each other, and fits a model of either.
#include <array>
#include <random>

#include <fmt/format.h>

#include "constant_charge/constant_charge_kernels.hpp"
#include "constant_charge/constant_charge_model.hpp"
#include "constant_charge/constant_charge_pattern.hpp"
#include "harness/device_arrays.hpp"
#include "harness/run.hpp"

namespace strandline::lab {
namespace {

constexpr std::array<int, 3> kWidthsBytes = {4, 8, 16};
constexpr int kWordBytes = 4;

std::vector<std::uint32_t> random_table() {
  std::mt19937 random(3);
  std::vector<std::uint32_t> words(kChargeTableBytes / kWordBytes);
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
  return words;
}

/// What lanes index with, chain by chain. Chains have the lanes' addresses one lane further each: another sum for each
/// lane, the same request.
std::vector<std::uint32_t> elements_of(const ChargePattern& pattern) {
  std::vector<std::uint32_t> elements;
  for (int chain = 0; chain < kChargeChains; ++chain) {
    for (int lane = 0; lane < kWarpLanes; ++lane) elements.push_back(pattern.element((lane + chain) % kWarpLanes));
  }
  return elements;
}

/// The patterns of one width, by so many warps.
class Sweep {
 public:
  Sweep(Run& run, int width_bytes, int warps, bool is_thin, const std::vector<std::uint32_t>& table)
      : run_(run),
        width_bytes_(width_bytes),
        warps_(warps),
        turns_(static_cast<int>((run.size("loads") + loads_a_turn() - 1) / loads_a_turn())),
        table_(table),
        patterns_(charge_patterns(width_bytes, is_thin)),
        device_step_(upload(std::vector<std::uint32_t>{0})),
        sums_(std::int64_t{warps} * kWarpLanes) {
    for (const ChargePattern& pattern : patterns_) {
      elements_.push_back(elements_of(pattern));
      device_elements_.push_back(upload(elements_.back()));
    }
  }

  const std::vector<ChargePattern>& patterns() const { return patterns_; }
  int width_bytes() const { return width_bytes_; }
  int warps() const { return warps_; }

  Measured measure() {
    std::vector<Contestant> contestants;
    for (std::size_t i = 0; i < patterns_.size(); ++i) contestants.push_back(contestant(i));
    return run_.measure(contestants);
  }

  double cycles_per_load(const Summary& summary) const {
    return summary.median / (static_cast<double>(turns_) * static_cast<double>(loads_a_turn()));
  }

  /// How many of the requests that the lanes are given have other counts than the pattern says.
  int wrong_requests() const {
    int wrong = 0;
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
      for (int chain = 0; chain < kChargeChains; ++chain) {
        const auto addresses = [&](int lane) {
          return std::uint64_t{elements_[i][static_cast<std::size_t>(chain * kWarpLanes + lane)]} *
                 static_cast<std::uint64_t>(width_bytes_);
        };
        const ConstantMemoryCost wanted{patterns_[i].addresses, patterns_[i].lines};
        wrong += constant_memory_cost(addresses, width_bytes_) == wanted ? 0 : 1;
      }
    }
    return wrong;
  }

 private:
  std::int64_t loads_a_turn() const { return std::int64_t{kChargeChains} * warps_; }

  Contestant contestant(std::size_t i) {
    const ChargeLaunch launch{.elements = device_elements_[i].data(),
                              .step = device_step_.data(),
                              .sums = sums_.data(),
                              .cycles = cycles_.data(),
                              .turns = turns_,
                              .width_bytes = width_bytes_,
                              .warps = warps_};
    const ChargePattern& pattern = patterns_[i];
    return {.name = fmt::format("{} addresses in {} lines at {} bytes", pattern.addresses, pattern.lines, width_bytes_),
            .enqueue = [launch](cudaStream_t stream) { launch_charge(launch, stream); },
            .poison =
                [this](cudaStream_t stream) {
                  poison(sums_, stream);
                  *cycles_.data() = 0;
                },
            .check = [this, i] { check(i); },
            .work = {static_cast<double>(turns_ * loads_a_turn()), "loads"},
            .read_cycles = [this] { return static_cast<double>(*cycles_.data()); }};
  }

  void check(std::size_t i) const {
    const std::string what = fmt::format("{} warps with {} addresses in {} lines at {} bytes", warps_,
                                         patterns_[i].addresses, patterns_[i].lines, width_bytes_);
    std::vector<std::uint32_t> expected;
    for (int warp = 0; warp < warps_; ++warp) {
      for (int lane = 0; lane < kWarpLanes; ++lane) expected.push_back(expected_sum(i, lane));
    }
    check_equal(download(sums_), expected, what);
    if (*cycles_.data() == 0) throw CheckFailed(fmt::format("{} gave no cycles, do not trust its times", what));
  }

  std::uint32_t expected_sum(std::size_t i, int lane) const {
    std::uint32_t sum_of_a_turn = 0;
    for (int chain = 0; chain < kChargeChains; ++chain) {
      const int words = width_bytes_ / kWordBytes;
      const std::size_t element = elements_[i][static_cast<std::size_t>(chain * kWarpLanes + lane)];
      for (int word = 0; word < words; ++word) {
        sum_of_a_turn += table_[element * static_cast<std::size_t>(words) + static_cast<std::size_t>(word)];
      }
    }
    return sum_of_a_turn * static_cast<std::uint32_t>(turns_ + kChargeWarmTurns);
  }

  Run& run_;
  int width_bytes_;
  int warps_;
  int turns_;
  const std::vector<std::uint32_t>& table_;
  std::vector<ChargePattern> patterns_;
  std::vector<std::vector<std::uint32_t>> elements_;
  std::vector<cuda::DeviceBuffer<std::uint32_t>> device_elements_;
  cuda::DeviceBuffer<std::uint32_t> device_step_;
  cuda::DeviceBuffer<std::uint32_t> sums_;
  cuda::PinnedBuffer<std::uint64_t> cycles_{1};
};

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
  for (std::size_t i = 0; i < sweep.patterns().size(); ++i) {
    const ChargePattern& pattern = sweep.patterns()[i];
    Row row{.parameters = {{"width_bytes", sweep.width_bytes()},
                           {"warps", sweep.warps()},
                           {"lines", pattern.lines},
                           {"addresses", pattern.addresses}},
            .measured = {{"call", measured.summaries[i]}}};
    if (measured.summaries[i].has_samples()) {
      row.values = {{"cycles_per_load", sweep.cycles_per_load(measured.summaries[i])}};
    }
    if (calibrated) {
      row.predicted = {{"cycles_per_load", calibrated->at(pattern.addresses, 0)},
                       {"cycles_per_load_by_lines", calibrated->at(pattern.lines, 0)}};
    }
    run.add(row);
  }
}

void add_fit(Run& run, const Sweep& sweep, const char* by, const ChargeFit& fit) {
  Row row{.parameters = {{"fit", by}, {"width_bytes", sweep.width_bytes()}, {"warps", sweep.warps()}}};
  row.values = {
      {"base_cycles", fit.base},          {"cycles_per_address", fit.per_address},    {"cycles_per_line", fit.per_line},
      {"rms_residual", fit.rms_residual}, {"largest_residual", fit.largest_residual}, {"r_squared", fit.r_squared}};
  run.add(row);
}

std::optional<ChargeFits> run_sweep(Run& run, Sweep& sweep) {
  const Measured measured = sweep.measure();
  std::vector<ChargeObservation> observations;
  for (std::size_t i = 0; i < sweep.patterns().size(); ++i) {
    if (!measured.summaries[i].has_samples()) continue;
    const ChargePattern& pattern = sweep.patterns()[i];
    observations.push_back({pattern.addresses, pattern.lines, sweep.cycles_per_load(measured.summaries[i])});
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
  const std::vector<std::uint32_t> table = random_table();
  copy_to_charge_table(table.data());
  const int many_warps = static_cast<int>(run.size("warps"));
  int wrong_requests = 0;
  std::size_t patterns = 0;
  for (const int width_bytes : kWidthsBytes) {
    Sweep alone(run, width_bytes, 1, run.quick(), table);
    Sweep together(run, width_bytes, many_warps, true, table);
    wrong_requests += alone.wrong_requests() + together.wrong_requests();
    patterns += alone.patterns().size() + together.patterns().size();
    const auto fits_alone = run_sweep(run, alone);
    const auto fits_together = run_sweep(run, together);
    if (fits_alone) add_fits(run, alone, *fits_alone);
    if (fits_together) add_fits(run, together, *fits_together);
    if (fits_alone) run.verdict(charge_sentence(width_bytes, *fits_alone));
    if (fits_alone && fits_together) add_verdict_on_warps(run, width_bytes, many_warps, *fits_alone, *fits_together);
  }
  run.gate("every request has the addresses and lines that its row says", wrong_requests == 0,
           fmt::format("{} of {} requests have others", wrong_requests, patterns * kChargeChains));
}

}  // namespace strandline::lab
