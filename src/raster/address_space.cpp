// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Reserves addresses for a moment, which takes no memory.
#include "raster/address_space.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <strandline/error.hpp>

#include "raster/saturating.hpp"

namespace strandline::raster {

void check_address_space(const BandPlan& plan, int threads) {
  constexpr std::int64_t kMiB = std::int64_t{1} << 20;
  constexpr std::int64_t kStackAddresses = 8 * kMiB;  // what Linux gives a thread unless told otherwise
  const std::int64_t bytes = saturating_sum(plan.total_bytes(), saturating_product(2 * threads, kStackAddresses));
  const auto size = static_cast<std::size_t>(bytes);
  void* const reserved = ::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) {
    throw OutOfMemory(fmt::format(
        "the process can't have {}M more of addresses, which this run may take; raise its limit (ulimit -v), "
        "use fewer threads or allow less with --memory",
        divide_up(bytes, kMiB)));
  }
  ::munmap(reserved, size);
}

}  // namespace strandline::raster
