// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The list of backends and the choice among them.
#include <array>

#include <fmt/format.h>

#include <strandline/backend.hpp>
#include <strandline/error.hpp>

#include "api/backend_choice.hpp"
#include "cpu/cpu_backend.hpp"
#include "raster/check_kinds.hpp"
#include "reference/reference_backend.hpp"
#include "scheduling/library_call.hpp"

#ifdef STRANDLINE_WITH_CUDA
#include "cuda/cuda_backend.hpp"
#include "cuda/host_probe.hpp"
#endif

namespace strandline {
namespace {

const Backend& quickest_backend([[maybe_unused]] const Workload& work) {
#ifdef STRANDLINE_WITH_CUDA
  // The rule is asked first: looking for a card takes longer than a small image does.
  if (api::cuda_is_quicker(work, cuda::is_ready()) && cuda::backend().unavailable_because().empty()) {
    return cuda::backend();
  }
#endif
  return cpu::backend();
}

const Backend& choose(std::string_view name, const Workload& work) {
  raster::check_kind(work.pixel_type);
  if (name == "auto") return quickest_backend(work);
  for (const Backend* backend : all_backends()) {
    if (backend->name() != name) continue;
    if (const std::string reason = backend->unavailable_because(); !reason.empty()) {
      throw Unsupported(fmt::format("backend {} can't run on this machine, {}, choose another", name, reason));
    }
    return *backend;
  }
  throw Unsupported(fmt::format("backend {} is not in this build, see `strandline backends` for those that are", name));
}

}  // namespace

std::span<const Backend* const> all_backends() {
  static const std::array backends = {
      &reference::backend(),
      &cpu::backend(),
#ifdef STRANDLINE_WITH_CUDA
      &cuda::backend(),
#endif
  };
  return backends;
}

const Backend& choose_backend(std::string_view name, const Workload& work) {
  return scheduling::library_call([&]() -> const Backend& { return choose(name, work); });
}

}  // namespace strandline
