// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which blocks GDAL decodes for a row of pixels, those of the pictures that a mosaic is made of among them.
#include "raster/gdal_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <cpl_conv.h>
#include <cpl_minixml.h>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "raster/gdal_scope.hpp"
#include "raster/saturating.hpp"

namespace strandline::raster {
namespace {

constexpr int kDeepestMosaic = 8;
constexpr int kMask = 0;  // where the numbers of bands are told

std::set<int> all_bands(GDALDataset& dataset) {
  std::set<int> bands;
  for (int i = 1; i <= dataset.GetRasterCount(); ++i) bands.insert(i);
  return bands;
}

using Masks = std::vector<GDALRasterBand*>;

/// What GDAL counts a block in its cache as (GetEffectiveBlockSize() in gdalrasterblock.cpp). A cache that is smaller
/// than a row of blocks by one byte decodes all of them again for each row of pixels.
std::int64_t cached_bytes(std::int64_t block_bytes) {
  constexpr std::int64_t kAlignment = 64;
  constexpr auto kOverhead = static_cast<std::int64_t>(2 * sizeof(GDALRasterBlock));
  return saturating_sum(saturating_product(divide_up(block_bytes, kAlignment), kAlignment), kOverhead);
}

// All bands when pixels are interleaved, else those that are read.
BlockRow own_block_row(GDALDataset& dataset, const std::set<int>& bands, const Masks& masks) {
  const char* interleave = dataset.GetMetadataItem("INTERLEAVE", "IMAGE_STRUCTURE");
  const bool all = interleave && EQUAL(interleave, "PIXEL");
  Masks decoded = masks;
  for (int i = 1; i <= dataset.GetRasterCount(); ++i) {
    if (all || bands.contains(i)) decoded.push_back(dataset.GetRasterBand(i));
  }
  BlockRow result;
  for (GDALRasterBand* band : decoded) {
    int block_cols = 0;
    int block_rows = 0;
    band->GetBlockSize(&block_cols, &block_rows);
    const std::int64_t pixel_bytes = GDALGetDataTypeSizeBytes(band->GetRasterDataType());
    const std::int64_t block_bytes = cached_bytes(saturating_product(block_cols, block_rows, pixel_bytes));
    result.bytes =
        saturating_sum(result.bytes, saturating_product(divide_up(band->GetXSize(), block_cols), block_bytes));
    result.rows = std::max<std::int64_t>(result.rows, block_rows);
  }
  result.rows = std::min<std::int64_t>(result.rows, dataset.GetRasterYSize());
  return result;
}

/// Where a picture of a mosaic appears in it.
struct Part {
  std::string file;
  double first_row;
  double end_row;
  double source_cols;   // of the picture, that are read for one row; 0: all
  std::set<int> bands;  // empty: all
};

/// The parts of a mosaic, each with all its bands, from the text that GDAL writes of it.
class PartList {
 public:
  PartList(GDALDataset& mosaic, const std::set<int>& bands) : mosaic_(mosaic), bands_(bands) {}

  void collect(const CPLXMLNode* node) {
    for (; node; node = node->psNext) {
      if (node->eType != CXT_Element) continue;
      const char* band = CPLGetXMLValue(node, "band", nullptr);
      if (EQUAL(node->pszValue, "VRTRasterBand") && band && !bands_.contains(std::atoi(band))) continue;
      for (const char* name : {"SourceFilename", "SourceDataset"}) {
        if (const CPLXMLNode* source = CPLGetXMLNode(node, name)) add(*node, *source);
      }
      collect(node->psChild);
    }
  }

  std::vector<Part> parts() const {
    std::vector<Part> result;
    for (const auto& [place, part] : parts_) result.push_back(part);
    return result;
  }

 private:
  void add(const CPLXMLNode& node, const CPLXMLNode& source) {
    std::string file = CPLGetXMLValue(&source, "", "");
    if (std::atoi(CPLGetXMLValue(&source, "relativeToVRT", "0")) != 0) {
      file = CPLProjectRelativeFilename(std::string(CPLGetPath(mosaic_.GetDescription())).c_str(), file.c_str());
    }
    const auto number = [&](const char* name, double otherwise) {
      const char* text = CPLGetXMLValue(&node, name, nullptr);
      return text ? CPLAtof(text) : otherwise;
    };
    const double first_row = number("DstRect.yOff", 0);
    Part& part = parts_[{file, first_row, number("DstRect.xOff", 0)}];
    part.file = file;
    part.first_row = first_row;
    part.end_row = first_row + number("DstRect.ySize", mosaic_.GetRasterYSize());
    part.source_cols = std::max(part.source_cols, number("SrcRect.xSize", 0));
    const char* band = CPLGetXMLValue(&node, "SourceBand", nullptr);
    if (band) part.bands.insert(std::atoi(band));  // "mask,1" is kMask
  }

