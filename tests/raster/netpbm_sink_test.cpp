// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of the Netpbm writer, on full disks as well.
#include <csignal>
#include <utility>

#include <sys/resource.h>

#include <strandline/error.hpp>

#include "netpbm_picture.hpp"
#include "raster/netpbm.hpp"
#include "raster/netpbm_header.hpp"
#include "temporary_folder.hpp"

namespace strandline::raster {
namespace {

using test::expect_contains;
using test::float_picture;
using test::gray_picture;
using test::kAllRows;
using test::message_of;
using test::Picture;
using test::read_file;
using test::Rows;
using test::StridedImage;
using test::TemporaryFolder;
using test::write_file;
using Names = std::vector<std::string>;

class NetpbmSink : public testing::Test {
 protected:
  CreateOptions options(PixelType type, std::int64_t rows, std::int64_t cols) {
    CreateOptions options;
    options.rows = rows;
    options.cols = cols;
    options.pixel_type = type;
    options.warn = [this](std::string_view warning) { warnings_.emplace_back(warning); };
    return options;
  }

  /// Writes the picture in bands and returns the file's bytes.
  std::string written(const Picture& picture, const std::string& name, std::int64_t band, const Rows& layout = {}) {
    auto wanted = options(picture.type, picture.rows, picture.cols);
    wanted.overwrite = true;
    const auto sink = create_netpbm(folder_ / name, wanted);
    for (std::int64_t row = 0; row < picture.rows; row += band) {
      StridedImage image(picture.type, std::min(band, picture.rows - row), picture.cols, layout);
      picture.fill(image, row, std::min(band, picture.rows - row));
      sink->write(row, image.view());
    }
    sink->finish({});
    return read_file(folder_ / name);
  }

  TemporaryFolder folder_;
  std::vector<std::string> warnings_;
};

/// The same pixels under the header that our writer gives them.
std::string canonical(const Picture& picture, std::string_view last_line) {
  const auto header = parse_netpbm_header(std::as_bytes(std::span(picture.file)), "");
  return fmt::format("{}\n{} {}\n{}\n", picture.file.substr(0, 2), picture.cols, picture.rows, last_line) +
         picture.file.substr(static_cast<std::size_t>(header->header_bytes));
}

TEST_F(NetpbmSink, AllSizesCutsAndStridesGiveTheSameBytes) {
  for (std::int64_t rows = 1; rows <= 5; ++rows) {
    for (std::int64_t cols = 1; cols <= 7; ++cols) {
      const Picture bytes = gray_picture(rows, cols, 255);
      const Picture words = gray_picture(rows, cols, 65535);
      const Picture floats = float_picture(rows, cols, std::endian::little);
      for (std::int64_t band = 1; band <= rows; ++band) {
        for (const Rows& layout : kAllRows) {
          EXPECT_EQ(written(bytes, "a.pgm", band, layout), canonical(bytes, "255"));
          EXPECT_EQ(written(words, "a.PNM", band, layout), canonical(words, "65535"));
          EXPECT_EQ(written(floats, "a.pfm", band, layout), canonical(floats, "-1.0"));
        }
      }
    }
  }
  EXPECT_EQ(folder_.names(), (Names{"a.PNM", "a.pfm", "a.pgm"}));
  EXPECT_EQ(warnings_, Names{});
}

TEST_F(NetpbmSink, PicturesLargerThanTheBuffer) {
  for (const std::int64_t band : {1, 64, 1500}) {
    const Picture bytes = gray_picture(1500, 2003, 255);
    const Picture floats = float_picture(700, 1001, std::endian::little);
    EXPECT_TRUE(written(bytes, "a.pgm", band) == canonical(bytes, "255")) << band;
    EXPECT_TRUE(written(floats, "a.pfm", band) == canonical(floats, "-1.0")) << band;
  }
  const Picture wide = gray_picture(3, 1200001, 65535);
  const Picture wide_floats = float_picture(3, 600001, std::endian::little);
  EXPECT_TRUE(written(wide, "a.pgm", 2) == canonical(wide, "65535"));
  EXPECT_TRUE(written(wide_floats, "a.pfm", 2) == canonical(wide_floats, "-1.0"));
}

TEST_F(NetpbmSink, RowsComeInOrderAndAll) {
  const auto sink = create_netpbm(folder_ / "a.pgm", options(PixelType::u8, 4, 3));
  const auto refused = [&](PixelType type, std::int64_t first, std::int64_t rows, std::int64_t cols) {
    StridedImage image(type, rows, cols, {});
    return message_of<InvalidArgument>([&] { sink->write(first, image.view()); });
  };
  StridedImage two(PixelType::u8, 2, 3, {});
  expect_contains(refused(PixelType::u8, 1, 1, 3), "write rows in order");
  sink->write(0, two.view());
  expect_contains(refused(PixelType::u8, 0, 2, 3), "has 2 of its 4 rows, got 2 from row 0");
  expect_contains(refused(PixelType::u8, 3, 1, 3), "write rows in order");
  expect_contains(refused(PixelType::u8, 2, 3, 3), "write rows in order");
  expect_contains(refused(PixelType::u16, 2, 1, 3), "takes 3 cols of u8");
  expect_contains(refused(PixelType::u8, 2, 1, 2), "got 2 cols");
  expect_contains(message_of<InvalidArgument>([&] { sink->finish({}); }), "2 of its 4 rows");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "a.pgm"));
  sink->write(2, two.view());
  sink->finish({});
  expect_contains(message_of<InvalidArgument>([&] { sink->finish({}); }), "finished already");
  message_of<InvalidArgument>([&] { sink->write(4, two.view()); });
  EXPECT_EQ(read_file(folder_ / "a.pgm"), "P5\n3 4\n255\n" + std::string(12, '\xA5'));
}

