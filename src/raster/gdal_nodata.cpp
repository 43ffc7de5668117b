// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Decides what tells which pixels of a GDAL dataset are nodata.
#include "raster/gdal_nodata.hpp"

#include <algorithm>
#include <cpl_string.h>
#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <strandline/raster.hpp>

#include "raster/gdal_bands.hpp"

namespace strandline::raster {
namespace {

bool all_bands_are_of_one_type(GDALDataset& dataset) {
  const GDALDataType type = dataset.GetRasterBand(1)->GetRasterDataType();
  for (int i = 2; i <= dataset.GetRasterCount(); ++i) {
    if (dataset.GetRasterBand(i)->GetRasterDataType() != type) return false;
  }
  return true;
}

// The dataset's own NODATA_VALUES, one a band: a pixel is nodata where every band holds its own.
std::vector<double> joint_values(GDALDataset& dataset) {
  const CPLStringList words(CSLTokenizeString(dataset.GetMetadataItem("NODATA_VALUES")));
  if (words.size() != dataset.GetRasterCount() || !all_bands_are_of_one_type(dataset)) return {};
  std::vector<double> values;
  for (int i = 0; i < words.size(); ++i) values.push_back(CPLAtof(words[i]));
  return values;
}

// A red pixel must not vanish because its green and blue equal their nodata, so each band must declare one.
std::vector<double> separate_values(GDALDataset& dataset, const std::vector<int>& bands) {
  std::vector<double> values;
  for (const int number : bands) {
    const std::optional<double> value = nodata_of(*dataset.GetRasterBand(number));
    if (!value) return {};
    values.push_back(*value);
  }
  return values;
}

// The words for a list of values that are one, or one a band.
std::string describe_values(std::vector<double> values) {
  if (std::ranges::adjacent_find(values, std::ranges::not_equal_to()) == values.end()) values.resize(1);
  return fmt::format("nodata value{} {}", values.size() == 1 ? "" : "s", fmt::join(values, ", "));
}

class Chooser {
 public:
  Chooser(GDALDataset& dataset, const std::string& path, const std::vector<int>& bands, PixelRules& rules)
      : dataset_(dataset), path_(path), bands_(bands), rules_(rules) {}

  NodataChoice choose(std::optional<int> mask) {
    if (mask) make_palette_opaque();
    if (mask != kNoMask) {
      choose_values();
      mask ? choose_band(*mask) : choose_what_is_declared();
    }
    choice_.needs_validity = choice_.alpha || !choice_.masks.empty() || !choice_.colour_masks.empty() ||
                             !rules_.nodata.empty() || has_transparent_colours();
    choice_.declared = choice_.needs_validity || !told_.empty();
    choice_.description = told_.empty() ? "none" : fmt::format("{}", fmt::join(told_, " and "));
    return std::move(choice_);
  }

 private:
  // Compared here and not by GDAL's mask of them: that would read, and maybe decode, all pixels twice.
  void choose_values() {
    const std::vector<double> joint = joint_values(dataset_);
    if (!joint.empty() && bands_.size() != joint.size()) {
      choice_.mask_of_joint_values = std::make_unique<GDALNoDataValuesMaskBand>(&dataset_);
      choice_.masks.push_back(choice_.mask_of_joint_values.get());
      told_.push_back(describe_values(joint) + " of all bands together");
      return;
    }
    for (const int band : bands_) {
      if (!joint.empty()) rules_.nodata.push_back(joint[static_cast<std::size_t>(band) - 1]);
    }
    if (joint.empty()) rules_.nodata = separate_values(dataset_, bands_);
    if (rules_.nodata.empty()) return tell_of_values_of_some_bands();
    const auto possible = [&](double value) { return can_hold(rules_.buffer_type, value); };
    const bool all_possible = std::ranges::all_of(rules_.nodata, possible);
    told_.push_back(describe_values(rules_.nodata) + (all_possible ? "" : ", which no pixel can have"));
    if (!all_possible) rules_.nodata.clear();
  }

  void tell_of_values_of_some_bands() {
    const auto declares = [&](int band) { return nodata_of(*dataset_.GetRasterBand(band)).has_value(); };
    if (std::ranges::any_of(bands_, declares)) told_.emplace_back("nodata values of some colours, which hide no pixel");
  }

