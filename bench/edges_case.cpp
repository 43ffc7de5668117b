// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// One line of the benchmark: edges of one pixel type, size and number of threads against the rest of the field.
#include "edges_case.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <strandline/backend.hpp>
#include <strandline/edges.hpp>
#include <strandline/error.hpp>

#include "opencv_edges.hpp"
#include "random_pixels.hpp"
#include "same_bytes.hpp"

namespace strandline::bench {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr EdgesOptions kOptions;  // threshold 0.30, border reflect101

// No result holds it: 0, 127 and 255 are all there is.
constexpr std::uint8_t kPoison = 0x5A;

// The reference is slow: it makes a small image whole, of a large one so many rows at the top, middle and bottom.
constexpr std::int64_t kMostReferencePixels = 512 * 512;
constexpr std::int64_t kReferenceRows = 24;

// Near the threshold OpenCV may decide otherwise. u8: where a blurred image that is rounded to 8 bits does, about 0.6 %
// of the pixels of white noise. u16 and f32 are rounded too finely for more than some, were one of the borders wrong
// there would be more. A small image can have some more by chance.
std::int64_t most_different(PixelType type, std::int64_t pixels) {
  return 16 + pixels / (type == PixelType::u8 ? 100 : 10000);
}

/// Everything that the contestants of a case share. Not to be moved: they point into it.
template <Pixel T>
struct Contest {
  explicit Contest(const EdgesCase& the_case)
      : edges_case(the_case),
        pixels(the_case.rows * the_case.cols),
        image(random_pixels<T>(pixels)),
        output(static_cast<std::size_t>(pixels), kPoison),
        // The odd byte of an odd image is left out.
        copy_output(static_cast<std::size_t>(pixels * static_cast<std::int64_t>(sizeof(T) + 1) / 2),
                    std::byte{kPoison}),
        threshold_output(output) {
    if (!the_case.with_opencv) return;
    opencv_output = output;
    opencv.emplace(input(), view(opencv_output), kOptions.threshold * natural_full_scale(kPixelTypeOf<T>),
                   the_case.threads);
  }
  Contest(const Contest&) = delete;
  Contest& operator=(const Contest&) = delete;

  static constexpr T kPixelThreshold = static_cast<T>(0.5 * natural_full_scale(kPixelTypeOf<T>));

  ImageView<const T> input() const { return {image.data(), edges_case.rows, edges_case.cols}; }
  ImageView<std::uint8_t> view(Bytes& bytes) const { return {bytes.data(), edges_case.rows, edges_case.cols}; }

  void run_strandline(Bytes& result, int threads) {
    edges(input(), view(result), kOptions, {.backend = "cpu", .threads = threads});
  }
  void run_copy() {
    copy_bytes(reinterpret_cast<const std::byte*>(image.data()), copy_output.data(),
               static_cast<std::int64_t>(copy_output.size()), edges_case.threads);
  }
  void run_threshold() {
    threshold_pixels<T>(image.data(), threshold_output.data(), pixels, kPixelThreshold, edges_case.threads);
  }

