// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Whether this process uses CUDA already.
#include "api/cuda_ready.hpp"

#include <cstddef>
#include <link.h>
#include <string_view>

#include "cuda/host_probe.hpp"

namespace strandline::api {
namespace {

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

bool cuda_is_ready() { return has_driver() && cuda::is_ready(); }

}  // namespace strandline::api
