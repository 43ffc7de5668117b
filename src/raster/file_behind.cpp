// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The file on disk behind a name that GDAL reads.
#include "raster/file_behind.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <system_error>

namespace strandline::raster {
namespace {

namespace fs = std::filesystem;

/// What stands in a virtual name before the name of the file that it is about.
struct Parameters {
  std::string_view prefix;
  std::string_view end;
};
constexpr Parameters kParameters[] = {{"/vsisubfile/", ","}, {"/vsicrypt/", "file="}};

/// "/vsizip/a.zip/b.tif" -> "a.zip/b.tif". Nested names may share the slash: "/vsizip/vsitar/a.tar/b.zip/c.tif".
std::string_view without_outermost(std::string_view name) {
  std::string_view rest = name.substr(std::min(name.find('/', 1), name.size()));
  if (!rest.starts_with("/vsi")) rest.remove_prefix(std::min<std::size_t>(1, rest.size()));
  for (const auto& [prefix, end] : kParameters) {
    const std::size_t at = rest.find(end);
    if (name.starts_with(prefix) && at != rest.npos) rest.remove_prefix(at + end.size());
  }
  if (rest.starts_with('{')) rest.remove_prefix(1);  // "/vsizip/{a.zip}/b.tif"
  return rest;
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

}  // namespace

fs::path file_behind(const fs::path& name) {
  const std::size_t start = name.native().find("/vsi");
  if (start == std::string::npos || is_file(name)) return name;
  std::string_view rest = std::string_view(name.native()).substr(start);
  while (rest.starts_with("/vsi")) rest = without_outermost(rest);
  // What follows an archive's name is inside it: at most one beginning of the name is a file.
  for (std::size_t end = 0; end < rest.size();) {
    end = std::min(rest.find_first_of("/}\"", end + 1), rest.size());
    if (const fs::path beginning = rest.substr(0, end); is_file(beginning)) return beginning;
  }
  return {};
}

}  // namespace strandline::raster
