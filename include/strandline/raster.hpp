// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Raster files: where bands of rows come from and where they go.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <strandline/export.hpp>
#include <strandline/image_view.hpp>

class OGRSpatialReference;  // GDAL's

namespace strandline {

/// A coordinate reference system, or none. A file's own comes as GDAL's object beside its text: no text holds the codes
/// of a compound system's parts and the coordinate epoch.
class CoordinateSystem {
 public:
  CoordinateSystem() = default;
  explicit CoordinateSystem(std::string wkt) : wkt_(std::move(wkt)) {}
  CoordinateSystem(std::string wkt, std::shared_ptr<const OGRSpatialReference> object)
      : wkt_(std::move(wkt)), object_(std::move(object)) {}

  bool empty() const { return wkt_.empty() && !object_; }
  const std::string& wkt() const { return wkt_; }
  /// x is the easting or longitude, whatever order its axes have. Null when there is only a text.
  const std::shared_ptr<const OGRSpatialReference>& object() const { return object_; }

 private:
  std::string wkt_;
  std::shared_ptr<const OGRSpatialReference> object_;
};

struct GroundControlPoint {
  std::string id;
  double col = 0;
  double row = 0;
  double x = 0;
  double y = 0;
  double z = 0;
  std::string info = {};
};

/// Where on the Earth the pixels lie.
struct Georeference {
  CoordinateSystem crs;
  /// x = g[0] + col g[1] + row g[2], y = g[3] + col g[4] + row g[5], of the pixel's upper left corner.
  std::optional<std::array<double, 6>> geotransform;
  std::vector<GroundControlPoint> ground_control_points;
  CoordinateSystem ground_control_crs;
  bool pixel_is_point = false;
  /// Rational polynomial coefficients by GDAL's names, such as LINE_OFF and LINE_NUM_COEFF.
  std::map<std::string, std::string> rpc;
  /// Arrays beside the picture say where each pixel lies. They are not read, and no output refers to them.
  bool has_geolocation_arrays = false;

  bool empty() const {
    return crs.empty() && !geotransform && ground_control_points.empty() && rpc.empty() && !has_geolocation_arrays;
  }
};

/// What a source knows before it has read a pixel.
struct RasterInfo {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  PixelType pixel_type = PixelType::u8;  ///< as delivered by read()
  double full_scale = 255;
  /// read() delivers validity beside u8 and u16 pixels. In f32 pixels, nodata is NaN instead.
  bool has_valid = false;
  /// The file declares a nodata value, a mask or an alpha channel, and OpenOptions::mask does not say otherwise.
  bool declares_nodata = false;
  Georeference georeference;
  /// Which way up viewers show the picture: 1 as it is, to 8, by the numbers of TIFF and EXIF. Pixels are never turned.
  int orientation = 1;

  std::string format;                   ///< such as "GTiff" or "PGM"
  std::string stored_type;              ///< the file's own pixel type, such as "Int16"
  std::string reading;                  ///< what is read, such as "luma of bands 1, 2, 3"
  std::string mask = "none";            ///< what tells nodata, such as "nodata value 0 and the file's mask"
  std::vector<std::string> warnings;    ///< what may surprise, such as that only the first of several pages is read
  std::vector<std::string> band_names;  ///< one line a band, such as "1: UInt16, Red, nodata 0"
  std::vector<std::filesystem::path> files;  ///< that are read, such as a mosaic's parts and theirs
  std::int64_t block_rows = 1;               ///< rows that the codec decodes together
  std::int64_t block_row_bytes = 0;          ///< decoded size of one such run of rows, all bands that are read
  /// Of block_row_bytes, what memory can do without: a mosaic then decodes blocks of its pictures more than once.
  std::int64_t block_row_spare_bytes = 0;
  std::int64_t codec_bytes = 0;  ///< what reading holds besides, such as scratch rows or a whole interlaced picture
};

using WarningHandler = std::function<void(std::string_view)>;

/// Rows of one picture, from top to bottom. Not safe for use by two threads at once.
class STRANDLINE_API RasterSource {
 public:
  virtual ~RasterSource() = default;

  virtual const RasterInfo& info() const = 0;

