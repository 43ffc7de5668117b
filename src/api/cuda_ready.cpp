// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Whether this process uses CUDA already.
#include "api/cuda_ready.hpp"

#include <atomic>
#include <cstddef>
#include <dlfcn.h>
#include <link.h>

#include "cuda/host_probe.hpp"

namespace strandline::api {
namespace {

// How often a library was loaded since the process began.
unsigned long long libraries_loaded() {
  unsigned long long count = 0;
  const auto read_count = [](dl_phdr_info* library, std::size_t, void* result) {
    *static_cast<unsigned long long*>(result) = library->dlpi_adds;
    return 1;  // each library tells the same
  };
  dl_iterate_phdr(read_count, &count);
  return count;
}

// Whether the driver's library is loaded; it is not loaded for that.
bool has_driver() {
  // dlopen() that fails writes down why, in memory from the heap.
  static std::atomic<unsigned long long> loaded_without_driver{0};
  const unsigned long long loaded = libraries_loaded();
  if (loaded == loaded_without_driver) return false;
  if (void* const driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD)) {
    dlclose(driver);
    return true;
  }
  loaded_without_driver = loaded;
  return false;
}

}  // namespace

bool cuda_is_ready() { return has_driver() && cuda::is_ready(); }

}  // namespace strandline::api
