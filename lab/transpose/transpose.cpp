// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Turns a matrix in several ways and sets the times beside a copy of the same bytes.
#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/run.hpp"
#include "transpose/transpose_kernels.hpp"
#include "transpose/transpose_matrices.hpp"
#include "transpose/transpose_model.hpp"

namespace strandline::lab {
namespace {

constexpr double kNsPerMs = 1e6;
constexpr std::int64_t kSectorBytes = 32;

/// What a row is made of, besides its times.
struct Rival {
  std::string name;
  std::optional<Mover> turns_as;  ///< none for copies
  Contestant contestant;
};

class Transpose {
 public:
  explicit Transpose(Run& run) : run_(run), side_(run.size("side")), matrices_(side_, run.card().l2_bytes) {
    rivals_.push_back(copy("copy", 1));
    rivals_.push_back(copy("copy_4_loads", 4));
    rivals_.push_back(copy_in_l2());
    rivals_.push_back(turn("naive", Mover::naive, launch_transpose_naive));
    for (const int pitch : {32, 33}) {
      rivals_.push_back(turn(fmt::format("tile_{}", pitch), pitch == 32 ? Mover::tile_32 : Mover::tile_33,
                             [pitch](const TransposeLaunch& launch, cudaStream_t stream) {
                               launch_transpose_tile(launch, pitch, stream);
                             }));
    }
    rivals_.push_back(fastest());
  }

  void measure() {
    std::vector<Contestant> contestants;
    for (const Rival& rival : rivals_) contestants.push_back(rival.contestant);
    measured_ = run_.measure(contestants);
    if (!has_samples()) return;
    ceiling_ = measured_.ratio(1, 0) < 1 ? 1 : 0;
  }

  void report() {
    for (std::size_t i = 0; i < rivals_.size(); ++i) run_.add(row(i));
    if (!has_samples()) return run_.verdict("Nothing is known of this card: all samples were rejected.");
    if (is_of_memory()) {
      gate_against_copy();
    } else {
      run_.skip(
          fmt::format("no gate against the copy and no prediction at side {}: a copy of {:.1f} us is launches and "
                      "caches more than memory",
                      side_, ms(ceiling_) * 1e3));
    }
    tell();
  }

 private:
  using Turn = std::function<void(const TransposeLaunch&, cudaStream_t)>;
  static constexpr std::size_t kInL2 = 2;

  /// Each call takes the next pair of matrices.
  Rival rival(const std::string& name, std::optional<Mover> mover, const Turn& launch,
              const std::function<void(std::int64_t)>& check) {
    const auto calls = std::make_shared<std::int64_t>(0);
    Contestant contestant{
        .name = name,
        .enqueue = [this, calls, launch](cudaStream_t stream) { launch(matrices_.pair((*calls)++), stream); },
        .poison = [this](cudaStream_t stream) { matrices_.poison_outputs(stream); },
        .check = [calls, check] { check(*calls - 1); }};
    return {name, mover, std::move(contestant)};
  }

  Rival turn(const std::string& name, Mover mover, const Turn& launch) {
    return rival(name, mover, launch, [this, name](std::int64_t call) { matrices_.check_turned(call, name); });
  }

  Rival fastest() {
    if (takes_wide_accesses(side_)) return turn("fastest", Mover::swizzled, launch_transpose_swizzled);
    return turn("fastest", Mover::tile_33,
                [](const TransposeLaunch& launch, cudaStream_t stream) { launch_transpose_tile(launch, 33, stream); });
  }

  Rival copy(const std::string& name, int loads) {
    const std::int64_t elements = matrices_.elements();
    return rival(
        name, std::nullopt,
        [loads, elements](const TransposeLaunch& pair, cudaStream_t stream) {
          launch_copy({pair.input, pair.output, elements, loads, copy_blocks(elements, loads)}, stream);
        },
        [this, name, elements](std::int64_t call) { matrices_.check_copied(call, elements, name); });
  }

  /// As many bytes as the copy, but always the same quarter of the L2 cache.
  Rival copy_in_l2() {
    const std::int64_t elements = matrices_.elements();
    const std::int64_t most_blocks = run_.card().l2_bytes / 8 / (copy_block_elements(1) * 4);
    const std::int64_t blocks = std::clamp(most_blocks, std::int64_t{1}, copy_blocks(elements, 1));
    const std::int64_t window = std::min(elements, blocks * copy_block_elements(1));
    return rival(
        "copy_in_l2", std::nullopt,
        [this, elements, blocks](const TransposeLaunch&, cudaStream_t stream) {
          const TransposeLaunch first = matrices_.pair(0);
          launch_copy({first.input, first.output, elements, 1, blocks}, stream);
        },
        [this, window](std::int64_t) { matrices_.check_copied(0, window, "copy_in_l2"); });
  }

