// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// RAII for GDAL: what it would print is collected, what it opened is closed, what was set is put back.
#pragma once

#include <gdal_priv.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace strandline::raster {

/// HDF5 prints a stack of its own errors to stderr unless told not to: what the program has told it is told it again
/// when this ends.
class Hdf5Silence {
 public:
  Hdf5Silence();
  ~Hdf5Silence();
  Hdf5Silence(const Hdf5Silence&) = delete;
  Hdf5Silence& operator=(const Hdf5Silence&) = delete;

 private:
  bool is_silent_ = false;
  void* printer_ = nullptr;
  void* data_ = nullptr;
};

/// Errors and warnings of GDAL calls on this thread are collected here instead of printed, and GDAL is set to be strict
/// about damaged files, for the scope's lifetime. A scope belongs to one thread. Every GDAL call that can complain runs
/// within one.
class GdalScope {
 public:
  /// Whether GDAL may read and write .aux.xml files beside a picture.
  enum class Sidecars : bool { ignored, honoured };

  explicit GdalScope(Sidecars sidecars = Sidecars::honoured);
  ~GdalScope();
  GdalScope(const GdalScope&) = delete;
  GdalScope& operator=(const GdalScope&) = delete;

  /// Whether GDAL reported an error. Some calls, closing a dataset among them, have no other way to fail.
  bool failed() const { return !errors_.empty(); }

  /// The same, but for errors that hold `words`.
  bool failed_but_for(std::string_view words) const;

  /// Whether a warning tells of damaged data, which some codecs do not take for an error.
  bool warned_of_damage() const { return !damage_.empty(); }

  /// Whether a warning tells of a harmless fault in a JPEG. It may hide damage: see find_hidden_jpeg_damage().
  bool warned_of_harmless_jpeg() const { return warned_of_harmless_jpeg_; }

  /// Whether PROJ could not use its database, without which most reference systems can't be read or written.
  bool lacks_crs_database() const;

  /// What GDAL said, the errors or else the warnings, those of damage first, on one line; `otherwise` if it said
  /// nothing. Where PROJ lacks its database, with the environment's variable that is to blame.
  std::string reason(const std::string& otherwise = "no reason given") const;

 private:
  struct ThreadOption {
    const char* name;
    std::string previous;
    bool was_set;
  };

  static void CPL_STDCALL collect(CPLErr severity, CPLErrorNum number, const char* message);
  void set_thread_option(const char* name, const char* value);

  Hdf5Silence hdf5_;
  std::vector<std::string> errors_;
  std::vector<std::string> damage_;  // warnings of it
  std::vector<std::string> warnings_;
  std::vector<ThreadOption> options_;
  bool warned_of_harmless_jpeg_ = false;
};

/// Makes all of GDAL's drivers known, once.
void register_gdal_drivers();

struct DatasetCloser {
  void operator()(GDALDataset* dataset) const { GDALClose(GDALDataset::ToHandle(dataset)); }
};
using DatasetHandle = std::unique_ptr<GDALDataset, DatasetCloser>;

/// Opens a picture to read it; empty on failure, with the reason in the caller's scope. Throws FileError for what no
/// decoder should be given, as check_jpeg2000_tiles() says.
DatasetHandle open_dataset(const std::string& name);

/// GDAL keeps the last files of mosaics, those that it could not open too, and once a mosaic of mosaics was read it
/// does so until the process ends: such a file would fail for ever, without a word. This fills its places with names of
/// nothing, so that files which were put right are opened again.
void forget_files_not_opened();

}  // namespace strandline::raster
