// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Questions to the driver, and its answers in words.
#include "cuda/host_probe.hpp"

#include <cstdint>
#include <cstdlib>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <fstream>
#include <link.h>
#include <memory>
#include <mutex>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "cuda/host_probe_kernel.hpp"
#include "cuda/runtime/check.hpp"

namespace strandline::cuda {
namespace {

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

std::string in_cudas_words(cudaError_t status) {
  return fmt::format("{} ({})", cudaGetErrorString(status), cudaGetErrorName(status));
}

std::string driver_problem(cudaError_t status) {
  int driver = 0;
  own_status(cudaDriverGetVersion(&driver));
  if (driver == 0) return "the NVIDIA driver is not installed";
  if (status == cudaErrorInsufficientDriver) {
    return fmt::format("the NVIDIA driver knows CUDA {} but this build needs {}, update the driver",
                       version_text(driver), version_text(CUDART_VERSION));
  }
  return "the NVIDIA driver failed: " + in_cudas_words(status);
}

std::string no_card() {
  if (const char* visible = std::getenv("CUDA_VISIBLE_DEVICES")) {
    return fmt::format("the NVIDIA driver shows no card, CUDA_VISIBLE_DEVICES is '{}'", visible);
  }
  return "the NVIDIA driver finds no card";
}

std::string probe(int device) {
  const cudaError_t status = run_probe_kernel();
  if (status == cudaSuccess) return {};
  const bool lacks_code = status == cudaErrorNoKernelImageForDevice || status == cudaErrorUnsupportedPtxVersion ||
                          status == cudaErrorInvalidDeviceFunction;
  cudaDeviceProp card{};
  if (!lacks_code || own_status(cudaGetDeviceProperties(&card, device)) != cudaSuccess) {
    return "a first kernel failed: " + in_cudas_words(status);
  }
  return fmt::format(
      "this build has no code for {}, compute capability {}.{}, build it with CMAKE_CUDA_ARCHITECTURES={}{}", card.name,
      card.major, card.minor, card.major, card.minor);
}

// Such as "580.82.07"; the runtime only knows which CUDA the driver is for.
std::string driver_release() {
  std::string release;
  std::ifstream("/sys/module/nvidia/version") >> release;
  return release.empty() ? "" : release + " ";
}

// Whether the driver's library is loaded. dlopen() would tell, too, but writes down in memory from the heap that it is
// not.
bool has_driver() {
  const auto is_driver = [](dl_phdr_info* library, std::size_t, void*) -> int {
    const std::string_view path(library->dlpi_name);
    return path.substr(path.rfind('/') + 1).starts_with("libcuda.so");
  };
  return dl_iterate_phdr(is_driver, nullptr) != 0;
}

}  // namespace

std::string unusable_because() {
  int devices = 0;
  const cudaError_t status = own_status(cudaGetDeviceCount(&devices));
  if (status == cudaErrorNoDevice || (status == cudaSuccess && devices == 0)) return no_card();
  if (status != cudaSuccess) return driver_problem(status);

  int device = 0;
  if (const cudaError_t error = own_status(cudaGetDevice(&device)); error != cudaSuccess) return driver_problem(error);
  if (const cudaError_t error = lasting_error(); error != cudaSuccess) {
    return "an earlier failure in this process, its own or a library's, has put the card out of use: " +
           in_cudas_words(error);
  }
  static std::mutex mutex;
  static auto& usable = *new std::set<int>;  // never destroyed: a call may come while the process ends
  const std::lock_guard lock(mutex);
  if (usable.contains(device)) return {};
  const std::string problem = probe(device);
  if (problem.empty()) usable.insert(device);
  return problem;
}

cudaError_t lasting_error() {
  const cudaError_t status = own_status(cudaStreamQuery(cudaStreamPerThread));
  return status == cudaErrorNotReady ? cudaSuccess : status;
}

std::string card_description() {
  int device = 0;
  int driver = 0;
  cudaDeviceProp card{};
  const bool is_known = own_status(cudaGetDevice(&device)) == cudaSuccess &&
                        own_status(cudaDriverGetVersion(&driver)) == cudaSuccess &&
                        own_status(cudaGetDeviceProperties(&card, device)) == cudaSuccess;
  if (!is_known) return "no card";
  return fmt::format("{}, compute capability {}.{}, {:.0f} GiB, driver {}(CUDA {}), built with CUDA {}", card.name,
                     card.major, card.minor, static_cast<double>(card.totalGlobalMem) / (std::int64_t{1} << 30),
                     driver_release(), version_text(driver), version_text(CUDART_VERSION));
}

bool is_ready() {
  if (!has_driver()) return false;
  struct Close {
    void operator()(void* library) const { dlclose(library); }
  };
  const std::unique_ptr<void, Close> driver(dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD));
  if (!driver) return false;
  // CUresult cuDevicePrimaryCtxGetState(CUdevice, unsigned* flags, int* active); it fails when the driver is not awake.
  using GetState = int (*)(int, unsigned*, int*);
  const auto get_state = reinterpret_cast<GetState>(dlsym(driver.get(), "cuDevicePrimaryCtxGetState"));
  unsigned flags = 0;
  int is_active = 0;
  if (get_state == nullptr || get_state(0, &flags, &is_active) != 0) return false;
  int device = 0;
  if (own_status(cudaGetDevice(&device)) != cudaSuccess) return false;
  return device == 0 ? is_active != 0 : get_state(device, &flags, &is_active) == 0 && is_active != 0;
}

}  // namespace strandline::cuda
