// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The table of the experiment's own kernels, with two contents to tell from each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cuda/runtime/buffer.hpp"
#include "harness/run.hpp"

namespace strandline::lab {

using Words = std::vector<std::uint32_t>;

Words random_words(std::int64_t count, std::uint32_t seed);

/// A stretch of a table.
struct Part {
  std::int64_t first = 0;
  std::int64_t words = 0;

  std::size_t offset_bytes() const { return static_cast<std::size_t>(first) * sizeof(std::uint32_t); }
  std::size_t bytes() const { return static_cast<std::size_t>(words) * sizeof(std::uint32_t); }
};

inline Part whole_of(std::int64_t words) { return {0, words}; }
/// What lies between the first third and the last.
inline Part middle_of(std::int64_t words) { return {words / 3, words - 2 * (words / 3)}; }

class Table {
 public:
  /// Enqueues a copy of the part's words, of which `from` is the first, into the table.
  using Put = std::function<void(Part part, const std::uint32_t* from, cudaStream_t stream)>;
  /// Copies a part of the table to `to`, or enqueues that.
  using Get = std::function<void(Part part, std::uint32_t* to, cudaStream_t stream)>;

  explicit Table(std::int64_t words);

  std::int64_t words() const { return static_cast<std::int64_t>(before_.size()); }
  const Words& before() const { return before_; }
  const Words& after() const { return after_; }
  /// The first of after()'s words, in the card's memory.
  const std::uint32_t* after_on_card() const { return after_on_card_.data(); }

  /// Right when a kernel reads after()'s words in the part and before()'s around it.
  Contestant way_in(const std::string& name, Part part, const Put& put);
  /// Right when the part's words arrive, and no others.
  Contestant way_out(const std::string& name, Part part, const Get& get);

  /// What a kernel reads.
  Words read(cudaStream_t stream);
  void fill(const Words& words, cudaStream_t stream) const;

 private:
  Words before_;
  Words after_;
  Words arrived_;
  cuda::DeviceBuffer<std::uint32_t> after_on_card_;
  cuda::DeviceBuffer<std::uint32_t> found_;
};

}  // namespace strandline::lab
