// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The cut of a band into a grid's blocks: every output pixel is some block's, once, whatever the sizes.
#include "cuda/cut.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <strandline/error.hpp>

namespace strandline::cuda {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr std::int64_t kMostBlocks = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kHaloRows = 6;
constexpr std::int64_t kAnyRows = std::numeric_limits<std::int64_t>::max();

struct NamedShape {
  const char* name;
  KernelShape shape;
};

// Those of the kernels, and one with nothing round in it.
const std::vector<NamedShape> kShapes = {{"ring, u8 and u16", {160, 992, 4, 4, kAnyRows}},
                                         {"ring, f32", {160, 496, 6, 4, kAnyRows}},
                                         {"tensor", {288, 992, 8, 3, kAnyRows}},
                                         {"direct, u8 and u16", {128, 992, 1, 4, 64}},
                                         {"direct, f32", {128, 496, 1, 4, 64}},
                                         {"odd", {96, 37, 5, 1, 10}}};
const KernelShape kRing = kShapes[0].shape;
const KernelShape kTensor = kShapes[2].shape;
const KernelShape kDirect = kShapes[3].shape;

struct Size {
  std::int64_t rows;
  std::int64_t cols;
};

std::ostream& operator<<(std::ostream& out, const Size& size) { return out << size.rows << " x " << size.cols; }

// Around strips and slots, and around the rows at which there is more than one run or wave.
std::vector<Size> small_sizes() {
  std::vector<Size> sizes;
  for (const std::int64_t rows : {1, 2, 3, 7, 8, 9, 10, 11, 57, 58, 59, 63, 64, 65, 100, 191, 192, 193, 250, 5000}) {
    for (const std::int64_t cols : {1, 2, 36, 37, 38, 495, 496, 497, 991, 992, 993, 1984, 1985, 4000}) {
      sizes.push_back({rows, cols});
    }
  }
  return sizes;
}

// All of them fit into one grid, with the direct kernel's blocks of 64 rows and a frame too.
const std::vector<Size> kLargeSizes = {{16'384, 16'384},   {1'000'000, 1},       {1'000'000, 5000},
                                       {2'147'483'653, 1}, {2'147'483'653, 3},   {1, 10'000'000},
                                       {100, 10'000'000},  {70'000, 10'000'000}, {std::int64_t{1} << 36, 1}};

Band band_of(Size size, std::int64_t rows_above = 0, std::int64_t rows_below = 0) {
  Band band;
  band.image_rows = rows_above + size.rows + rows_below;
  band.first_row = rows_above;
  band.output = {nullptr, size.rows, size.cols};
  return band;
}

Cut cut_of(Size size, const KernelShape& shape, int multiprocessors, Border border = Border::reflect101) {
  return make_cut(band_of(size), border, shape, multiprocessors);
}

bool has_frame(Border border) { return border == Border::zero || border == Border::replicate; }

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// What is wrong with run `i` of an image of `rows` rows; nothing if it is right.
std::string fault_of_run(const Cut& cut, std::uint32_t i, std::int64_t rows, const KernelShape& shape) {
  const Run run = cut.run(i);
  const std::int64_t end = run.first_row + run.rows;
  if (i == 0 && run.first_row != 0) return "the first does not begin at the top";
  if (run.rows <= 0 || run.first_row >= rows) return "it is empty";
  if (i + 1 < cut.runs && cut.run(i + 1).first_row != end) return "the next does not begin where it ends";
  if (i + 1 < cut.runs && cut.run(i + 1).rows > run.rows) return "the next is longer";
  if (i + 1 == cut.runs && end < rows) return "the last ends above the bottom";
  if ((run.rows + kHaloRows) % shape.slot_rows != 0) return "its input is no whole number of slots";
  if (run.rows - shape.slot_rows >= shape.most_run_rows) return "it is longer than the kernel can walk";
  if (run.rows < 8) return "it is too short to be worth its halo";
  if (run.rows + kHaloRows > std::numeric_limits<int>::max()) return "kernels count its rows in an int";
  return {};
}

/// All runs where they are few, else those around the waves' ends, the first and the last.
std::vector<std::uint32_t> runs_to_look_at(const Cut& cut) {
  constexpr std::int64_t kFew = 3000;
  std::vector<std::uint32_t> runs;
  const auto add = [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t i = std::max<std::int64_t>(0, first); i < std::min<std::int64_t>(end, cut.runs); ++i) {
      runs.push_back(static_cast<std::uint32_t>(i));
    }
  };
  if (cut.runs <= 4 * kFew) {
    add(0, cut.runs);
    return runs;
  }
  for (std::int64_t wave = 0; wave <= Cut::kWaves + 1; ++wave) {
    add(wave * cut.runs_of_wave - kFew / 10, wave * cut.runs_of_wave + kFew / 10);
  }
  add(std::int64_t{cut.runs} - kFew, cut.runs);
  return runs;
}

void expect_sound_runs(const Cut& cut, Size size, const KernelShape& shape) {
  ASSERT_GE(cut.runs, 1u);
  ASSERT_GE(cut.runs_of_wave, 1u);
  for (const std::uint32_t i : runs_to_look_at(cut)) {
    const std::string fault = fault_of_run(cut, i, size.rows, shape);
    ASSERT_EQ("", fault) << "run " << i << " of " << cut.runs << " begins at row " << cut.run(i).first_row
                         << " and has " << cut.run(i).rows;
  }
}

void expect_sound_blocks(const Cut& cut, Size size, const KernelShape& shape) {
  EXPECT_EQ(shape.strip_cols, cut.strip_cols);
  EXPECT_EQ(divide_up(size.cols, shape.strip_cols), cut.strips);
  EXPECT_EQ(std::int64_t{cut.strips} * cut.runs + cut.frame_blocks, std::int64_t{cut.blocks()});
  EXPECT_LE(std::int64_t{cut.blocks()}, kMostBlocks);
  EXPECT_EQ(0u, cut.first_frame_block() % cut.strips) << "the frame's blocks come between two runs";
  EXPECT_LE(cut.first_frame_block() + cut.frame_blocks, cut.blocks());
  EXPECT_GE(std::int64_t{cut.frame_blocks} * shape.threads, cut.frame.pixels());
  EXPECT_LT((std::int64_t{cut.frame_blocks} - 1) * shape.threads, cut.frame.pixels()) << "no block is idle";
}

void expect_sound(Size size, int multiprocessors) {
  for (const auto& [name, shape] : kShapes) {
    for (const Border border : kAllBorders) {
      SCOPED_TRACE(testing::Message() << size << ", " << name << ", border " << to_string(border) << ", "
                                      << multiprocessors << " multiprocessors");
      // Those of the odd shape are so small that there are too many for a grid.
      if (size.rows * size.cols > kMostBlocks && shape.strip_cols == 37) continue;
      const Cut cut = cut_of(size, shape, multiprocessors, border);
      expect_sound_runs(cut, size, shape);
      expect_sound_blocks(cut, size, shape);
      EXPECT_EQ(has_frame(border), cut.frame_blocks > 0);
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(Cut, OfSmallImagesIsSound) {
  for (const Size size : small_sizes()) {
    for (const int multiprocessors : {1, 16, 132}) ASSERT_NO_FATAL_FAILURE(expect_sound(size, multiprocessors));
  }
}

TEST(Cut, OfLargeImagesIsSound) {
  for (const Size size : kLargeSizes) {
    for (const int multiprocessors : {16, 132}) ASSERT_NO_FATAL_FAILURE(expect_sound(size, multiprocessors));
  }
}

TEST(Cut, GivesEachBlockAnAreaOrAPartOfTheFrame) {
  for (const Size size : {Size{1, 1}, Size{700, 1500}, Size{100'000, 1500}, Size{40, 300'000}}) {
    for (const auto& [name, shape] : kShapes) {
      SCOPED_TRACE(testing::Message() << size << ", " << name);
      const Cut cut = cut_of(size, shape, 20, Border::zero);
      std::vector<int> times_in_area(std::size_t{cut.strips} * cut.runs);
      std::uint32_t frame_blocks = 0;
      for (std::uint32_t block = 0; block < cut.blocks(); ++block) {
        // As kernels read it.
        if (block - cut.first_frame_block() < cut.frame_blocks) {
          ++frame_blocks;
        } else {
          ++times_in_area.at(block < cut.first_frame_block() ? block : block - cut.frame_blocks);
        }
      }
      EXPECT_EQ(cut.frame_blocks, frame_blocks);
      EXPECT_THAT(times_in_area, testing::Each(1));
    }
  }
}

TEST(Cut, BeginsWithAsManyBlocksAsTheCardHoldsThenTheFrame) {
  const Cut cut = cut_of({16'384, 16'384}, kRing, 132, Border::zero);
  EXPECT_EQ(17u, cut.strips);
  EXPECT_EQ(4 * 132 / 17 * 17u, cut.first_frame_block());
  EXPECT_EQ((4 * 16'384 - 4 + 159) / 160u, cut.frame_blocks);
  EXPECT_EQ(cut.strips * cut.runs, cut_of({16'384, 16'384}, kRing, 132, Border::wrap).blocks()) << "no frame";
}

TEST(Cut, OfALargeImageHasShorterAndShorterRuns) {
  for (const KernelShape& shape : {kRing, kTensor}) {
    constexpr std::int64_t kRows = 100'000;
    const Cut cut = cut_of({kRows, 16'384}, shape, 132);
    ASSERT_GT(cut.runs, 3 * cut.runs_of_wave);
    EXPECT_LE(cut.runs, 4 * cut.runs_of_wave);
    for (std::uint32_t wave = 1; wave < 4; ++wave) {
      EXPECT_LE(2 * cut.run(wave * cut.runs_of_wave).rows, cut.run(wave * cut.runs_of_wave - 1).rows);
    }
    EXPECT_GT(cut.run(cut.runs_of_wave).first_row, kRows * 6 / 10);
    EXPECT_LT(cut.run(cut.runs_of_wave).first_row, kRows * 8 / 10);
  }
}

TEST(Cut, OfASmallImageIsOneWaveOfEqualRuns) {
  for (const KernelShape& shape : {kRing, kTensor, kDirect}) {
    for (const Size size : {Size{1, 1}, Size{100, 100}, Size{1000, 4000}, Size{2048, 2048}}) {
      const Cut cut = cut_of(size, shape, 132, Border::replicate);
      EXPECT_LE(cut.strips * cut.runs, 132u * shape.blocks_per_multiprocessor) << "all run at once: " << size;
      EXPECT_EQ(cut.strips * cut.runs, cut.first_frame_block()) << size;
      EXPECT_EQ(cut.run(0).rows, cut.run(cut.runs - 1).rows) << size;
    }
  }
}

TEST(Cut, OfAMiddlingImageKeepsTheCardBusy) {
  for (const KernelShape& shape : {kRing, kTensor, kDirect}) {
    const Cut cut = cut_of({4096, 992}, shape, 132);
    EXPECT_GT(cut.blocks(), 132u) << "every multiprocessor has a block";
  }
}

TEST(Cut, FrameIsTheOutermostRingAsFarAsTheBandHoldsIt) {
  for (const std::int64_t rows : {1, 2, 3, 9}) {
    for (const std::int64_t cols : {1, 2, 3, 50}) {
      for (const std::int64_t above : {0, 1, 20}) {
        for (const std::int64_t below : {0, 1, 20}) {
          std::int64_t expected = 0;
          for (std::int64_t row = above; row < above + rows; ++row) {
            const bool is_whole = row == 0 || row == above + rows + below - 1;
            expected += is_whole ? cols : std::min<std::int64_t>(cols, 2);
          }
          const Band band = band_of({rows, cols}, above, below);
          for (const Border border : kAllBorders) {
            EXPECT_EQ(has_frame(border) ? expected : 0, Frame::of(band, border).pixels())
                << Size{rows, cols} << " below " << above << " and above " << below << " rows, " << to_string(border);
          }
        }
      }
    }
  }
}

template <class Function>
std::string message_of_refusal(Function&& cut) {
  try {
    cut();
  } catch (const Unsupported& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Cut, OfMoreBlocksThanAGridHasIsRefused) {
  const auto cut_rows = [](std::int64_t rows, Border border) { return cut_of({rows, 1}, kDirect, 132, border); };
  EXPECT_EQ(kMostBlocks, cut_rows(64 * kMostBlocks, Border::wrap).blocks());
  EXPECT_THAT(message_of_refusal([&] { cut_rows(64 * kMostBlocks + 1, Border::wrap); }),
              AllOf(HasSubstr("rows x 1 cols"), HasSubstr("cut them into bands")));

  // Here, of three blocks, one is the frame's.
  const std::int64_t most_rows = kMostBlocks / 3 * 128;
  EXPECT_EQ(kMostBlocks / 3 * 3, cut_rows(most_rows, Border::zero).blocks());
  EXPECT_THAT(message_of_refusal([&] { cut_rows(most_rows + 128, Border::zero); }),
              AllOf(HasSubstr("rows x 1 cols"), HasSubstr("cut them into bands")));
  EXPECT_NO_THROW(cut_rows(most_rows + 128, Border::wrap));
}

TEST(Cut, OfMoreStripsThanAGridHasIsRefused) {
  const std::int64_t most_cols = kMostBlocks * kRing.strip_cols;
  EXPECT_EQ(kMostBlocks, cut_of({1, most_cols}, kRing, 132).blocks());
  EXPECT_THROW(cut_of({1, most_cols + 1}, kRing, 132), Unsupported);
  EXPECT_THROW(cut_of({1000, most_cols}, kRing, 132), Unsupported);
  EXPECT_THROW(cut_of({1000, 10'000'000'000'000}, kDirect, 132), Unsupported);
}

}  // namespace
}  // namespace strandline::cuda
