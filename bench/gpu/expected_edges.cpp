// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What must come out, from the backends on the CPU. No time is shown of work whose bytes are others.
#include "expected_edges.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include <strandline/backend.hpp>
#include <strandline/error.hpp>

namespace strandline::bench {
namespace {

// The reference is slow.
constexpr std::int64_t kReferenceRows = 8;

}  // namespace

ExpectedEdges::ExpectedEdges(const EdgesOperation& operation, AnyImageView image, ImageView<const std::uint8_t> valid)
    : rows_(image.rows),
      cols_(image.cols),
      bytes_(std::make_unique_for_overwrite<std::uint8_t[]>(static_cast<std::size_t>(rows_ * cols_))) {
  const ImageView<std::uint8_t> output(bytes_.get(), rows_, cols_);
  run_band(choose_backend("cpu"), operation, whole_image_band(image, output, valid));
  check_reference(operation, image, valid);
  check_kinds(valid.data != nullptr);
}

std::span<const std::uint8_t> ExpectedEdges::bytes() const {
  return {bytes_.get(), static_cast<std::size_t>(rows_ * cols_)};
}

void ExpectedEdges::check_reference(const EdgesOperation& operation, AnyImageView image,
                                    ImageView<const std::uint8_t> valid) const {
  const std::int64_t band_rows = std::min(rows_, kReferenceRows);
  std::vector<std::uint8_t> band(static_cast<std::size_t>(band_rows * cols_));
  for (const std::int64_t first_row : {std::int64_t{0}, (rows_ - band_rows) / 2, rows_ - band_rows}) {
    std::fill(band.begin(), band.end(), kPoison);
    const ImageView<std::uint8_t> output(band.data(), band_rows, cols_);
    run_band(choose_backend("reference"), operation, Band{rows_, first_row, 0, image, valid, output});
    if (std::equal(band.begin(), band.end(), bytes_.get() + first_row * cols_)) continue;
    throw Error(fmt::format("cpu and reference disagree below row {} of {} x {} {}, repair the cpu backend first",
                            first_row, rows_, cols_, to_string(image.pixel_type)));
  }
}

void ExpectedEdges::check_kinds(bool has_nodata) const {
  std::array<std::int64_t, 256> counts{};
  for (const std::uint8_t byte : bytes()) ++counts[byte];
  if (counts[kEdge] > 0 && counts[0] > 0 && (counts[kUnknown] > 0) == has_nodata) return;
  throw Error(
      fmt::format("the image of {} x {} gives {} edges, {} unknown and {} other pixels, make one that has some "
                  "of each",
                  rows_, cols_, counts[kEdge], counts[kUnknown], counts[0]));
}

void ExpectedEdges::check(std::span<const std::uint8_t> found, std::string_view who) const {
  const auto [expected, other] = std::mismatch(bytes().begin(), bytes().end(), found.begin(), found.end());
  if (expected == bytes().end() && other == found.end()) return;
  const std::int64_t place = expected - bytes().begin();
  throw Error(
      fmt::format("{}: of {} x {} pixels, row {} column {} should be {} and is {}, believe no time before that "
                  "is put right",
                  who, rows_, cols_, place / cols_, place % cols_, *expected, *other));
}

double ExpectedEdges::share_that_differs(std::span<const std::uint8_t> found, std::string_view who) const {
  std::array<std::int64_t, 256> counts{};
  std::int64_t different = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    ++counts[found[i]];
    different += (found[i] != 0) != (bytes_[i] == kEdge);
  }
  if (const std::int64_t edges = counts[1] + counts[255]; edges == 0 || edges + counts[0] < rows_ * cols_) {
    throw Error(fmt::format("{}: {} edges and {} bytes of another kind, use it as its manual says", who, edges,
                            rows_ * cols_ - edges - counts[0]));
  }
  return static_cast<double>(different) / static_cast<double>(rows_ * cols_);
}

}  // namespace strandline::bench
