// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the program has told the libraries behind GDAL is left as it was.
#include <cstdint>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <strandline/error.hpp>
#include <strandline/raster.hpp>

#include "raster/temporary_folder.hpp"

extern "C" {
__attribute__((weak)) int H5Eget_auto2(std::int64_t stack, void** function, void** data);
__attribute__((weak)) int H5Eset_auto2(std::int64_t stack, void* function, void* data);
}

namespace strandline::test {
namespace {

int complaints = 0;

int count_complaint(std::int64_t, void*) {
  ++complaints;
  return 0;
}

void expect_printer_stays(const std::filesystem::path& damaged) {
  void* const counter = reinterpret_cast<void*>(&count_complaint);
  void* previous = nullptr;
  void* previous_data = nullptr;
  ASSERT_GE(H5Eget_auto2(0, &previous, &previous_data), 0);
  ASSERT_NE(previous, nullptr) << "another call has left HDF5 silent on this thread";
  ASSERT_GE(H5Eset_auto2(0, counter, &complaints), 0);
  complaints = 0;
  EXPECT_THROW(open_raster(damaged), FileError);
  void* printer = nullptr;
  void* data = nullptr;
  EXPECT_GE(H5Eget_auto2(0, &printer, &data), 0);
  EXPECT_EQ(counter, printer);
  EXPECT_EQ(&complaints, data);
  EXPECT_EQ(0, complaints);
  H5Eset_auto2(0, previous, previous_data);
}

// The printer is each thread's own.
TEST(GdalScope, PutsThePrinterOfHdf5Back) {
  if (!H5Eget_auto2) GTEST_SKIP() << "NOT TESTED, this GDAL has no HDF5";
  const TemporaryFolder folder;
  std::string bytes("\x89HDF\r\n\x1a\n", 8);
  bytes.resize(512, '\0');
  const auto damaged = write_file(folder / "damaged.h5", bytes);
  expect_printer_stays(damaged);
  std::thread(expect_printer_stays, damaged).join();
}

}  // namespace
}  // namespace strandline::test