  EdgesCase edges_case;
  std::int64_t pixels;
  std::vector<T> image;
  Bytes output;
  Bytes opencv_output;  // empty without OpenCV
  std::vector<std::byte> copy_output;
  Bytes threshold_output;
  std::optional<OpencvEdges> opencv;
};

[[noreturn]] void fail(const EdgesCase& edges_case, const std::string& what) {
  throw Error(fmt::format("{}, in {} of {} x {} on {} threads, believe no time before that is put right", what,
                          to_string(edges_case.pixel_type), edges_case.rows, edges_case.cols, edges_case.threads));
}

template <Pixel T>
void check_against_reference(Contest<T>& contest) {
  const std::int64_t rows = contest.edges_case.rows;
  const bool whole = contest.pixels <= kMostReferencePixels;
  const std::int64_t band_rows = whole ? rows : std::min(rows, kReferenceRows);
  const auto operation = make_edges_operation(kOptions, kPixelTypeOf<T>);
  Bytes expected(static_cast<std::size_t>(band_rows * contest.edges_case.cols));
  for (const std::int64_t first_row : {std::int64_t{0}, (rows - band_rows) / 2, rows - band_rows}) {
    std::fill(expected.begin(), expected.end(), kPoison);
    const ImageView<std::uint8_t> output{expected.data(), band_rows, contest.edges_case.cols};
    run_band(choose_backend("reference"), operation, Band{rows, first_row, 0, contest.input(), {}, output});
    if (!std::equal(expected.begin(), expected.end(), contest.output.begin() + first_row * contest.edges_case.cols)) {
      fail(contest.edges_case, fmt::format("bytes differ from the reference's from row {} on", first_row));
    }
    if (whole) break;
  }
}

template <Pixel T>
void check_same_bytes(const Contest<T>& contest) {
  if (std::memcmp(contest.copy_output.data(), contest.image.data(), contest.copy_output.size()) != 0) {
    fail(contest.edges_case, "the copy is no copy");
  }
  const auto is_right = [](T pixel, std::uint8_t result) {
    return result == (pixel > Contest<T>::kPixelThreshold ? 255 : 0);
  };
  if (!std::equal(contest.image.begin(), contest.image.end(), contest.threshold_output.begin(), is_right)) {
    fail(contest.edges_case, "the threshold loop is wrong");
  }
}

template <Pixel T>
double check_opencv(const Contest<T>& contest) {
  std::int64_t different = 0;
  for (std::size_t i = 0; i < contest.output.size(); ++i) different += contest.output[i] != contest.opencv_output[i];
  if (different > most_different(contest.edges_case.pixel_type, contest.pixels)) {
    fail(contest.edges_case, fmt::format("OpenCV decides otherwise on {} pixels", different));
  }
  return static_cast<double>(different) / static_cast<double>(contest.pixels);
}

/// Checks what is in the outputs; the whole image is held to what one thread makes of it.
template <Pixel T>
double check_outputs(Contest<T>& contest) {
  check_against_reference(contest);
  Bytes alone(contest.output.size(), kPoison);
  contest.run_strandline(alone, 1);
  if (alone != contest.output) fail(contest.edges_case, "bytes depend on the number of threads or on the run");
  check_same_bytes(contest);
  return contest.opencv ? check_opencv(contest) : 0;
}

template <Pixel T>
EdgesSamples run_case_of_type(const EdgesCase& edges_case, const StoppingRule& rule) {
  Contest<T> contest(edges_case);
  EdgesSamples found;
  // Who takes part, and where its samples belong.
  std::vector<Contestant> contestants;
  std::vector<Samples*> samples;
  const auto enter = [&](Contestant contestant, Samples& own) {
    contestants.push_back(std::move(contestant));
    samples.push_back(&own);
  };
  enter([&] { contest.run_strandline(contest.output, edges_case.threads); }, found.strandline);
  if (edges_case.threads > 1) enter([&] { contest.run_strandline(contest.output, 1); }, found.one_thread);
  if (contest.opencv) enter([&] { contest.opencv->run(); }, found.opencv);
  enter([&] { contest.run_copy(); }, found.copy);
  enter([&] { contest.run_threshold(); }, found.threshold);
  for (const Contestant& contestant : contestants) contestant();
  check_outputs(contest);

  // Once more afterwards: what was timed must have been the work, down to the last call.
  for (Bytes* bytes : {&contest.output, &contest.opencv_output, &contest.threshold_output}) {
    std::fill(bytes->begin(), bytes->end(), kPoison);
  }
  std::fill(contest.copy_output.begin(), contest.copy_output.end(), std::byte{kPoison});
  std::vector<Samples> measured = measure_interleaved(contestants, rule);
  found.opencv_differs = check_outputs(contest);
  for (std::size_t i = 0; i < samples.size(); ++i) *samples[i] = std::move(measured[i]);
  return found;
}

}  // namespace

EdgesSamples run_edges_case(const EdgesCase& edges_case, const StoppingRule& rule) {
  return visit_pixel_type(edges_case.pixel_type, [&]<Pixel T>(T) { return run_case_of_type<T>(edges_case, rule); });
}

}  // namespace strandline::bench