  /// Reads rows [first_row, first_row + pixels.rows), all columns. `pixels` has the info's pixel type;
  /// `valid` has the same shape when the info has validity, else no data. Rows asked for in order are read once;
  /// going back may cost the codec a restart. Throws FileError when the file is truncated or corrupt.
  virtual void read(std::int64_t first_row, MutableAnyImageView pixels, ImageView<std::uint8_t> valid) = 0;

  /// Called once after the last read; reports what only the whole picture tells, such as values that were rounded.
  virtual void finish_reading(const WarningHandler& warn) { (void)warn; }
};

/// As OpenOptions::mask: every pixel is data.
inline constexpr int kNoMask = 0;

struct OpenOptions {
  /// The band to read, from 1; left out: gray, or luma of RGB. Files with other sets of bands need it.
  std::optional<int> band = {};
  /// What tells which pixels are nodata. Left out: all that the file declares, which is values, masks within it and
  /// beside it, alpha, and transparent colours of a palette; a pixel is nodata where any of them says so. The number of
  /// a band, from 1: declared values, and that band where it is 0, in place of masks and alpha. kNoMask: nothing does.
  std::optional<int> mask = {};
  /// Ends the wait for a pipe whose writer stalls: open_raster() and read() then throw Cancelled.
  std::stop_token stop = {};
};

/// Opens a picture: PGM, PPM and PFM by our own reader, everything else by GDAL. A pipe must hold one of the former.
/// Throws FileError (missing, not a picture, corrupt), InvalidArgument (band), Unsupported (pixel type).
STRANDLINE_API std::unique_ptr<RasterSource> open_raster(const std::filesystem::path& path,
                                                         const OpenOptions& options = {});

/// Where rows of one picture go, from top to bottom. What is asked for appears under its name when finish() returns
/// and not before; a sink that is destroyed unfinished leaves nothing behind.
class STRANDLINE_API RasterSink {
 public:
  virtual ~RasterSink() = default;

  /// Writes rows [first_row, first_row + pixels.rows); calls come in order and without gaps.
  virtual void write(std::int64_t first_row, AnyImageView pixels) = 0;

  /// Completes the file and gives it its name. `nodata` is declared where the format can.
  virtual void finish(std::optional<double> nodata) = 0;
};

/// How the pixels of a GeoTIFF are stored.
enum class Compression {
  automatic,  ///< LZW for u8, DEFLATE with a predictor for wider pixels; in other formats, their own
  none        ///< in strips, as they are
};

struct CreateOptions {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  PixelType pixel_type = PixelType::u8;
  Georeference georeference;
  int orientation = 1;
  bool overwrite = false;
  /// For compression.
  int threads = 1;
  /// Formats other than GeoTIFF take `automatic` only.
  Compression compression = Compression::automatic;
  /// Height of the blocks of a tiled file; a multiple of 16.
  std::int64_t block_rows = 256;
  WarningHandler warn;
  std::stop_token stop = {};
};

/// Throws when create_raster() would refuse the path for a reason that can be known before any work (an unknown
/// extension, a file in the way, a folder that is not there), and when the new picture would replace or remove the
/// input, by whatever name. Give also all of RasterInfo::files, once they are known.
STRANDLINE_API void check_output_path(const std::filesystem::path& input, const std::filesystem::path& output,
                                      bool overwrite);
STRANDLINE_API void check_output_path(const std::vector<std::filesystem::path>& inputs,
                                      const std::filesystem::path& output, bool overwrite);

/// What finishing a (rows, cols) picture of one byte a pixel in the format of that extension holds in memory at once:
/// some codecs take the whole picture. Known for TIFF, PNG, BMP, Netpbm and JPEG; for others more than any is known to
/// take.
STRANDLINE_API std::int64_t finishing_bytes(const std::filesystem::path& path, std::int64_t rows, std::int64_t cols);

/// Creates a picture in the format that the extension names.
/// Throws FileError (in the way, unwritable, disk full) and Unsupported (extension, size, pixel type, compression).
STRANDLINE_API std::unique_ptr<RasterSink> create_raster(const std::filesystem::path& path,
                                                         const CreateOptions& options);

}  // namespace strandline