  void choose_band(int band) {
    use_as_alpha(band);
    told_.push_back(fmt::format("band {}", band));
  }

  void choose_what_is_declared() {
    choose_masks();
    choose_mask_beside();
    // GDAL turns CMYK into RGB with an alpha of its own, which hides nothing.
    const char* source = dataset_.GetMetadataItem("SOURCE_COLOR_SPACE", "IMAGE_STRUCTURE");
    const std::optional<int> alpha = find_band(dataset_, GCI_AlphaBand);
    if (alpha && *alpha != bands_[0] && !(source && EQUAL(source, "CMYK"))) {
      use_as_alpha(*alpha);
      told_.push_back(fmt::format("alpha in band {}", *alpha));
    }
    if (has_transparent_colours()) told_.emplace_back("transparent colours of the palette");
  }

  void use_as_alpha(int band) {
    choice_.alpha = band;
    choice_.alpha_has_same_type =
        stored_type(*dataset_.GetRasterBand(band)) == stored_type(*dataset_.GetRasterBand(bands_[0]));
  }

  static bool has_mask(GDALRasterBand& band) {
    return (band.GetMaskFlags() & (GMF_NODATA | GMF_ALPHA | GMF_ALL_VALID)) == 0;
  }

  void choose_masks() {
    std::vector<GDALRasterBand*> bands;
    for (const int number : bands_) bands.push_back(dataset_.GetRasterBand(number));
    const auto found = std::ranges::find_if(bands, [](GDALRasterBand* band) { return has_mask(*band); });
    if (found == bands.end()) return;
    if (((*found)->GetMaskFlags() & GMF_PER_DATASET) != 0 || bands.size() == 1) {
      choice_.masks.push_back((*found)->GetMaskBand());
    } else {
      for (GDALRasterBand* band : bands) choice_.colour_masks.push_back(band->GetMaskBand());
    }
    told_.emplace_back("the file's mask");
  }

  // Of a mask within the picture's file and one in a file beside it GDAL takes one and leaves the other.
  void choose_mask_beside() {
    const std::string name = path_ + ".msk";
    VSIStatBufL status;
    if (choice_.masks.empty() || VSIStatL(name.c_str(), &status) != 0) return;
    const GDALDataset* taken = choice_.masks.back()->GetDataset();
    if (taken && name == taken->GetDescription()) return;
    DatasetHandle file = open_dataset(name);
    const bool is_mask = file && file->GetRasterCount() >= 1 && file->GetMetadataItem("INTERNAL_MASK_FLAGS_1") &&
                         file->GetRasterXSize() == dataset_.GetRasterXSize() &&
                         file->GetRasterYSize() == dataset_.GetRasterYSize();
    if (!is_mask) return;
    choice_.masks.push_back(file->GetRasterBand(1));
    choice_.mask_file = std::move(file);
    told_.push_back(fmt::format("the mask '{}'", name));
  }

  bool has_transparent_colours() const {
    return std::ranges::any_of(rules_.palette, [](const PaletteEntry& entry) { return !entry.valid; });
  }

  void make_palette_opaque() {
    for (PaletteEntry& entry : rules_.palette) entry.valid = true;
  }

  GDALDataset& dataset_;
  const std::string& path_;
  const std::vector<int>& bands_;
  PixelRules& rules_;
  NodataChoice choice_;
  std::vector<std::string> told_;
};

}  // namespace

NodataChoice choose_nodata(GDALDataset& dataset, const std::string& path, std::optional<int> mask,
                           const std::vector<int>& bands, PixelRules& rules) {
  return Chooser(dataset, path, bands, rules).choose(mask);
}

std::optional<double> nodata_of(GDALRasterBand& band) {
  int declared = FALSE;
  double value = 0;
  if (band.GetRasterDataType() == GDT_Int64) {
    value = static_cast<double>(band.GetNoDataValueAsInt64(&declared));
  } else if (band.GetRasterDataType() == GDT_UInt64) {
    value = static_cast<double>(band.GetNoDataValueAsUInt64(&declared));
  } else {
    value = band.GetNoDataValue(&declared);
  }
  return declared ? std::optional(value) : std::nullopt;
}

}  // namespace strandline::raster
