// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which GDAL driver writes a file, and what its format can and can't hold.
#include "raster/gdal_format.hpp"

#include <algorithm>
#include <array>
#include <cpl_string.h>
#include <cstring>
#include <exception>
#include <optional>
#include <stdlib.h>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <strandline/error.hpp>

#include "raster/gdal_georeference.hpp"
#include "raster/gdal_scope.hpp"
#include "raster/gdal_sidecar.hpp"

namespace strandline::raster {
namespace {

namespace fs = std::filesystem;

constexpr int kTrialSize = 64;
constexpr double kTrialNodata = 127;

bool has_capability(GDALDriver& driver, const char* name) {
  const char* value = driver.GetMetadataItem(name);
  return value && CPLTestBool(value);
}

// A VRT holds no pixels: it would point at the temporary file. COG is written as a copy, GTiff row by row.
bool can_write(GDALDriver& driver) {
  const std::string_view name = driver.GetDescription();
  return name != "VRT" && name != "COG" && has_capability(driver, GDAL_DCAP_RASTER) &&
         (has_capability(driver, GDAL_DCAP_CREATE) || has_capability(driver, GDAL_DCAP_CREATECOPY));
}

bool claims(GDALDriver& driver, std::string_view extension) {
  const CPLStringList extensions(CSLTokenizeString(driver.GetMetadataItem(GDAL_DMD_EXTENSIONS)));
  for (int i = 0; i < extensions.size(); ++i) {
    if (EQUAL(extensions[i], std::string(extension).c_str())) return true;
  }
  return false;
}

CPLStringList options_that_lose_least(GDALDriver& driver) {
  const std::string_view name = driver.GetDescription();
  CPLStringList options;
  if (name == "JPEG") options.SetNameValue("QUALITY", "100");
  if (name == "WEBP") options.SetNameValue("LOSSLESS", "YES");
  if (name == "JP2OpenJPEG") {
    options.SetNameValue("QUALITY", "100");
    options.SetNameValue("REVERSIBLE", "YES");
  }
  return options;
}

int CPL_STDCALL go_on_unless_stopped(double, const char*, void* stop) {
  return static_cast<const std::stop_token*>(stop)->stop_requested() ? FALSE : TRUE;
}

class TrialFolder {
 public:
  TrialFolder() {
    const char* wanted = std::getenv("TMPDIR");
    const std::string parent = wanted && *wanted ? wanted : "/tmp";
    path_ = parent + "/strandline-XXXXXX";
    if (!mkdtemp(path_.data())) {
      throw FileError(
          fmt::format("can't make a folder for temporary files in '{}': {}; set TMPDIR to one that can be written",
                      parent, std::strerror(errno)));
    }
  }
  ~TrialFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TrialFolder(const TrialFolder&) = delete;
  TrialFolder& operator=(const TrialFolder&) = delete;

  fs::path file(const std::string& extension) const { return fs::path(path_) / ("trial" + extension); }

  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& entry : fs::directory_iterator(path_)) result.push_back(entry.path().filename().string());
    std::ranges::sort(result);
    return result;
  }

 private:
  std::string path_;
};

GDALDataType gdal_type_of(PixelType type) {
  return type == PixelType::u8 ? GDT_Byte : type == PixelType::u16 ? GDT_UInt16 : GDT_Float32;
}

// Lone pixels of white, black and the value for unknown, as an edge map has them: a lossy codec can't keep all of it.
std::vector<double> trial_pixels(const CreateOptions& options) {
  const double white = options.pixel_type == PixelType::u16 ? 65535 : 255;
  const std::array values = {0.0, white, kTrialNodata};
  std::vector<double> pixels(kTrialSize * kTrialSize);
  std::uint32_t state = 1;
  for (double& pixel : pixels) {
    state = state * 1664525 + 1013904223;  // Numerical Recipes' generator
    pixel = values[(state >> 16) % values.size()];
  }
  return pixels;
}

CPLErr transfer(GDALDataset& dataset, GDALRWFlag direction, std::vector<double>& pixels) {
  return dataset.GetRasterBand(1)->RasterIO(direction, 0, 0, kTrialSize, kTrialSize, pixels.data(), kTrialSize,
                                            kTrialSize, GDT_Float64, 0, 0, nullptr);
}

