// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A file that appears under its name only when it is complete.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace strandline::raster {

/// Of the metadata that GDAL reads together with the picture beside it.
inline constexpr std::string_view kMetadataSuffix = ".aux.xml";

/// Reserves a hidden temporary name in the target's folder, on the target's file system. commit() renames it to the
/// target; without a commit the destructor removes it. Metadata that was written beside it, under its name and
/// kMetadataSuffix, shares its fate. Move-only.
class AtomicFile {
 public:
  /// Creates the temporary file, empty, with the permissions that the umask leaves to a new file; for the owner alone
  /// where the target exists. Its name ends in
  /// `suffix`, or in the target's own extension. Where the target is a symbolic link, it lies beside the file that the
  /// link points to. Throws FileError when the folder can't be written to.
  explicit AtomicFile(std::filesystem::path target, const std::string& suffix = {});
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  const std::filesystem::path& temporary_path() const { return temporary_; }
  const std::filesystem::path& target() const { return target_; }

  /// Gives the file its name. Unless `overwrite`, a file that has come to lie there meanwhile is left alone and
  /// FileError thrown. With it, a symbolic link stays and the file that it points to is replaced; the new one gets its
  /// permissions.
  void commit(bool overwrite);

 private:
  std::filesystem::path target_;
  std::filesystem::path replaced_;   // the target, behind all symbolic links
  std::filesystem::path temporary_;  // empty once committed or moved from
};

}  // namespace strandline::raster
