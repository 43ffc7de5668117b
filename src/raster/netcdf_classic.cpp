// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// How long a netCDF file of the classic format must be. Names of what the header holds are those of the NetCDF Classic
// Format Specification: https://docs.unidata.ucar.edu/netcdf-c/current/file_format_specifications.html
#include "raster/netcdf_classic.hpp"

#include <algorithm>
#include <array>
#include <cpl_vsi.h>
#include <cstring>
#include <memory>
#include <vector>

namespace strandline::raster {
namespace {

constexpr std::uint64_t kPastAnyFile = INT64_MAX;

std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return a > kPastAnyFile - b ? kPastAnyFile : a + b; }
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kPastAnyFile / b ? kPastAnyFile : a * b;
}
std::uint64_t padded(std::uint64_t bytes) { return product(sum(bytes, 3) / 4, 4); }

struct Variable {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 1;  // of one record, or of all
  bool is_record = false;
};

/// Reads a header from its begin; what is read past the end of the file is 0, and ok() tells.
class Header {
 public:
  explicit Header(VSILFILE* file) : file_(file) {}

  bool begin() {
    std::array<char, 4> magic = {};
    if (VSIFReadL(magic.data(), 1, magic.size(), file_) != magic.size()) return false;
    version_ = magic[3];
    return std::memcmp(magic.data(), "CDF", 3) == 0 && (version_ == 1 || version_ == 2 || version_ == 5);
  }

  bool ok() const { return ok_; }

  std::uint64_t number(int bytes) {
    std::array<std::uint8_t, 8> raw = {};
    ok_ = ok_ && VSIFReadL(raw.data(), 1, static_cast<std::size_t>(bytes), file_) == static_cast<std::size_t>(bytes);
    std::uint64_t value = 0;
    for (int i = 0; ok_ && i < bytes; ++i) value = value << 8 | raw[static_cast<std::size_t>(i)];
    return value;
  }

  /// NON_NEG of the specification: a count.
  std::uint64_t count() { return number(version_ == 5 ? 8 : 4); }
  std::uint64_t offset() { return number(version_ == 1 ? 4 : 8); }
  bool is_streaming(std::uint64_t records) const { return records == (version_ == 5 ? UINT64_MAX : UINT32_MAX); }

  /// A list's tag, then the number of its elements.
  std::uint64_t list() {
    number(4);
    return count();
  }

  std::uint64_t type_bytes() {
    constexpr std::array<std::uint8_t, 12> kBytes = {0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
    const std::uint64_t type = number(4);
    ok_ = ok_ && type > 0 && type < kBytes.size();
    return ok_ ? kBytes[type] : 0;
  }

  void skip_name() { skip(padded(count())); }

  void skip_attributes() {
    for (std::uint64_t left = list(); ok_ && left > 0; --left) {
      skip_name();
      const std::uint64_t bytes = type_bytes();
      skip(padded(product(count(), bytes)));
    }
  }

  std::vector<std::uint64_t> dimensions() {
    std::vector<std::uint64_t> lengths;
    for (std::uint64_t left = list(); ok_ && left > 0; --left) {
      skip_name();
      lengths.push_back(count());
    }
    return lengths;
  }

  Variable variable(const std::vector<std::uint64_t>& dimensions) {
    Variable result;
    skip_name();
    const std::uint64_t rank = count();
    for (std::uint64_t i = 0; ok_ && i < rank; ++i) {
      const std::uint64_t id = count();
      ok_ = ok_ && id < dimensions.size();
      const std::uint64_t length = ok_ ? dimensions[id] : 0;
      if (i == 0 && length == 0) {
        result.is_record = true;
      } else {
        result.bytes = product(result.bytes, length);
      }
    }
    skip_attributes();
    result.bytes = product(result.bytes, type_bytes());
    count();  // vsize, which version 1 can't hold for large variables
    result.begin = offset();
    return result;
  }

 private:
  void skip(std::uint64_t bytes) { ok_ = ok_ && VSIFSeekL(file_, sum(VSIFTellL(file_), bytes), SEEK_SET) == 0; }

  VSILFILE* file_;
  int version_ = 1;
  bool ok_ = true;
};

// Records of all variables take turns, each padded, unless there is one variable alone.
std::uint64_t record_bytes(const std::vector<Variable>& variables) {
  std::uint64_t bytes = 0;
  const auto records = std::ranges::count_if(variables, &Variable::is_record);
  for (const Variable& variable : variables) {
    if (variable.is_record) bytes = sum(bytes, records == 1 ? variable.bytes : padded(variable.bytes));
  }
  return bytes;
}

std::uint64_t end_of(const std::vector<Variable>& variables, std::uint64_t records) {
  const std::uint64_t stride = record_bytes(variables);
  std::uint64_t end = 0;
  for (const Variable& variable : variables) {
    if (variable.is_record && records == 0) continue;
    const std::uint64_t before = variable.is_record ? product(records - 1, stride) : 0;
    end = std::max(end, sum(sum(variable.begin, before), variable.bytes));
  }
  return end;
}

}  // namespace

std::optional<std::int64_t> netcdf_classic_length(const std::string& path) {
  struct Closer {
    void operator()(VSILFILE* file) const { VSIFCloseL(file); }
  };
  const std::unique_ptr<VSILFILE, Closer> file(VSIFOpenL(path.c_str(), "rb"));
  if (!file) return std::nullopt;
  Header header(file.get());
  if (!header.begin()) return std::nullopt;
  const std::uint64_t records = header.count();
  const std::vector<std::uint64_t> dimensions = header.dimensions();
  header.skip_attributes();
  std::vector<Variable> variables;
  for (std::uint64_t left = header.list(); header.ok() && left > 0; --left) {
    variables.push_back(header.variable(dimensions));
  }
  if (!header.ok() || header.is_streaming(records)) return std::nullopt;
  return static_cast<std::int64_t>(end_of(variables, records));
}

}  // namespace strandline::raster
