// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Where and of what the figures were taken.
#include "facts.hpp"

#include <cuda_runtime_api.h>
#include <fstream>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include <strandline/backend.hpp>
#include <strandline/error.hpp>

#include "cuda/runtime/check.hpp"

namespace strandline::bench {
namespace {

using cuda::check;

/// CUDA writes 13.0 as 13000.
std::string dotted(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

/// The first word of the kernel module's line that looks like 580.95.05; else which CUDA the driver speaks.
std::string driver_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    if (word.find_first_not_of("0123456789.") == std::string::npos && word.find('.') != std::string::npos) return word;
  }
  int version = 0;
  check(cudaDriverGetVersion(&version), "cudaDriverGetVersion");
  return fmt::format("unknown, for CUDA {}", dotted(version));
}

void require_card() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaSuccess && count > 0) return;
  throw Unsupported(fmt::format("no card to measure, {}, run this on a machine with an NVIDIA GPU and its driver",
                                status == cudaSuccess ? "CUDA finds no device" : cudaGetErrorString(status)));
}

}  // namespace

Facts gather_facts(std::string commit, std::string source_digest) {
  require_card();
  int device = 0;
  int runtime = 0;
  cudaDeviceProp properties{};
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  return {properties.name,
          fmt::format("{}.{}", properties.major, properties.minor),
          driver_version(),
          dotted(runtime),
          choose_backend("cpu").description(),
          std::move(commit),
          std::move(source_digest)};
}

}  // namespace strandline::bench