  bool has_samples() const { return measured_.summaries.front().has_samples(); }
  double ms(std::size_t i) const { return measured_.summaries[i].median; }
  double bytes() const { return 2.0 * sizeof(float) * static_cast<double>(matrices_.elements()); }
  /// Whether the matrices come from DRAM and go there, and take a while for it.
  bool is_of_memory() const {
    constexpr double kLeastMs = 0.02;
    return matrices_.bytes() >= 2 * run_.card().l2_bytes && ms(ceiling_) >= kLeastMs;
  }
  double percent_of_copy(std::size_t i) const { return 100 / measured_.ratio(i, ceiling_); }

  CardRates rates() const {
    return {.dram_bytes = bytes() / (ms(ceiling_) * kNsPerMs),
            .sectors = bytes() / kSectorBytes / (ms(kInL2) * kNsPerMs),
            .wavefronts = run_.card().multiprocessors * run_.clock_mhz() / 1e3};
  }

  Row row(std::size_t i) const {
    Row row{.parameters = {{"side", side_}, {"kernel", rivals_[i].name}},
            .measured = {{"time", measured_.summaries[i]}}};
    if (!has_samples()) return row;
    row.values["gb_per_s"] = bytes() / (ms(i) * kNsPerMs);
    if (i == kInL2) return row;
    row.values["percent_of_copy"] = percent_of_copy(i);
    if (rivals_[i].turns_as && is_of_memory()) {
      const MoverCharge charge = mover_charge(*rivals_[i].turns_as, side_);
      const RooflineTime time = roofline_time(charge, matrices_.elements(), rates());
      row.predicted = {{"percent_of_copy", 100 * ms(ceiling_) * kNsPerMs / time.ns},
                       {"bound_by", time.bound_by},
                       {"sectors_for_32", charge.sectors},
                       {"wavefronts_for_32", charge.wavefronts}};
    }
    return row;
  }

  /// Half of the samples of each lie within this share of its median.
  double noise(std::size_t i) const {
    const auto spread = [&](std::size_t own) { return measured_.summaries[own].iqr / ms(own); };
    constexpr double kLeastNoise = 0.02;
    return std::max(kLeastNoise, spread(i) + spread(ceiling_));
  }

  void gate_against_copy() {
    bool passed = true;
    std::vector<std::string> details;
    for (std::size_t i = 0; i < rivals_.size(); ++i) {
      if (!rivals_[i].turns_as) continue;
      passed = passed && percent_of_copy(i) <= 100 * (1 + noise(i));
      details.push_back(
          fmt::format("{} {:.1f} % (up to {:.1f})", rivals_[i].name, percent_of_copy(i), 100 * (1 + noise(i))));
    }
    run_.gate("no transposition beats the copy", passed,
              fmt::format("of {}'s speed: {}", rivals_[ceiling_].name, fmt::join(details, ", ")));
  }

  std::size_t index_of(const std::string& name) const {
    return static_cast<std::size_t>(std::ranges::find(rivals_, name, &Rival::name) - rivals_.begin());
  }

  void tell() {
    const std::size_t naive = index_of("naive");
    const std::size_t plain = index_of("tile_32");
    const std::size_t padded = index_of("tile_33");
    const std::size_t fastest = index_of("fastest");
    run_.verdict(
        fmt::format("A matrix of {0} x {0} is turned at {1:.1f} % of a copy's speed{2}; without shared memory "
                    "at {3:.1f} %, {4:.2f} times the time.",
                    side_, percent_of_copy(fastest),
                    takes_wide_accesses(side_) ? " with 16-byte accesses" : ", since its rows lie on no 16 bytes",
                    percent_of_copy(naive), measured_.ratio(naive, fastest)));
    const double gain = measured_.ratio(plain, padded);
    run_.verdict(gain > 1 + noise(plain)
                     ? fmt::format("One column of padding makes the tile {:.2f} times as fast.", gain)
                     : fmt::format("One column of padding gains nothing that could be told from noise ({:.2f} times "
                                   "as fast): bank conflicts are hidden behind memory.",
                                   gain));
    if (is_of_memory()) tell_of_model();
  }

  void tell_of_model() {
    std::vector<std::string> off;
    for (std::size_t i = 0; i < rivals_.size(); ++i) {
      const auto all = deviations(row(i));
      const auto found = all.find("percent_of_copy");
      if (found == all.end() || std::abs(found->second) <= kNotableDeviation) continue;
      off.push_back(fmt::format("{} ({:+.0f} %)", rivals_[i].name, 100 * found->second));
    }
    run_.verdict(off.empty() ? "The roofline of DRAM, sectors and wavefronts foretells all four speeds within 15 %."
                             : fmt::format("The roofline of DRAM, sectors and wavefronts is more than 15 % off for {}.",
                                           fmt::join(off, ", ")));
  }

  Run& run_;
  std::int64_t side_;
  TransposeMatrices matrices_;
  std::vector<Rival> rivals_;
  Measured measured_;
  std::size_t ceiling_ = 0;  // the quicker of the two copies
};

}  // namespace

void run_transpose(Run& run) {
  Transpose transpose(run);
  transpose.measure();
  transpose.report();
}

}  // namespace strandline::lab