DatasetHandle make_trial_picture(const CreateOptions& options) {
  GDALDriver* memory = GetGDALDriverManager()->GetDriverByName("MEM");
  DatasetHandle picture(
      memory ? memory->Create("", kTrialSize, kTrialSize, 1, gdal_type_of(options.pixel_type), nullptr) : nullptr);
  if (!picture) throw Unsupported("this GDAL has no driver for rasters in memory; install a complete one");
  write_georeference(*picture, options.georeference);
  if (options.orientation != 1) {
    picture->SetMetadataItem("EXIF_Orientation", std::to_string(options.orientation).c_str());
  }
  picture->GetRasterBand(1)->SetNoDataValue(kTrialNodata);
  std::vector<double> pixels = trial_pixels(options);
  if (transfer(*picture, GF_Write, pixels) != CE_None) throw OutOfMemory("no memory for a picture of 64 x 64 pixels");
  return picture;
}

[[noreturn]] void throw_cannot_hold(GDALDriver& driver, const fs::path& path, const CreateOptions& options,
                                    const std::string& reason) {
  throw Unsupported(fmt::format("can't write '{}': {} can't hold one band of {} pixels ({}); write .tif instead",
                                path.string(), driver.GetDescription(), to_string(options.pixel_type), reason));
}

void check_is_one_file(GDALDriver& driver, const fs::path& path, const TrialFolder& folder) {
  const std::vector<std::string> names = folder.names();
  if (names.size() == 1) return;
  throw Unsupported(
      fmt::format("can't write '{}': {} spreads a picture over several files (such as {}), which can't appear all at "
                  "once; write .tif and convert it",
                  path.string(), driver.GetDescription(), fmt::join(names, ", ")));
}

FormatTrial write_trial(GDALDriver& driver, const fs::path& path, const fs::path& file, const CreateOptions& options,
                        const TrialFolder& folder) {
  GdalScope scope(GdalScope::Sidecars::ignored);
  const DatasetHandle picture = make_trial_picture(options);
  DatasetHandle copy(copy_into(driver, file, *picture, {}));
  if (!copy) throw_cannot_hold(driver, path, options, scope.reason());
  copy.reset();
  check_is_one_file(driver, path, folder);
  copy = open_dataset(file.string());
  if (!copy || copy->GetRasterCount() == 0) throw_cannot_hold(driver, path, options, scope.reason());
  GDALRasterBand& band = *copy->GetRasterBand(1);
  const bool same_size = copy->GetRasterXSize() == kTrialSize && copy->GetRasterYSize() == kTrialSize;
  if (!same_size || band.GetRasterDataType() != gdal_type_of(options.pixel_type)) {
    throw_cannot_hold(driver, path, options,
                      fmt::format("it makes {} of them", GDALGetDataTypeName(band.GetRasterDataType())));
  }
  if (scope.failed()) throw_cannot_hold(driver, path, options, scope.reason());
  FormatTrial trial;
  trial.keeps_nodata = (band.GetMaskFlags() & GMF_ALL_VALID) == 0;
  std::vector<double> pixels(kTrialSize * kTrialSize);
  trial.exact = transfer(*copy, GF_Read, pixels) == CE_None && pixels == trial_pixels(options);
  return trial;
}

bool is_elsewhere(const Georeference& wanted, const Georeference& found) {
  Georeference declared = wanted;
  return drop_false_parts(declared, wanted, found);
}

/// Declares as much as the driver doesn't turn into something else, and has the rest kept beside the file.
FormatTrial try_declaring(GDALDriver& driver, const fs::path& path, CreateOptions declared,
                          const Georeference& wanted) {
  for (;;) {
    const TrialFolder folder;
    const fs::path file = folder.file(path.extension().string());
    FormatTrial trial = write_trial(driver, path, file, declared, folder);
    if (drop_false_parts(declared.georeference, wanted, read_back_georeference(file))) continue;
    trial.georeference = declared.georeference;
    declared.georeference = wanted;
    trial.lost = keep_missing_parts_beside(file, declared);
    trial.is_elsewhere = is_elsewhere(wanted, read_back_georeference(file));
    const bool keeps_orientation = std::ranges::find(trial.lost, GeoreferencePart::orientation) == trial.lost.end();
    trial.orientation = keeps_orientation ? declared.orientation : 1;
    return trial;
  }
}

