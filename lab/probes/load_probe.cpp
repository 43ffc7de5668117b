// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The load probe: rows of a table, each a warp's loads from one memory, as contestants that check themselves.
#include "probes/load_probe.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "harness/device_arrays.hpp"

namespace strandline::lab {
namespace {

/// The driver lets memory of this size begin on a multiple of it, so that lines have the same numbers, in their low
/// bits, in every run.
constexpr std::int64_t kLeastWords = (std::int64_t{2} << 20) / kWordBytes;

bool is_in_shared(const LoadRow& row) { return row.from == LoadFrom::shared || row.from == LoadFrom::matrices; }

}  // namespace

LoadProbe::LoadProbe(Run& run, const LoadShape& shape, std::vector<LoadRow> rows)
    : run_(run),
      shape_(shape),
      rows_(std::move(rows)),
      words_(std::max(shape.words, kLeastWords)),
      step_(upload(std::vector<std::uint32_t>{0})),
      sums_(shape.blocks * shape.warps * kWarpLanes),
      spans_(shape.blocks * shape.warps) {
  launch_fill_words(words_.data(), words_.size(), run.stream());
  fill_constant_table();
  for (const LoadRow& row : rows_) offsets_.push_back(upload(row.offsets));
}

Measured LoadProbe::measure() {
  std::vector<Contestant> contestants;
  for (std::size_t row = 0; row < rows_.size(); ++row) contestants.push_back(contestant(row));
  return run_.measure(contestants);
}

double LoadProbe::requests(std::size_t row) const {
  const std::int64_t blocks = shape_.by_own_clock ? 1 : shape_.blocks;
  return static_cast<double>(blocks * shape_.warps * kLoads * rows_[row].turns);
}

LoadLaunch LoadProbe::launch_of(std::size_t row) const {
  return {.words = words_.data(),
          .offsets = offsets_[row].data(),
          .step = step_.data(),
          .sums = sums_.data(),
          .spans = spans_.data(),
          .sets = rows_[row].sets(),
          .shared_words = is_in_shared(rows_[row]) ? shape_.words : 0,
          .warm_turns = shape_.warm_turns,
          .turns = rows_[row].turns,
          .warps = shape_.warps,
          .blocks = shape_.blocks};
}

Contestant LoadProbe::contestant(std::size_t row) {
  const LoadRow& own = rows_[row];
  Contestant contestant{.name = own.name,
                        .enqueue = [&own, launch = launch_of(row)](
                                       cudaStream_t stream) { launch_load(launch, own.from, own.width_bytes, stream); },
                        .poison =
                            [this](cudaStream_t stream) {
                              poison(sums_, stream);
                              poison(spans_, stream);
                            },
                        .check = [this, row] { check(row); },
                        .work = {requests(row), "requests"}};
  if (shape_.by_own_clock) contestant.read_cycles = [this] { return median_cycles(); };
  return contestant;
}

void LoadProbe::check(std::size_t row) const {
  const LoadRow& own = rows_[row];
  const std::vector<std::uint32_t> of_a_turn = turn_sums(own);
  const auto turns = static_cast<std::uint32_t>(own.turns + shape_.warm_turns);
  std::vector<std::uint32_t> expected(static_cast<std::size_t>(sums_.size()));
  for (std::size_t thread = 0; thread < expected.size(); ++thread) {
    const std::size_t thread_of_block = thread % static_cast<std::size_t>(shape_.warps * kWarpLanes);
    expected[thread] = turns * of_a_turn[thread_of_block % of_a_turn.size()];
  }
  check_equal(download(sums_), expected, own.name);
  if (median_cycles() <= 0) throw CheckFailed(fmt::format("{} gave no cycles, do not trust its times", own.name));
}

double LoadProbe::median_cycles() const {
  const std::vector<LoadSpan> spans = download(spans_);
  std::vector<std::int64_t> cycles;
  for (auto warp = spans.begin(); warp != spans.end(); warp += shape_.warps) {
    std::int64_t start = std::numeric_limits<std::int64_t>::max();
    std::int64_t end = std::numeric_limits<std::int64_t>::min();
    for (int i = 0; i < shape_.warps; ++i) {
      start = std::min(start, warp[i].start);
      end = std::max(end, warp[i].end);
    }
    cycles.push_back(end - start);
  }
  const auto middle = cycles.begin() + std::ssize(cycles) / 2;
  std::ranges::nth_element(cycles, middle);
  return static_cast<double>(*middle);
}

}  // namespace strandline::lab
