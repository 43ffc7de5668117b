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

/// The order of the contestants.
enum Kernel : std::size_t { kCopy, kCopyOfFourLoads, kCopyInL2, kNaive, kTile32, kTile33, kFastest };

using Launch = std::function<void(const TransposeLaunch&, cudaStream_t)>;

/// What a row is made of, besides its times.
struct Rival {
  std::string name;
  std::optional<Mover> turns_as;  ///< none for copies
  Launch launch;
  std::function<void(std::int64_t call)> check = {};  ///< of copies; the others' is that the matrix is turned
};

class Transpose {
 public:
  explicit Transpose(Run& run) : run_(run), side_(run.size("side")), matrices_(side_, run.card().l2_bytes) {
    const Launch tile_33 = tile(33);
    rivals_ = {copy("copy", 1),
               copy("copy_4_loads", 4),
               copy_in_l2(),
               {"naive", Mover::naive, launch_transpose_naive},
               {"tile_32", Mover::tile_32, tile(32)},
               {"tile_33", Mover::tile_33, tile_33}};
    if (takes_wide_accesses(side_)) {
      rivals_.push_back({"fastest", Mover::swizzled, launch_transpose_swizzled});
    } else {
      rivals_.push_back({"fastest", Mover::tile_33, tile_33});
    }
  }

  void measure() {
    std::vector<Contestant> contestants;
    for (const Rival& rival : rivals_) contestants.push_back(contestant(rival));
    measured_ = run_.measure(contestants);
    if (has_samples() && measured_.ratio(kCopyOfFourLoads, kCopy) < 1) ceiling_ = kCopyOfFourLoads;
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
  static Launch tile(int pitch) {
    return
        [pitch](const TransposeLaunch& launch, cudaStream_t stream) { launch_transpose_tile(launch, pitch, stream); };
  }

  Rival copy(const std::string& name, int loads) {
    const std::int64_t elements = matrices_.elements();
    return {.name = name,
            .turns_as = std::nullopt,
            .launch =
                [loads, elements](const TransposeLaunch& pair, cudaStream_t stream) {
                  launch_copy({pair.input, pair.output, elements, loads, copy_blocks(elements, loads)}, stream);
                },
            .check = [this, name, elements](std::int64_t call) { matrices_.check_copied(call, elements, name); }};
  }

  /// As many bytes as the copy, but always the same quarter of the L2 cache.
  Rival copy_in_l2() {
    const std::int64_t elements = matrices_.elements();
    const std::int64_t most_blocks = run_.card().l2_bytes / 8 / (copy_block_elements(1) * 4);
    const std::int64_t blocks = std::clamp(most_blocks, std::int64_t{1}, copy_blocks(elements, 1));
    const std::int64_t window = std::min(elements, blocks * copy_block_elements(1));
    return {.name = "copy_in_l2",
            .turns_as = std::nullopt,
            .launch =
                [this, elements, blocks](const TransposeLaunch&, cudaStream_t stream) {
                  const TransposeLaunch first = matrices_.pair(0);
                  launch_copy({first.input, first.output, elements, 1, blocks}, stream);
                },
            .check = [this, window](std::int64_t) { matrices_.check_copied(0, window, "copy_in_l2"); }};
  }

  /// Each call takes the next pair of matrices.
  Contestant contestant(const Rival& rival) {
    const auto calls = std::make_shared<std::int64_t>(0);
    return {.name = rival.name,
            .enqueue = [this, calls,
                        launch = rival.launch](cudaStream_t stream) { launch(matrices_.pair((*calls)++), stream); },
            .poison = [this](cudaStream_t stream) { matrices_.poison_outputs(stream); },
            .check =
                [this, calls, rival] {
                  const std::int64_t call = *calls - 1;
                  rival.check ? rival.check(call) : matrices_.check_turned(call, rival.name);
                },
            .work = {bytes(), "bytes"}};
  }

  bool has_samples() const { return measured_.summaries.front().has_samples(); }
  double ms(std::size_t i) const { return measured_.summaries[i].median; }
  double bytes() const { return 2.0 * sizeof(float) * static_cast<double>(matrices_.elements()); }
  double percent_of_copy(std::size_t i) const { return 100 / measured_.ratio(i, ceiling_); }
  /// Whether the matrices come from DRAM and go there, and take a while for it.
  bool is_of_memory() const {
    constexpr double kLeastMs = 0.02;
    return matrices_.bytes() >= 2 * run_.card().l2_bytes && ms(ceiling_) >= kLeastMs;
  }

  CardRates rates() const {
    return {.dram_bytes = bytes() / (ms(ceiling_) * kNsPerMs),
            .sectors = bytes() / kSectorBytes / (ms(kCopyInL2) * kNsPerMs),
            .wavefronts = run_.card().multiprocessors * run_.clock_mhz() / 1e3};
  }

  Row row(std::size_t i) const {
    Row row{.parameters = {{"side", side_}, {"kernel", rivals_[i].name}},
            .measured = {{"time", measured_.summaries[i]}}};
    if (!has_samples()) return row;
    row.values["gb_per_s"] = bytes() / (ms(i) * kNsPerMs);
    if (i == kCopyInL2) return row;
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
    for (std::size_t i = kNaive; i < rivals_.size(); ++i) {
      passed = passed && percent_of_copy(i) <= 100 * (1 + noise(i));
      details.push_back(
          fmt::format("{} {:.1f} % (up to {:.1f})", rivals_[i].name, percent_of_copy(i), 100 * (1 + noise(i))));
    }
    run_.gate("no transposition beats the copy", passed,
              fmt::format("of {}'s speed: {}", rivals_[ceiling_].name, fmt::join(details, ", ")));
  }

  void tell() {
    run_.verdict(
        fmt::format("A matrix of {0} x {0} is turned at {1:.1f} % of a copy's speed{2}; without shared memory "
                    "at {3:.1f} %, {4:.2f} times the time.",
                    side_, percent_of_copy(kFastest),
                    takes_wide_accesses(side_) ? " with 16-byte accesses" : ", since its rows lie on no 16 bytes",
                    percent_of_copy(kNaive), measured_.ratio(kNaive, kFastest)));
    const double gain = measured_.ratio(kTile32, kTile33);
    run_.verdict(gain > 1 + noise(kTile32)
                     ? fmt::format("One column of padding makes the tile {:.2f} times as fast.", gain)
                     : fmt::format("One column of padding gains nothing that could be told from noise ({:.2f} times "
                                   "as fast): bank conflicts are hidden behind memory.",
                                   gain));
    if (is_of_memory()) tell_of_model();
  }

  void tell_of_model() {
    std::vector<std::string> off;
    for (std::size_t i = kNaive; i < rivals_.size(); ++i) {
      const double deviation = deviations(row(i)).at("percent_of_copy");
      if (std::abs(deviation) <= kNotableDeviation) continue;
      off.push_back(fmt::format("{} ({:+.0f} %)", rivals_[i].name, 100 * deviation));
    }
    run_.verdict(fmt::format("The roofline of DRAM, sectors and wavefronts, with the rates of this run's copies, {}.",
                             off.empty() ? "gives all four speeds within 15 %"
                                         : fmt::format("is more than 15 % off for {}", fmt::join(off, ", "))));
  }

  Run& run_;
  std::int64_t side_;
  TransposeMatrices matrices_;
  std::vector<Rival> rivals_;
  Measured measured_;
  std::size_t ceiling_ = kCopy;  // the quicker of the two copies
};

}  // namespace

void run_transpose(Run& run) {
  Transpose transpose(run);
  transpose.measure();
  transpose.report();
}

}  // namespace strandline::lab
