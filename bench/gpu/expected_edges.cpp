// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What must come out, from the backends on the CPU. No time is shown of work whose bytes are others.
#include "expected_edges.hpp"

#include <algorithm>
#include <cstring>
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
  const auto holds = [&](int byte) { return std::memchr(bytes_.get(), byte, bytes().size()) != nullptr; };
  if (holds(kEdge) && holds(0) && holds(kUnknown) == has_nodata) return;
  throw Error(
      fmt::format("the image of {} x {} has no edge, nothing but edges or unknown pixels where none should be, "
                  "measure another size",
                  rows_, cols_));
}

void ExpectedEdges::check(std::span<const std::uint8_t> found, std::string_view who) const {
  if (found.size() == bytes().size() && std::memcmp(found.data(), bytes_.get(), found.size()) == 0) return;
  const auto [expected, other] = std::mismatch(bytes().begin(), bytes().end(), found.begin(), found.end());
  const std::int64_t place = expected - bytes().begin();
  throw Error(
      fmt::format("{}: of {} x {} pixels, row {} column {} should be {} and is {}, believe no time before that "
                  "is put right",
                  who, rows_, cols_, place / cols_, place % cols_, *expected, *other));
}

double ExpectedEdges::share_that_differs(std::span<const std::uint8_t> found, std::string_view who) const {
  std::int64_t edges = 0;
  std::int64_t others = 0;
  std::int64_t different = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool is_edge = found[i] == 1 || found[i] == 255;
    edges += is_edge;
    others += found[i] == 0;
    different += is_edge != (bytes_[i] == kEdge);
  }
  if (edges == 0 || edges + others < rows_ * cols_) {
    throw Error(fmt::format("{}: {} edges and {} bytes that are no decision, use it as its manual says", who, edges,
                            rows_ * cols_ - edges - others));
  }
  return static_cast<double>(different) / static_cast<double>(rows_ * cols_);
}

}  // namespace strandline::bench