  GDALDataset& mosaic_;
  const std::set<int>& bands_;
  std::map<std::tuple<std::string, double, double>, Part> parts_;
};

std::vector<Part> parts_of(GDALDataset& dataset, const std::set<int>& bands, bool& has_blocks_of_its_own) {
  char** text = dataset.GetMetadata("xml:VRT");
  if (!text || !text[0]) return {};
  const std::unique_ptr<CPLXMLNode, decltype(&CPLDestroyXMLNode)> root(CPLParseXMLString(text[0]), &CPLDestroyXMLNode);
  const CPLXMLNode* mosaic = root ? CPLGetXMLNode(root.get(), "=VRTDataset") : nullptr;
  if (!mosaic) return {};
  // GDAL warps and sharpens into blocks that it caches; from a plain mosaic it reads past them.
  has_blocks_of_its_own = CPLGetXMLValue(mosaic, "subClass", nullptr) != nullptr;
  PartList list(dataset, bands);
  list.collect(mosaic->psChild);
  return list.parts();
}

/// What decoding a row of blocks costs for each of its columns.
struct Cost {
  std::int64_t rows = 1;
  double bytes_per_col = 0;
  double cols = 0;
  double block_cols = 0;
};

BlockRow find_block_row(GDALDataset& dataset, const std::set<int>& bands, const Masks& masks, int depth);

// Pictures of one mosaic are alike, and opening ten thousand of them would take minutes.
std::map<std::string, Cost> costs_of_some(const std::vector<Part>& parts, int depth) {
  constexpr std::size_t kSample = 8;
  std::map<std::string, std::set<int>> bands_of;
  for (const Part& part : parts) bands_of[part.file].insert(part.bands.begin(), part.bands.end());
  std::map<std::string, Cost> costs;
  std::size_t i = 0;
  for (const auto& [file, bands] : bands_of) {
    const bool in_sample = bands_of.size() <= kSample || i % (bands_of.size() / kSample) == 0;
    ++i;
    const DatasetHandle picture = in_sample && costs.size() < kSample ? open_dataset(file) : nullptr;
    if (!picture || picture->GetRasterCount() == 0) continue;
    Masks masks;
    if (bands.contains(kMask)) masks.push_back(picture->GetRasterBand(1)->GetMaskBand());
    const BlockRow blocks = find_block_row(*picture, bands.empty() ? all_bands(*picture) : bands, masks, depth + 1);
    int block_cols = 0;
    int block_rows = 0;
    picture->GetRasterBand(1)->GetBlockSize(&block_cols, &block_rows);
    const double cols = picture->GetRasterXSize();
    costs[file] = {blocks.rows, static_cast<double>(blocks.bytes) / cols, cols, static_cast<double>(block_cols)};
  }
  return costs;
}

// The most that lies in any row of the mosaic.
double most_in_a_row(const std::vector<Part>& parts, const std::map<std::string, Cost>& costs, const Cost& worst) {
  std::vector<std::pair<double, double>> changes;  // row, bytes
  for (const Part& part : parts) {
    const auto known = costs.find(part.file);
    const Cost& cost = known == costs.end() ? worst : known->second;
    // A part may begin and end within blocks.
    const double cols = part.source_cols > 0 ? part.source_cols + cost.block_cols : cost.cols;
    const double bytes = std::min(cols, cost.cols) * cost.bytes_per_col;
    changes.emplace_back(std::floor(part.first_row), bytes);
    changes.emplace_back(std::ceil(part.end_row), -bytes);
  }
  std::ranges::sort(changes);
  double bytes = 0;
  double most = 0;
  for (const auto& [row, change] : changes) most = std::max(most, bytes += change);
  return most;
}

BlockRow find_block_row(GDALDataset& dataset, const std::set<int>& bands, const Masks& masks, int depth) {
  const BlockRow own = own_block_row(dataset, bands, masks);
  bool has_blocks_of_its_own = false;
  const std::vector<Part> parts =
      depth < kDeepestMosaic ? parts_of(dataset, bands, has_blocks_of_its_own) : std::vector<Part>();
  const std::map<std::string, Cost> costs = costs_of_some(parts, depth);
  if (costs.empty()) return own;
  Cost worst;
  for (const auto& [file, cost] : costs) {
    worst.rows = std::max(worst.rows, cost.rows);
    worst.bytes_per_col = std::max(worst.bytes_per_col, cost.bytes_per_col);
    worst.cols = std::max(worst.cols, cost.cols);
    worst.block_cols = std::max(worst.block_cols, cost.block_cols);
  }
  BlockRow result = has_blocks_of_its_own ? own_block_row(dataset, all_bands(dataset), masks) : own;
  const auto sources = static_cast<std::int64_t>(std::min(most_in_a_row(parts, costs, worst), 1e18));
  const std::int64_t needed = result.bytes;
  result.bytes = has_blocks_of_its_own ? needed + sources : std::max(needed, sources);
  if (!has_blocks_of_its_own) result.rows = std::min<std::int64_t>(worst.rows, dataset.GetRasterYSize());
  result.spare_bytes = result.bytes - needed;
  return result;
}

}  // namespace

BlockRow find_block_row(GDALDataset& dataset, const std::set<int>& bands, const Masks& masks) {
  const GdalScope quiet;  // a picture that is missing is told of when it is read
  return find_block_row(dataset, bands, masks, 0);
}

}  // namespace strandline::raster
