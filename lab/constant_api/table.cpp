// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The table of the experiment's own kernels, with two contents to tell from each other.
#include "constant_api/table.hpp"

#include <algorithm>
#include <random>

#include "constant_api/constant_api_kernels.hpp"
#include "harness/device_arrays.hpp"

namespace strandline::lab {
namespace {

constexpr std::uint32_t kPoisonWord = 0xffffffff;

void copy_part(const Words& from, Part part, Words& to) {
  std::copy_n(from.begin() + part.first, part.words, to.begin() + part.first);
}

}  // namespace

Words random_words(std::int64_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  Words words(static_cast<std::size_t>(count));
  std::generate(words.begin(), words.end(), [&] { return static_cast<std::uint32_t>(random()); });
  return words;
}

Table::Table(std::int64_t words)
    : before_(random_words(words, 1)),
      after_(random_words(words, 2)),
      arrived_(before_.size()),
      after_on_card_(upload(after_)),
      found_(words) {}

void Table::fill(const Words& words, cudaStream_t stream) const {
  const std::size_t bytes = words.size() * sizeof(std::uint32_t);
  cuda::check(cudaMemcpyToSymbolAsync(table_symbol(), words.data(), bytes, 0, cudaMemcpyHostToDevice, stream),
              "cudaMemcpyToSymbolAsync");
}

Words Table::read(cudaStream_t stream) {
  poison(found_, stream);
  launch_read_table(found_.data(), words(), stream);
  cuda::check(cudaStreamSynchronize(stream), "read_table_kernel");
  return download(found_);
}

Contestant Table::way_in(const std::string& name, Part part, const Put& put) {
  Words expected = before_;
  copy_part(after_, part, expected);
  return {.name = name,
          .enqueue =
              [this, part, put](cudaStream_t stream) {
                put(part, after_.data() + part.first, stream);
                launch_read_table(found_.data(), words(), stream);
              },
          .poison =
              [this](cudaStream_t stream) {
                fill(before_, stream);
                poison(found_, stream);
              },
          .check = [this, name, expected] { check_equal(download(found_), expected, name); }};
}

Contestant Table::way_out(const std::string& name, Part part, const Get& get) {
  Words expected(after_.size(), kPoisonWord);
  copy_part(after_, part, expected);
  return {.name = name,
          .enqueue = [this, part, get](cudaStream_t stream) { get(part, arrived_.data() + part.first, stream); },
          .poison =
              [this](cudaStream_t stream) {
                std::fill(arrived_.begin(), arrived_.end(), kPoisonWord);
                fill(after_, stream);
              },
          .check = [this, name, expected] { check_equal(arrived_, expected, name); }};
}

}  // namespace strandline::lab
