// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tries every way into constant memory and out of it, and the classic mistakes; times what it takes to bring words in.
#include <algorithm>

#include <fmt/format.h>

#include "constant_api/constant_api_kernels.hpp"
#include "constant_api/findings.hpp"
#include "constant_api/table.hpp"
#include "harness/device_arrays.hpp"

namespace strandline::lab {
namespace {

using cuda::check;

/// The same words brought in by several ways.
class Copies {
 public:
  explicit Copies(std::int64_t words) : table_(words), host_(words), global_(words) {
    std::copy(table_.after().begin(), table_.after().end(), host_.data());
    check(get_table_address(&address_), "cudaGetSymbolAddress");
  }

  std::vector<Contestant> contestants() {
    return {to_table("cudaMemcpyToSymbolAsync",
                     [this](cudaStream_t stream) {
                       check(copy_to_table_async(host_.data(), bytes(), 0, stream), "cudaMemcpyToSymbolAsync");
                     }),
            to_table("cudaMemcpyAsync to its address", [this](cudaStream_t stream) { copy(address_, stream); }),
            to_table("a kernel writes to its address",
                     [this](cudaStream_t stream) {
                       launch_write_words(address_, table_.after_on_card(), table_.words(), stream);
                     }),
            {.name = "cudaMemcpyAsync to global memory",
             .enqueue = [this](cudaStream_t stream) { copy(global_.data(), stream); },
             .poison = [this](cudaStream_t stream) { poison(global_, stream); },
             .check = [this] { check_equal(download(global_), table_.after(), "cudaMemcpyAsync to global memory"); },
             .work = work(),
             .in_graph = false}};
  }

 private:
  std::size_t bytes() const { return static_cast<std::size_t>(host_.bytes()); }
  Work work() const { return {static_cast<double>(bytes()), "bytes"}; }

  void copy(std::uint32_t* to, cudaStream_t stream) const {
    check(cudaMemcpyAsync(to, host_.data(), bytes(), cudaMemcpyHostToDevice, stream), "cudaMemcpyAsync");
  }

  /// Timed as a program makes the call, the host's part included.
  Contestant to_table(const std::string& name, std::function<void(cudaStream_t)> enqueue) {
    return {.name = name,
            .enqueue = std::move(enqueue),
            .poison = [this](cudaStream_t stream) { table_.fill(table_.before(), stream); },
            .check =
                [this, name] {
                  const cuda::Stream own;
                  check_equal(table_.read(own.get()), table_.after(), name);
                },
            .work = work(),
            .in_graph = false};
  }

  Table table_;
  cuda::PinnedBuffer<std::uint32_t> host_;
  cuda::DeviceBuffer<std::uint32_t> global_;
  std::uint32_t* address_ = nullptr;
};

}  // namespace

void time_copies(Run& run) {
  Copies copies(run.size("words"));
  const std::vector<Contestant> contestants = copies.contestants();
  const Measured measured = run.measure(contestants);
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    const Summary& summary = measured.summaries[i];
    Row row{.parameters = {{"copy", contestants[i].name}, {"words", run.size("words")}},
            .measured = {{"time", summary}},
            .values = Json::object(),
            .predicted = Json::object()};
    constexpr double kMicrosecondsPerMs = 1000;
    if (summary.has_samples()) row.values = {{"time_us", summary.median * kMicrosecondsPerMs}};
    run.add(row);
  }
}

void run_constant_api(Run& run) {
  Findings findings(run);
  try_table_ways(findings);
  try_module_ways(findings);
  try_table_mistakes(findings);
  time_copies(run);
  findings.tell_verdicts();
}

}  // namespace strandline::lab