TEST_F(NetpbmSink, UnfinishedLeavesNothing) {
  {
    const auto sink = create_netpbm(folder_ / "a.pgm", options(PixelType::u8, 2, 3));
    EXPECT_EQ(folder_.names().size(), 1U);
  }
  EXPECT_EQ(folder_.names(), Names{});
}

TEST_F(NetpbmSink, PixelTypesMustFitTheFormat) {
  const auto refused = [&](const char* name, PixelType type) {
    return message_of<Unsupported>([&] { create_netpbm(folder_ / name, options(type, 1, 1)); });
  };
  expect_contains(refused("a.pfm", PixelType::u8), "choose a name that ends in .pgm");
  expect_contains(refused("a.pfm", PixelType::u16), "can't hold u16 pixels");
  expect_contains(refused("a.pgm", PixelType::f32), "choose a name that ends in .pfm");
  expect_contains(refused("a.pnm", PixelType::f32), "f32");
  message_of<InvalidArgument>([&] { create_netpbm(folder_ / "a.pgm", options(PixelType::u8, 0, 1)); });
  const std::int64_t large = std::int64_t{1} << 62;
  message_of<Unsupported>([&] { create_netpbm(folder_ / "a.pgm", options(PixelType::u16, 1, large)); });
  message_of<Unsupported>([&] { create_netpbm(folder_ / "a.pgm", options(PixelType::u8, 4, large)); });
  EXPECT_EQ(folder_.names(), Names{});
}

TEST_F(NetpbmSink, WarnsOnceOfWhatTheFormatCannotHold) {
  auto wanted = options(PixelType::u8, 1, 1);
  wanted.georeference.crs = CoordinateSystem("LOCAL_CS[]");
  const auto sink = create_netpbm(folder_ / "a.pgm", wanted);
  ASSERT_EQ(warnings_.size(), 1U);
  expect_contains(warnings_[0], "georeference");
  StridedImage image(PixelType::u8, 1, 1, {});
  sink->write(0, image.view());
  sink->finish(127.0);
  ASSERT_EQ(warnings_.size(), 2U);
  expect_contains(warnings_[1], "nodata value 127, PGM has no place for it");
}

TEST_F(NetpbmSink, ExistingFileIsReplacedOnlyWhenAsked) {
  write_file(folder_ / "a.pgm", "old");
  auto wanted = options(PixelType::u8, 1, 1);
  StridedImage image(PixelType::u8, 1, 1, {});
  {
    const auto sink = create_netpbm(folder_ / "a.pgm", wanted);
    sink->write(0, image.view());
    message_of<FileError>([&] { sink->finish({}); });
    EXPECT_EQ(read_file(folder_ / "a.pgm"), "old");
  }
  wanted.overwrite = true;
  const auto sink = create_netpbm(folder_ / "a.pgm", wanted);
  sink->write(0, image.view());
  EXPECT_EQ(read_file(folder_ / "a.pgm"), "old");
  sink->finish({});
  EXPECT_EQ(read_file(folder_ / "a.pgm"), "P5\n1 1\n255\n\xA5");
  EXPECT_EQ(folder_.names(), Names{"a.pgm"});
}

/// Lets no file of this process grow beyond `bytes`: the kernel then cuts writes short and fails the next one, as a
/// full disk does.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : previous_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &previous_);
    const struct rlimit limit = {bytes, previous_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &previous_);
    std::signal(SIGXFSZ, previous_handler_);
  }

 private:
  void (*previous_handler_)(int);
  struct rlimit previous_ = {};
};

TEST_F(NetpbmSink, FullDiskIsAnErrorAndLeavesNothing) {
  for (const auto& [name, type] :
       {std::pair("a.pgm", PixelType::u8), {"a.pgm", PixelType::u16}, {"a.pfm", PixelType::f32}}) {
    for (const rlim_t limit : {rlim_t{0}, rlim_t{5}, rlim_t{5000}, rlim_t{1500000}}) {
      std::string message;
      {
        const FileSizeLimit full_disk(limit);
        message = message_of<FileError>([&, file = name, pixels = type] {
          const auto sink = create_netpbm(folder_ / file, options(pixels, 2000, 1000));
          StridedImage image(pixels, 100, 1000, {});
          for (std::int64_t row = 0; row < 2000; row += 100) sink->write(row, image.view());
          sink->finish({});
        });
      }
      expect_contains(message, "File too large, nothing was written under that name, free some space");
      EXPECT_EQ(folder_.names(), Names{});
    }
  }
}

TEST_F(NetpbmSink, WritesCutShortAreContinued) {
  const auto sink = create_netpbm(folder_ / "a.pgm", options(PixelType::u8, 2000, 1000));
  const Picture picture = gray_picture(2000, 1000, 255);
  StridedImage image(PixelType::u8, 1050, 1000, {});
  picture.fill(image, 0, 1050);
  {
    const FileSizeLimit full_disk(500000);
    message_of<FileError>([&] { sink->write(0, image.view()); });
  }
  // What was cut short is written again from the buffer once there is room, and rows go on where they stopped.
  StridedImage rest(PixelType::u8, 952, 1000, {});
  picture.fill(rest, 1048, 952);
  sink->write(1048, rest.view());
  sink->finish({});
  EXPECT_TRUE(read_file(folder_ / "a.pgm") == canonical(picture, "255"));
}

}  // namespace
}  // namespace strandline::raster
