// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// RAII for GDAL: what it would print is collected, what it opened is closed, what was set is put back.
#include "raster/gdal_scope.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cpl_conv.h>
#include <cpl_error.h>
#include <cstdint>
#include <mutex>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

// HDF5, which most builds of GDAL bring along, prints a stack of its own errors to stderr unless told not to. Weak:
// where GDAL comes without it, there is nothing to tell. The first argument is H5E_DEFAULT.
extern "C" __attribute__((weak)) int H5Eset_auto2(std::int64_t stack, void* function, void* data);

namespace strandline::raster {
namespace {

// GDAL's messages may hold line breaks, runs of blanks and the driver's own prefix.
std::string on_one_line(std::string_view message) {
  std::string line;
  for (const char c : message) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  while (!line.empty() && (line.back() == ' ' || line.back() == '.')) line.pop_back();
  return line;
}

// Not std::ranges::search: clang 14 can't compile the one of libstdc++ 12.
bool contains_ignoring_case(std::string_view text, std::string_view word) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

}  // namespace

GdalScope::GdalScope(Sidecars sidecars) {
  // A JPEG that ends early is a mere warning to GDAL unless told otherwise; the rows that are missing come out grey.
  set_thread_option("GDAL_ERROR_ON_LIBJPEG_WARNING", "YES");
  // The memory that a progressive JPEG takes is part of the plan, so GDAL's own limit is not wanted.
  set_thread_option("GDAL_ALLOW_LARGE_LIBJPEG_MEM_ALLOC", "YES");
  set_thread_option("JPEGMEM", "1000000M");
  set_thread_option("GTIFF_IGNORE_READ_ERRORS", "NO");
  // Threads of GDAL's own would decode outside this scope, where damage is only printed.
  set_thread_option("GDAL_NUM_THREADS", "1");
  // Later GDALs decode a PNG that is asked for as a whole by code of their own, in memory that no plan knows of.
  set_thread_option("GDAL_PNG_WHOLE_IMAGE_OPTIM", "NO");
  if (sidecars == Sidecars::ignored) set_thread_option("GDAL_PAM_ENABLED", "NO");
  CPLPushErrorHandlerEx(&GdalScope::collect, this);
}

GdalScope::~GdalScope() {
  CPLPopErrorHandler();
  for (auto option = options_.rbegin(); option != options_.rend(); ++option) {
    CPLSetThreadLocalConfigOption(option->name, option->was_set ? option->previous.c_str() : nullptr);
  }
  CPLErrorReset();
}

void GdalScope::set_thread_option(const char* name, const char* value) {
  const char* previous = CPLGetThreadLocalConfigOption(name, nullptr);
  options_.push_back({name, previous ? previous : "", previous != nullptr});
  CPLSetThreadLocalConfigOption(name, value);
}

void GdalScope::collect(CPLErr severity, CPLErrorNum, const char* message) {
  // A file damaged everywhere may complain about each of its blocks.
  constexpr std::size_t kMessagesKept = 8;
  if (severity != CE_Warning && severity != CE_Failure && severity != CE_Fatal) return;
  auto& scope = *static_cast<GdalScope*>(CPLGetErrorHandlerUserData());
  auto& messages = severity == CE_Warning ? scope.warnings_ : scope.errors_;
  std::string line = on_one_line(message);
  if (messages.size() < kMessagesKept && std::ranges::find(messages, line) == messages.end()) {
    messages.push_back(std::move(line));
  }
}

bool GdalScope::warned_of_damage() const {
  // What libtiff's fax, PackBits and JPEG decoders, libpng and GDAL's own say when they go on with made-up pixels.
  constexpr std::array kWords = {"jpeg",       "premature",  "corrupt",     "truncat",       "crc",
                                 "checksum",   "lack of",    "not enough",  "bad code",      "line length mismatch",
                                 "read error", "discarding", "end of file", "unexpected end"};
  return std::ranges::any_of(warnings_, [&](const std::string& warning) {
    return std::ranges::any_of(kWords, [&](const char* word) { return contains_ignoring_case(warning, word); });
  });
}

std::string GdalScope::reason(const std::string& otherwise) const {
  constexpr std::size_t kMostTold = 2;
  std::vector<std::string> told = errors_.empty() ? warnings_ : errors_;
  // GDAL wraps each codec's error once more, with the same text and coordinates of its own.
  if (told.size() > 1)
    std::erase_if(told, [](const auto& line) { return line.find("IReadBlock failed") != line.npos; });
  if (told.size() > kMostTold) told.resize(kMostTold);
  return told.empty() ? otherwise : fmt::format("{}", fmt::join(told, "; "));
}

void register_gdal_drivers() {
  static std::once_flag registered;
  std::call_once(registered, [] {
    const GdalScope quiet;
    GDALAllRegister();
    if (H5Eset_auto2) H5Eset_auto2(0, nullptr, nullptr);
  });
}

DatasetHandle open_dataset(const std::string& name) {
  register_gdal_drivers();
  const unsigned flags = GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR;
  return DatasetHandle(GDALDataset::Open(name.c_str(), flags));
}

}  // namespace strandline::raster
