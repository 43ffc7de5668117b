// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The files beside a picture that GDAL takes for parts of it.
#include "raster/sidecars.hpp"

#include <algorithm>
#include <string>
#include <system_error>
#include <unistd.h>

#include "raster/symbolic_links.hpp"

namespace strandline::raster {
namespace {

namespace fs = std::filesystem;

std::string lowercase(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// In lower case. A world file's extension is made of the picture's: .tfw or .tifw of .tif; .wld goes with all.
std::vector<std::string> sidecar_names(std::string_view picture) {
  const std::string name = lowercase(picture);
  std::vector<std::string> names = {name + ".aux.xml", name + ".ovr", name + ".msk"};
  const std::string stem = fs::path(name).stem();
  const std::string extension = fs::path(name).extension();  // with its dot
  if (extension.size() < 2) return names;
  for (const std::string& world :
       {std::string{'.', extension[1], extension.back(), 'w'}, extension + "w", std::string(".wld")})
    names.push_back(stem + world);
  return names;
}

void append_those_beside(const fs::path& picture, std::vector<fs::path>& found) {
  const std::vector<std::string> names = sidecar_names(picture.filename().string());
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_of(picture), ignored)) {
    const fs::path name = entry.path().filename();
    if (std::ranges::find(names, lowercase(name.native())) == names.end()) continue;
    found.push_back(picture.has_parent_path() ? entry.path() : name);
  }
}

}  // namespace

bool is_sidecar_name(std::string_view name, std::string_view picture) {
  const std::vector<std::string> names = sidecar_names(picture);
  return std::ranges::find(names, lowercase(name)) != names.end();
}

std::vector<fs::path> sidecars_of(const fs::path& picture) {
  std::vector<fs::path> found;
  append_those_beside(picture, found);
  if (const fs::path target = behind_symbolic_links(picture); target != picture) append_those_beside(target, found);
  std::ranges::sort(found);
  return found;
}

void commit_picture(AtomicFile& file, bool overwrite) {
  std::error_code ignored;
  const bool has_metadata = fs::exists(file.temporary_path().string() + std::string(kMetadataSuffix), ignored);
  const fs::path metadata = behind_symbolic_links(file.target()).string() + std::string(kMetadataSuffix);
  file.commit(overwrite);
  if (!overwrite) return;
  for (const fs::path& sidecar : sidecars_of(file.target())) {
    if (!has_metadata || !fs::equivalent(sidecar, metadata, ignored)) ::unlink(sidecar.c_str());
  }
}

}  // namespace strandline::raster
