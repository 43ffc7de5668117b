// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// RAII for GDAL: what it would print is collected, what it opened is closed, what was set is put back.
#include "raster/gdal_scope.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cpl_conv.h>
#include <cpl_error.h>
#include <cstdint>
#include <cstdlib>
#include <gdal_proxy.h>
#include <mutex>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "raster/jpeg2000_header.hpp"

// Of HDF5, which most builds of GDAL bring along. Weak: where GDAL comes without it, there is nothing to tell. The
// first argument is H5E_DEFAULT, the thread's own stack of errors.
extern "C" {
__attribute__((weak)) int H5Eget_auto2(std::int64_t stack, void** function, void** data);
__attribute__((weak)) int H5Eset_auto2(std::int64_t stack, void* function, void* data);
}

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

struct CodecWarning {
  const char* words;
  bool made_up_pixels;  // else the codec passed over bytes that make no pixel
};

// What codecs warn of; the first row whose words are in a warning tells what it means, and one that is in no row is
// harmless. A libpng checksum that matters is an error of its own, except that of transparency.
constexpr auto kCodecWarnings = std::to_array<CodecWarning>({
    // libjpeg: stray bytes before a segment of the header or after the last scan; before a restart, of pixels.
    {"before marker 0xc", false},
    {"before marker 0xd9", false},
    {"before marker 0xda", false},
    {"before marker 0xdb", false},
    {"before marker 0xdd", false},
    {"before marker 0xe", false},
    {"before marker 0xfe", false},
    {"inconsistent progression", true},
    {"premature", true},  // also libtiff's fax
    {"corrupt", true},    // also others
    // libtiff: a text with a zero in it; JPEG; fax; PackBits.
    {"value incorrectly truncated", false},
    {"improper jpeg", true},
    {"fractional scanline", true},
    {"line length mismatch", true},
    {"bad code", true},
    {"lack of", true},
    {"discarding", true},
    // libpng
    {"trns: crc", true},
    // GDAL's own and any other
    {"checksum", true},
    {"truncat", true},
    {"read error", true},
    {"not enough", true},
    {"end of file", true},
    {"unexpected end", true},
});

bool tells_of_damage(std::string_view warning) {
  const auto* row = std::ranges::find_if(
      kCodecWarnings, [&](const CodecWarning& known) { return contains_ignoring_case(warning, known.words); });
  return row != kCodecWarnings.end() && row->made_up_pixels;
}

// GDAL's advice after what libjpeg says is to programmers.
std::string_view without_advice(std::string_view message) {
  return message.substr(0, message.find(" (this warning can be turned"));
}

// Where PROJ looks is set by users who have several of it, and often wrongly.
std::string crs_database_advice() {
  for (const char* variable : {"PROJ_DATA", "PROJ_LIB"}) {
    const char* folder = std::getenv(variable);
    if (folder) return fmt::format("PROJ has no database in '{}', mend or unset the variable {}", folder, variable);
  }
  return "install PROJ's data, or say where its proj.db is by the variable PROJ_LIB";
}

}  // namespace

Hdf5Silence::Hdf5Silence() {
  // A printer that was set by HDF5's older call can't be asked for, and is left alone.
  is_silent_ = H5Eget_auto2 && H5Eset_auto2 && H5Eget_auto2(0, &printer_, &data_) >= 0;
  if (is_silent_) H5Eset_auto2(0, nullptr, nullptr);
}

Hdf5Silence::~Hdf5Silence() {
  if (is_silent_) H5Eset_auto2(0, printer_, data_);
}

GdalScope::GdalScope(Sidecars sidecars) {
  // libjpeg warns of what is harmless and of rows that it makes up; GDAL can't tell one from the other, kCodecWarnings
  // does.
  set_thread_option("GDAL_ERROR_ON_LIBJPEG_WARNING", "NO");
  // The memory that a progressive JPEG takes is part of the plan, so GDAL's own limit is not wanted.
  set_thread_option("GDAL_ALLOW_LARGE_LIBJPEG_MEM_ALLOC", "YES");
  set_thread_option("JPEGMEM", "1000000M");
  set_thread_option("GTIFF_IGNORE_READ_ERRORS", "NO");
  // Threads of GDAL's own would decode outside this scope, where damage is only printed.
  set_thread_option("GDAL_NUM_THREADS", "1");
  // Later GDALs decode a PNG that is asked for as a whole by code of their own, in memory that no plan knows of.
  set_thread_option("GDAL_PNG_WHOLE_IMAGE_OPTIM", "NO");
  // A raw file that ends early is then an error. In larger pieces, GDAL would read zeros where there is nothing.
  set_thread_option("GDAL_ONE_BIG_READ", "NO");
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
  std::string line = on_one_line(without_advice(message));
  const bool of_damage = severity == CE_Warning && tells_of_damage(line);
  scope.warned_of_harmless_jpeg_ |= severity == CE_Warning && !of_damage && contains_ignoring_case(line, "jpeg");
  auto& messages = severity != CE_Warning ? scope.errors_ : of_damage ? scope.damage_ : scope.warnings_;
  if (messages.size() < kMessagesKept && std::ranges::find(messages, line) == messages.end()) {
    messages.push_back(std::move(line));
  }
}

bool GdalScope::lacks_crs_database() const {
  return std::ranges::any_of(errors_, [](const std::string& error) {
    return contains_ignoring_case(error, "proj.db") ||
           (error.starts_with("PROJ: ") && contains_ignoring_case(error, "sqlite error"));
  });
}

bool GdalScope::failed_but_for(std::string_view words) const {
  return std::ranges::any_of(errors_, [&](const std::string& line) { return line.find(words) == line.npos; });
}

std::string GdalScope::reason(const std::string& otherwise) const {
  constexpr std::size_t kMostTold = 2;
  std::vector<std::string> told = !errors_.empty() ? errors_ : !damage_.empty() ? damage_ : warnings_;
  // GDAL wraps each codec's error once more, with the same text and coordinates of its own.
  if (told.size() > 1)
    std::erase_if(told, [](const auto& line) { return line.find("IReadBlock failed") != line.npos; });
  if (told.size() > kMostTold) told.resize(kMostTold);
  if (lacks_crs_database()) told.push_back(crs_database_advice());
  return told.empty() ? otherwise : fmt::format("{}", fmt::join(told, "; "));
}

void register_gdal_drivers() {
  static std::once_flag registered;
  std::call_once(registered, [] {
    const GdalScope quiet;
    GDALAllRegister();
  });
}

DatasetHandle open_dataset(const std::string& name) {
  register_gdal_drivers();
  check_jpeg2000_tiles(name);
  const unsigned flags = GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR;
  return DatasetHandle(GDALDataset::Open(name.c_str(), flags));
}

void forget_files_not_opened() {
  static std::atomic<std::int64_t> names = 0;
  const GdalScope quiet;
  constexpr int kMaxPool = 1000;  // as in GDAL
  const int pool = std::min(std::atoi(CPLGetConfigOption("GDAL_MAX_DATASET_POOL_SIZE", "100")), kMaxPool);
  for (int i = 0; i < pool; ++i) {
    const std::string nothing = fmt::format("/vsimem/strandline_nothing_{}", names++);
    delete GDALProxyPoolDataset::Create(nothing.c_str());
  }
}

}  // namespace strandline::raster
