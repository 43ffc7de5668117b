// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of the Netpbm reader on pipes.
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <pthread.h>
#include <stdexcept>
#include <thread>
#include <unistd.h>

#include <sys/stat.h>

#include <strandline/error.hpp>

#include "netpbm_picture.hpp"
#include "raster/file_descriptor.hpp"
#include "raster/netpbm.hpp"
#include "temporary_folder.hpp"

namespace strandline::raster {
namespace {

using test::expect_contains;
using test::expect_rows;
using test::float_picture;
using test::gray_picture;
using test::message_of;
using test::Picture;
using test::StridedImage;
using test::TemporaryFolder;

class NetpbmPipe : public testing::Test {
 protected:
  TemporaryFolder folder_;
};

/// A named pipe into which a thread writes, `step` bytes at a time. It calls `before_each` before it opens the pipe and
/// before each write.
class PipeWriter {
 public:
  PipeWriter(
      const std::filesystem::path& path, std::string bytes, std::size_t step,
      std::function<void()> before_each = [] {}) {
    if (::mkfifo(path.c_str(), 0600) != 0) throw std::runtime_error("no pipe for a test");
    thread_ = std::thread([path, bytes = std::move(bytes), step, before_each = std::move(before_each)] {
      sigset_t blocked;
      ::sigemptyset(&blocked);
      ::sigaddset(&blocked, SIGPIPE);
      ::sigaddset(&blocked, SIGUSR1);
      ::pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
      before_each();
      const FileDescriptor pipe = open_file(path, O_WRONLY);
      for (std::size_t at = 0; at < bytes.size(); at += step) {
        before_each();
        if (::write(pipe.number(), bytes.data() + at, std::min(step, bytes.size() - at)) < 0) return;
      }
    });
  }
  ~PipeWriter() { thread_.join(); }

 private:
  std::thread thread_;
};

TEST_F(NetpbmPipe, PipesAreReadInOrder) {
  int number = 0;
  for (const std::size_t step : {1U, 3U, 100U, 1000000U}) {
    for (const std::int64_t band : {1, 4, 30}) {
      for (const Picture& picture : {gray_picture(30, 17, 255), gray_picture(30, 311, 999)}) {
        const auto path = folder_ / fmt::format("pipe{}", number++);
        const PipeWriter writer(path, picture.file + "more", step);
        EXPECT_TRUE(looks_like_netpbm(path));
        const auto source = open_netpbm(path, {});
        for (std::int64_t row = 0; row < 30; row += band) expect_rows(*source, picture, row, std::min(band, 30 - row));
      }
    }
  }
}

TEST_F(NetpbmPipe, PipesSkipForwardButNeverBack) {
  const Picture picture = gray_picture(1000, 300, 255);
  const PipeWriter writer(folder_ / "pipe", picture.file, 7777);
  const auto source = open_netpbm(folder_ / "pipe", {});
  expect_rows(*source, picture, 3, 2);
  expect_rows(*source, picture, 900, 50);
  StridedImage image(PixelType::u8, 1, 300, {});
  for (const std::int64_t row : {0, 4, 949}) {
    const std::string message = message_of<FileError>([&] { source->read(row, image.view(), {}); });
    expect_contains(message, fmt::format("row {} has passed", row));
    expect_contains(message, "needs a regular file, copy the pipe to a file first");
  }
  expect_rows(*source, picture, 950, 50);
}

TEST_F(NetpbmPipe, TruncatedPipesAreFoundWhenRead) {
  const Picture picture = gray_picture(10, 10, 255);
  int number = 0;
  for (const std::int64_t first : {4, 9}) {
    const auto path = folder_ / fmt::format("pipe{}", number++);
    const PipeWriter writer(path, picture.file.substr(0, 13 + 55), 10);
    const auto source = open_netpbm(path, {});
    StridedImage image(PixelType::u8, 1, 10, {});
    if (first == 4) expect_rows(*source, picture, 0, 5);
    const std::int64_t row = first == 4 ? 5 : first;
    const std::string message = message_of<FileError>([&] { source->read(row, image.view(), {}); });
    expect_contains(message, "take 113 bytes and 68 are present");
  }
}

TEST_F(NetpbmPipe, PipesRefusePfmOtherFormatsAndShortHeaders) {
  const auto message = [&](const std::string& name, const std::string& bytes) {
    const PipeWriter writer(folder_ / name, bytes, 1000);
    return message_of<FileError>([&] { open_netpbm(folder_ / name, {}); });
  };
  expect_contains(message("pfm", float_picture(2, 2, std::endian::big).file), "copy the pipe to a file first");
  expect_contains(message("png", "\x89PNG\r\n"), "no PGM, PPM or PFM");
  expect_contains(message("short", "P5 3"), "within its header after 4 bytes");
  expect_contains(message("empty", ""), "within its header after 0 bytes");
}

TEST_F(NetpbmPipe, EnormousClaimOnAPipeAllocatesNothing) {
  const PipeWriter writer(folder_ / "pipe", "P5 1000000000 1000000000 255\nabc", 1000);
  EXPECT_EQ(open_netpbm(folder_ / "pipe", {})->info().cols, 1000000000);
}

std::atomic<int> signals_taken = 0;

TEST_F(NetpbmPipe, SignalsDoNotDisturb) {
  struct sigaction action = {};
  struct sigaction previous = {};
  action.sa_handler = [](int) { ++signals_taken; };  // without SA_RESTART, so that open and read end with EINTR
  ::sigaction(SIGUSR1, &action, &previous);
  const ::pthread_t reader = ::pthread_self();
  // The reader has nothing else to do than to wait for the writer, so most of these find it within open or read.
  const auto interrupt_reader = [reader] {
    const int enough = signals_taken + 5;
    while (signals_taken < enough) {
      ::pthread_kill(reader, SIGUSR1);
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  };
  const Picture picture = gray_picture(30, 30, 255);
  {
    const PipeWriter writer(folder_ / "pipe", picture.file, 50, interrupt_reader);
    const auto source = open_netpbm(folder_ / "pipe", {});
    for (std::int64_t row = 0; row < 30; row += 10) expect_rows(*source, picture, row, 10);
  }
  ::sigaction(SIGUSR1, &previous, nullptr);
}

}  // namespace
}  // namespace strandline::raster
