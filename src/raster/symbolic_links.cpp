// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Where a path leads: its folder, and what is behind its symbolic links.
#include "raster/symbolic_links.hpp"

#include <system_error>

#include <fmt/format.h>

#include <strandline/error.hpp>

namespace strandline::raster {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxLinks = 40;  // as the kernel, which calls more of them a loop

}  // namespace

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

fs::path behind_symbolic_links(fs::path path) {
  for (int links = 0; links <= kMaxLinks; ++links) {
    std::error_code failure;
    const fs::path next = fs::read_symlink(path, failure);
    if (failure) return path;
    path = next.is_absolute() ? next : folder_of(path) / next;
  }
  throw FileError(fmt::format("'{}' is a loop of symbolic links, choose another name", path.string()));
}

}  // namespace strandline::raster
