// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A format of GDAL's for tests that counts how many of its blocks are decoded.
#pragma once

#include <algorithm>
#include <atomic>
#include <fstream>
#include <gdal_priv.h>
#include <string>
#include <vector>

namespace strandline::test {

/// Bytes in blocks of kBlock x kBlock. Written as a copy only, to names that end in ".counted".
class CountedFormat final : public GDALDataset {
 public:
  static constexpr int kBlock = 256;
  static inline std::atomic<int> blocks_decoded = 0;
  static inline std::atomic<int> opened = 0;

  static void register_driver() {
    if (GetGDALDriverManager()->GetDriverByName("COUNTED")) return;
    auto* driver = new GDALDriver();  // GDAL's from here on
    driver->SetDescription("COUNTED");
    driver->SetMetadataItem(GDAL_DCAP_RASTER, "YES");
    driver->SetMetadataItem(GDAL_DCAP_CREATECOPY, "YES");
    driver->SetMetadataItem(GDAL_DMD_EXTENSIONS, "counted");
    driver->pfnOpen = open;
    driver->pfnCreateCopy = create_copy;
    GetGDALDriverManager()->RegisterDriver(driver);
  }

  static int blocks_of(int rows, int cols) { return ((rows + kBlock - 1) / kBlock) * ((cols + kBlock - 1) / kBlock); }

 private:
  class Band final : public GDALRasterBand {
   public:
    explicit Band(CountedFormat& dataset) {
      poDS = &dataset;
      nBand = 1;
      eDataType = GDT_Byte;
      nBlockXSize = nBlockYSize = kBlock;
    }

    CPLErr IReadBlock(int block_col, int block_row, void* block) override {
      ++blocks_decoded;
      const auto& pixels = static_cast<CountedFormat*>(poDS)->pixels_;
      const int cols = std::min(kBlock, nRasterXSize - block_col * kBlock);
      for (int row = 0; row < std::min(kBlock, nRasterYSize - block_row * kBlock); ++row) {
        const auto from = static_cast<std::ptrdiff_t>(block_row * kBlock + row) * nRasterXSize + block_col * kBlock;
        std::copy_n(pixels.begin() + from, cols, static_cast<char*>(block) + row * kBlock);
      }
      return CE_None;
    }
  };

  static GDALDataset* open(GDALOpenInfo* info) {
    std::ifstream file(info->pszFilename, std::ios::binary);
    std::string magic;
    auto dataset = std::make_unique<CountedFormat>();
    if (!(file >> magic >> dataset->nRasterYSize >> dataset->nRasterXSize) || magic != "COUNTED") return nullptr;
    file.get();
    ++opened;
    dataset->pixels_.assign(std::istreambuf_iterator<char>(file), {});
    dataset->SetBand(1, new Band(*dataset));
    return dataset.release();
  }

  static GDALDataset* create_copy(const char* name, GDALDataset* source, int, char**, GDALProgressFunc, void*) {
    const int rows = source->GetRasterYSize();
    const int cols = source->GetRasterXSize();
    std::vector<char> pixels(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
    if (source->GetRasterBand(1)->RasterIO(GF_Read, 0, 0, cols, rows, pixels.data(), cols, rows, GDT_Byte, 0, 0,
                                           nullptr) != CE_None) {
      return nullptr;
    }
    std::ofstream(name, std::ios::binary) << "COUNTED " << rows << ' ' << cols << '\n'
                                          << std::string_view(pixels.data(), pixels.size()) << std::flush;
    return GDALDataset::Open(name);
  }

  std::vector<char> pixels_;  // (rows, cols)
};

}  // namespace strandline::test
