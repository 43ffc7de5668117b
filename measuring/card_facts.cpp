// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Which card, driver and CUDA a figure was taken on.
#include "measuring/card_facts.hpp"

#include <cuda_runtime_api.h>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "cuda/runtime/check.hpp"
#include "measuring/nvml.hpp"

namespace strandline::measuring {
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

/// How many there are, at least one.
int require_card() {
  int count = 0;
  cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaSuccess && count > 0) return count;
  if (status == cudaSuccess) status = cudaErrorNoDevice;
  int driver = 0;
  int runtime = 0;
  check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  throw NoCard(fmt::format("no card to measure, {}", why_no_card(status, driver, runtime)));
}

/// CUDA C++ Programming Guide, compute capabilities, "Architecture": single-precision arithmetic units.
int fp32_lanes(int major, int minor) {
  if (major == 7) return 64;
  if (major == 8) return minor == 0 ? 64 : 128;
  return major == 9 || major == 10 || major == 12 ? 128 : 0;
}

int attribute(cudaDeviceAttr name, int device) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, name, device), "cudaDeviceGetAttribute");
  return value;
}

ManagedFacts managed_facts_of(int device) {
  char pci_address[32] = {};
  check(cudaDeviceGetPCIBusId(pci_address, sizeof pci_address, device), "cudaDeviceGetPCIBusId");
  return managed_facts(pci_address);
}

}  // namespace

std::string why_no_card(int status, int driver_version, int runtime_version) {
  if (driver_version == 0) {
    return "there is no NVIDIA driver, install one or run this on a machine with an NVIDIA GPU and its driver";
  }
  if (status == cudaErrorInsufficientDriver) {
    return fmt::format("the NVIDIA driver speaks CUDA {} and this build CUDA {}, update the driver or build with {}",
                       dotted(driver_version), dotted(runtime_version), dotted(driver_version));
  }
  if (status == cudaErrorNoDevice) {
    return "the NVIDIA driver shows no GPU, put one in or look at CUDA_VISIBLE_DEVICES, which may hide it";
  }
  return fmt::format("{}, see whether nvidia-smi works", cudaGetErrorString(static_cast<cudaError_t>(status)));
}

void choose_card(int device) {
  const int count = require_card();
  if (device < 0 || device >= count) {
    throw InvalidArgument(fmt::format("there is no card {}, in --device, choose 0{}", device,
                                      count == 1 ? ", the only one" : fmt::format(" to {}", count - 1)));
  }
  check(cudaSetDevice(device), "cudaSetDevice");
}

CardFacts gather_card_facts() {
  require_card();
  int device = 0;
  int runtime = 0;
  cudaDeviceProp properties{};
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  constexpr int kKilohertzPerMegahertz = 1000;
  const int memory_clock_khz = attribute(cudaDevAttrMemoryClockRate, device);
  const ManagedFacts managed = managed_facts_of(device);
  return {.card = properties.name,
          .compute_capability = fmt::format("{}.{}", properties.major, properties.minor),
          .driver = driver_version(),
          .cuda = dotted(runtime),
          .multiprocessors = properties.multiProcessorCount,
          .clock_mhz = attribute(cudaDevAttrClockRate, device) / kKilohertzPerMegahertz,
          .fp32_lanes_per_multiprocessor = fp32_lanes(properties.major, properties.minor),
          .memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem),
          .l2_bytes = properties.l2CacheSize,
          .persisting_l2_max_bytes = properties.persistingL2CacheMaxSize,
          .access_policy_window_max_bytes = properties.accessPolicyMaxWindowSize,
          .shared_bytes_per_multiprocessor = static_cast<std::int64_t>(properties.sharedMemPerMultiprocessor),
          .shared_bytes_per_block = static_cast<std::int64_t>(properties.sharedMemPerBlockOptin),
          .memory_clock_mhz =
              memory_clock_khz > 0 ? std::optional(memory_clock_khz / kKilohertzPerMegahertz) : std::nullopt,
          .ecc = attribute(cudaDevAttrEccEnabled, device) != 0,
          .power_limit_watts = managed.power_limit_watts,
          .mig = managed.mig};
}

}  // namespace strandline::measuring
