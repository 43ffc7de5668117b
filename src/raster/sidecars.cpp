// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The files beside a picture that GDAL takes for parts of it.
#include "raster/sidecars.hpp"

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <string>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

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

bool is_one_of(std::string_view extension, std::initializer_list<std::string_view> all) {
  return std::ranges::find(all, extension) != all.end();
}

/// In lower case. A world file's extension is made of the picture's: .tfw or .tifw of .tif; .wld goes with all. A table
/// of MapInfo's gives a TIFF or JPEG its place, and a satellite's files give a TIFF its model of the camera.
std::vector<std::string> sidecar_names(std::string_view picture) {
  const std::string name = lowercase(picture);
  const std::string stem = fs::path(name).stem();
  std::vector<std::string> names = {name + ".aux.xml", name + ".ovr", name + ".msk", name + ".aux", stem + ".aux"};
  const std::string extension = fs::path(name).extension();  // with its dot
  if (extension.size() < 2) return names;
  for (const std::string& world :
       {std::string{'.', extension[1], extension.back(), 'w'}, extension + "w", std::string(".wld")})
    names.push_back(stem + world);
  const bool is_tiff = is_one_of(extension, {".tif", ".tiff"});
  if (is_tiff || is_one_of(extension, {".jpg", ".jpeg"})) names.push_back(stem + ".tab");
  if (is_tiff) names.insert(names.end(), {stem + ".rpb", stem + "_rpc.txt", stem + ".imd"});
  return names;
}

/// Other programs have files of these endings, too, which are not GDAL's to take and not ours to remove: only what
/// begins with these words is the picture's.
bool is_of_another_program(const fs::path& file) {
  const std::string ending = lowercase(file.extension().native());
  if (ending != ".tab" && ending != ".aux") return false;
  std::string begin(4096, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(begin.data(), std::ssize(begin));
  begin.resize(static_cast<std::size_t>(stream.gcount()));
  return ending == ".aux" ? !begin.starts_with("EHFA_HEADER_TAG")
                          : lowercase(begin).find("\"raster\"") == std::string::npos;
}

void append_those_beside(const fs::path& picture, std::vector<fs::path>& found) {
  const std::vector<std::string> names = sidecar_names(picture.filename().string());
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_of(picture), ignored)) {
    const fs::path name = entry.path().filename();
    if (std::ranges::find(names, lowercase(name.native())) == names.end()) continue;
    if (is_of_another_program(entry.path())) continue;
    found.push_back(picture.has_parent_path() ? entry.path() : name);
  }
}

/// GDAL looks beside the name by which it is asked, be it a link: the metadata gets one, too. The picture is complete
/// by then, so that a failure is no error.
void link_metadata(const fs::path& link, const fs::path& metadata, const WarningHandler& warn) {
  std::error_code failure;
  if (fs::symlink_status(link, failure).type() == fs::file_type::not_found) {
    fs::create_symlink(fs::relative(metadata, folder_of(link), failure), link, failure);
  }
  if (!failure || !warn) return;
  warn(fmt::format(
      "can't link '{}' to '{}', {}: what it says is not found by the link's name, open the picture by its own",
      link.string(), metadata.string(), failure.message()));
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

void commit_picture(AtomicFile& file, const CreateOptions& options) {
  std::error_code ignored;
  const bool has_metadata = fs::exists(file.temporary_path().string() + std::string(kMetadataSuffix), ignored);
  const fs::path replaced = behind_symbolic_links(file.target());
  const fs::path metadata = replaced.string() + std::string(kMetadataSuffix);
  file.commit(options.overwrite);
  if (!options.overwrite) return;
  for (const fs::path& sidecar : sidecars_of(file.target())) {
    if (!has_metadata || !fs::equivalent(sidecar, metadata, ignored)) ::unlink(sidecar.c_str());
  }
  if (has_metadata && replaced != file.target()) {
    link_metadata(file.target().string() + std::string(kMetadataSuffix), metadata, options.warn);
  }
}

}  // namespace strandline::raster
