// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What was found, as a table for people and as JSON lines for everything else.
#include "report.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <cuda_runtime_api.h>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <strandline/error.hpp>

namespace strandline::bench {
namespace {

double gpx_per_s(const Row& row, double ms) { return static_cast<double>(row.rows * row.cols) / ms / 1e6; }

// What must cross the memory bus: each pixel once, its validity, a byte of result.
std::int64_t compulsory_bytes(const Row& row) { return bytes_per_pixel(row.pixel_type) + (row.nodata ? 2 : 1); }

std::string table_line(const Row& row) {
  const double ms = median(row.samples);
  std::string line = fmt::format("{:<36} {:>9.3f} {:>11.4f} {:>5.1f} % {:>4}  ", row.name, gpx_per_s(row, ms), ms,
                                 100 * relative_iqr(row.samples), row.samples.size());
  for (const Peer& peer : row.peers) line += fmt::format(" {:.3f} x {} ({})", ratio_to(peer, row), peer.key, peer.name);
  return line;
}

nlohmann::ordered_json json_of(const Row& row, const Facts& facts) {
  const double ms = median(row.samples);
  nlohmann::ordered_json line;
  line["name"] = row.name;
  line["operation"] = "edges";
  line["pixel_type"] = to_string(row.pixel_type);
  line["backend"] = row.backend;
  line["rows"] = row.rows;
  line["cols"] = row.cols;
  line["border"] = to_string(row.border);
  line["nodata"] = row.nodata;
  line["timing"] = row.timing;
  line["median_ms"] = ms;
  line["iqr_ms"] = ms * relative_iqr(row.samples);
  line["samples"] = row.samples.size();
  line["gpx_per_s"] = gpx_per_s(row, ms);
  line["bytes_per_pixel"] = compulsory_bytes(row);
  line["ratio_to_copy"] = nullptr;  // stays where no copy ran beside it
  for (const Peer& peer : row.peers) {
    line["ratio_to_" + peer.key] = ratio_to(peer, row);
    line[peer.key + "_gpx_per_s"] = gpx_per_s(row, median(peer.samples));
    line[peer.key] = peer.name;
  }
  if (row.npp_differs) line["npp_differs"] = *row.npp_differs;
  line["card"] = facts.card;
  line["compute_capability"] = facts.compute_capability;
  line["driver"] = facts.driver;
  line["cuda"] = facts.cuda;
  line["commit"] = facts.commit;
  line["source_digest"] = facts.source_digest;
  return line;
}

}  // namespace

double ratio_to(const Peer& peer, const Row& row) { return median(ratios(peer.samples, row.samples)); }

Report::Report(std::string json_path, Facts facts) : facts_(std::move(facts)), path_(std::move(json_path)) {
  if (!path_.empty()) {
    file_.open(path_);
    write("");
  }
  fmt::print("{}, compute capability {}, driver {}, CUDA {}, beside {}\n{:<36} {:>9} {:>11} {:>7} {:>4}   {}\n",
             facts_.card, facts_.compute_capability, facts_.driver, facts_.cuda, facts_.cpu, "row", "Gpx/s", "ms",
             "IQR", "n", "the other's time over ours");
}

void Report::add(const Row& row) {
  fmt::print("{}\n", table_line(row));
  std::fflush(stdout);
  if (!path_.empty()) write(json_of(row, facts_).dump() + "\n");
}

void Report::leave_out(const std::string& name, const std::string& why) const {
  fmt::print(stderr, "strandline_gpu_bench: left out {}: {}\n", name, why);
}

void Report::attempt(const std::string& name, const std::function<Row()>& take_row) {
  try {
    add(take_row());
  } catch (const FileError&) {
    throw;
  } catch (const OutOfMemory& error) {
    leave_out(name, error.what());
  } catch (const Error& error) {
    if (cudaDeviceSynchronize() != cudaSuccess) throw;
    fmt::print(stderr, "strandline_gpu_bench: FAILED {}: {}\n", name, error.what());
    ++failures_;
  }
}

void Report::write(const std::string& line) {
  file_ << line << std::flush;
  if (!file_) throw FileError(fmt::format("can't write {}: {}, choose another file", path_, std::strerror(errno)));
}

}  // namespace strandline::bench
