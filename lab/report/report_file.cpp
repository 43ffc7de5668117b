// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Where a report goes.
#include "report/report_file.hpp"

#include <cerrno>
#include <fstream>

#include <fmt/format.h>
#include <sys/stat.h>

#include <raster/atomic_file.hpp>
#include <raster/file_descriptor.hpp>
#include <strandline/error.hpp>

namespace strandline::lab {
namespace fs = std::filesystem;

void check_report_path(const fs::path& output, const std::vector<std::string>& inputs, bool overwrite) {
  if (output.empty()) throw FileError("the name of the report is empty, give the name of a file with -o");
  for (const std::string& input : inputs) {
    std::error_code ignored;
    if (!fs::equivalent(input, output, ignored)) continue;
    throw FileError(
        fmt::format("the report '{}' would replace the results in '{}', choose another name", output.string(), input));
  }
  struct stat status = {};
  if (::stat(output.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    throw FileError(fmt::format("'{}' is {}, give the name of a file, or - for stdout", output.string(),
                                S_ISDIR(status.st_mode) ? "a folder" : "a device or a pipe"));
  }
  // Not stat: also a symbolic link that points to nothing is in the way.
  if (!overwrite && ::lstat(output.c_str(), &status) == 0) {
    throw FileError(fmt::format("'{}' exists, add --overwrite to replace it", output.string()));
  }
}

void write_report(const fs::path& output, std::string_view page, bool overwrite) {
  raster::AtomicFile target(output);
  std::ofstream file(target.temporary_path(), std::ios::binary);
  file << page;
  file.close();
  if (!file) {
    throw FileError(fmt::format(
        "can't write '{}', {}, nothing was written under that name, free some space or choose another folder",
        output.string(), raster::error_text(errno)));
  }
  target.commit(overwrite);
}

}  // namespace strandline::lab
