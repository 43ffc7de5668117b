// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of writing to a disk that is full, on a small file system of their own. They need root.
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <unistd.h>

#include <gtest/gtest.h>
#include <sys/mount.h>

#include "gdal_picture.hpp"
#include "temporary_folder.hpp"

namespace strandline::raster {
namespace {

using test::TemporaryFolder;

class SmallDisk {
 public:
  explicit SmallDisk(int kibibytes) {
    const std::string size = "size=" + std::to_string(kibibytes) + "k";
    mounted_ = ::mount("tmpfs", folder_.path().c_str(), "tmpfs", 0, size.c_str()) == 0;
    error_ = mounted_ ? 0 : errno;
  }
  ~SmallDisk() {
    if (mounted_) ::umount2(folder_.path().c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool is_mounted() const { return mounted_; }
  const char* reason() const { return std::strerror(error_); }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
  bool mounted_ = false;
  int error_ = 0;
};

/// Noise of 0, 127 and 255, which no codec makes small.
void write_noise(const std::filesystem::path& path, std::int64_t side) {
  CreateOptions options;
  options.rows = options.cols = side;
  const auto sink = create_gdal(path, options);
  std::vector<std::uint8_t> row(static_cast<std::size_t>(side));
  std::uint32_t state = 1;
  for (std::int64_t y = 0; y < side; ++y) {
    for (std::uint8_t& pixel : row) {
      state = state * 1664525 + 1013904223;
      pixel = (state >> 24) % 3 == 0 ? 0 : (state >> 24) % 3 == 1 ? 127 : 255;
    }
    sink->write(y, ImageView<const std::uint8_t>(row.data(), 1, side));
  }
  sink->finish(127);
}

TEST(GdalFullDisk, IsAnErrorAndLeavesNothing) {
  for (const std::string name : {"a.tif", "a.png", "a.jpg", "a.bmp"}) {
    int failures = 0;
    int successes = 0;
    // From nothing fits to all fits, so that the disk fills up in each stage, the closing of the file among them.
    for (int kibibytes = 4; kibibytes <= 256; kibibytes += 4) {
      const SmallDisk disk(kibibytes);
      if (!disk.is_mounted()) GTEST_SKIP() << "SKIPPED LOUDLY: can't mount a small disk, be root: " << disk.reason();
      testing::internal::CaptureStderr();
      try {
        write_noise(disk.folder() / name, 200);
        ++successes;
        EXPECT_EQ(disk.folder().names(), std::vector<std::string>{name});
        EXPECT_EQ(test::read_picture(disk.folder() / name).info.rows, 200);
      } catch (const FileError& error) {
        ++failures;
        EXPECT_EQ(disk.folder().names(), std::vector<std::string>{}) << error.what();
        EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      }
      EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << name << " on " << kibibytes;
    }
    EXPECT_GT(failures, 0) << name;
    EXPECT_GT(successes, 0) << name;
  }
}

}  // namespace
}  // namespace strandline::raster
