// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A GeoTIFF holds every block that was written, or it is an error: also where a thread of GDAL's own lost it.
#include <atomic>
#include <cstdint>
#include <dlfcn.h>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "gdal_picture.hpp"
#include "temporary_folder.hpp"

namespace {

// How many calls from other threads than `writing_thread` are made before one fails; negative: none fails.
std::atomic<int> calls_before_failure = -1;
std::thread::id writing_thread;

using WriteStrip = std::int64_t (*)(void*, std::uint32_t, void*, std::int64_t);

}  // namespace

// It stands before libtiff's own, so that one of GDAL's threads can fail to compress its block.
extern "C" __attribute__((visibility("default"))) std::int64_t TIFFWriteEncodedStrip(void* tiff, std::uint32_t strip,
                                                                                     void* data, std::int64_t bytes) {
  static const auto real = reinterpret_cast<WriteStrip>(::dlsym(RTLD_NEXT, "TIFFWriteEncodedStrip"));
  const bool on_another_thread = std::this_thread::get_id() != writing_thread;
  if (on_another_thread && calls_before_failure >= 0 && calls_before_failure-- == 0) return -1;
  return real(tiff, strip, data, bytes);
}

namespace strandline::raster {
namespace {

using test::expect_contains;
using test::message_of;
using test::TemporaryFolder;

void write_white(const std::filesystem::path& path) {
  CreateOptions options;
  options.rows = options.cols = 1000;
  options.threads = 2;
  options.block_rows = 64;
  const std::vector<std::uint8_t> row(1000, 255);
  const auto sink = create_gdal(path, options);
  for (std::int64_t y = 0; y < 1000; ++y) sink->write(y, ImageView<const std::uint8_t>(row.data(), 1, 1000));
  sink->finish({});
}

// A GeoTIFF of its own, and the one in which the rows of a PNG gather.
TEST(GdalTiffWriter, ABlockThatACompressingThreadLostIsAnError) {
  writing_thread = std::this_thread::get_id();
  for (const std::string name : {"a.tif", "a.png"}) {
    const TemporaryFolder folder;
    calls_before_failure = 2;
    const std::string message = message_of<FileError>([&] { write_white(folder / name); });
    EXPECT_EQ(calls_before_failure, -1) << "no thread of GDAL's compresses, so nothing was tested";
    calls_before_failure = -1;
    expect_contains(message, name);
    expect_contains(message, "block");
    EXPECT_TRUE(folder.names().empty());
    write_white(folder / name);
    EXPECT_EQ(folder.names(), std::vector<std::string>{name});
  }
}

}  // namespace
}  // namespace strandline::raster