bool is_worse(const FormatTrial& a, const FormatTrial& b) {
  return std::pair(a.is_elsewhere, a.lost.size()) > std::pair(b.is_elsewhere, b.lost.size());
}

}  // namespace

GDALDriver* find_writer(std::string_view extension) {
  // Those that others claim the extension of, too.
  constexpr std::array kPreferred = {"GTiff", "PNG", "JPEG", "JP2OpenJPEG", "BMP", "GIF", "HFA", "netCDF"};
  register_gdal_drivers();
  GDALDriverManager& manager = *GetGDALDriverManager();
  const auto fits = [&](GDALDriver* driver) { return driver && can_write(*driver) && claims(*driver, extension); };
  for (const char* name : kPreferred) {
    GDALDriver* driver = manager.GetDriverByName(name);
    if (fits(driver)) return driver;
  }
  for (int i = 0; i < manager.GetDriverCount(); ++i) {
    if (fits(manager.GetDriver(i))) return manager.GetDriver(i);
  }
  return nullptr;
}

bool is_geotiff(GDALDriver& driver) { return std::string_view(driver.GetDescription()) == "GTiff"; }

FormatTrial try_format(GDALDriver& driver, const fs::path& path, const CreateOptions& options) {
  // GDAL's JPEG takes u16 but keeps 12 bits of them.
  if (std::string_view(driver.GetDescription()) == "JPEG" && options.pixel_type != PixelType::u8) {
    throw_cannot_hold(driver, path, options, "8 bits at most");
  }
  std::optional<FormatTrial> best;
  std::exception_ptr refusal;
  // What a format half holds hides what lies beside it. So where something is lost, less is declared: first all but
  // that, then nothing.
  CreateOptions declared = options;
  for (int attempt = 0; attempt < 3; ++attempt) {
    try {
      FormatTrial trial = try_declaring(driver, path, declared, options.georeference);
      if (!best || is_worse(*best, trial)) best = std::move(trial);
    } catch (const Unsupported&) {
      if (!refusal) refusal = std::current_exception();
    }
    declared.georeference = best ? best->georeference : Georeference{};
    const bool may_win = !best || drop_parts(declared.georeference, best->lost) || best->is_elsewhere;
    if (!may_win || options.georeference.empty()) break;
    if (attempt > 0) declared.georeference = {};
  }
  if (!best || (best->is_elsewhere && refusal)) std::rethrow_exception(refusal);
  if (!best->is_elsewhere) return *best;
  throw Unsupported(fmt::format("can't write '{}': {} would put the picture elsewhere on the Earth; write .tif instead",
                                path.string(), driver.GetDescription()));
}

GDALDataset* copy_into(GDALDriver& driver, const fs::path& file, GDALDataset& source, const std::stop_token& stop) {
  CPLStringList options = options_that_lose_least(driver);
  std::stop_token token = stop;
  return driver.CreateCopy(file.c_str(), &source, FALSE, options.List(), go_on_unless_stopped, &token);
}

void check_size(GDALDriver& driver, const fs::path& path, const CreateOptions& options) {
  struct Limit {
    std::string_view driver;
    std::int64_t most;
  };
  // JPEG: libjpeg's JPEG_MAX_DIMENSION. PNG: libpng's default PNG_USER_WIDTH_MAX. The others: fields of their headers.
  constexpr std::array kLimits = {Limit{"JPEG", 65500}, Limit{"WEBP", 16383}, Limit{"GIF", 65535},
                                  Limit{"PNG", 1'000'000}};
  std::int64_t most = INT32_MAX;  // GDAL's own
  for (const Limit& limit : kLimits) {
    if (limit.driver == driver.GetDescription()) most = limit.most;
  }
  if (options.rows <= most && options.cols <= most) return;
  throw Unsupported(
      fmt::format("can't write '{}': {} holds at most {} rows and columns, the picture has {} x {}; "
                  "write .tif instead",
                  path.string(), driver.GetDescription(), most, options.rows, options.cols));
}

}  // namespace strandline::raster
