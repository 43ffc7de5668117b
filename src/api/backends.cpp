// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The list of backends and the choice among them.
#include <array>

#include <fmt/format.h>

#include <strandline/backend.hpp>
#include <strandline/error.hpp>

#include "cpu/cpu_backend.hpp"
#include "reference/reference_backend.hpp"

namespace strandline {

std::span<const Backend* const> all_backends() {
  static const std::array<const Backend*, 2> backends = {&reference::backend(), &cpu::backend()};
  return backends;
}

const Backend& choose_backend(std::string_view name) {
  const std::span<const Backend* const> backends = all_backends();
  if (name == "auto") {
    for (auto backend = backends.rbegin(); backend != backends.rend(); ++backend) {
      if ((*backend)->unavailable_because().empty()) return **backend;
    }
  }
  for (const Backend* backend : backends) {
    if (backend->name() != name) continue;
    if (const std::string reason = backend->unavailable_because(); !reason.empty()) {
      throw Unsupported(fmt::format("backend {} can't run on this machine, {}, choose another", name, reason));
    }
    return *backend;
  }
  throw Unsupported(fmt::format("backend {} is not in this build, see `strandline backends` for those that are", name));
}

}  // namespace strandline
