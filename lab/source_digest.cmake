# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
# Writes HEADER with the digest of what the lab's figures speak of: 16 hexadecimal digits that change when a source of an
# experiment or of the harness does, or its name. bench/gpu/source_digest.py makes the same digest.
#   cmake -DROOT=... -DHEADER=... -P lab/source_digest.cmake
file(GLOB files RELATIVE ${ROOT}
  ${ROOT}/lab/*/*.cpp ${ROOT}/lab/*/*.cu ${ROOT}/lab/*/*.cuh ${ROOT}/lab/*/*.hpp)
# What is printed, compared and drawn of the figures doesn't change them.
list(FILTER files EXCLUDE REGEX "^lab/results/|/about\\.cpp$")
list(APPEND files include/strandline/warp_cost.hpp)
list(SORT files)
set(whole "")
foreach(file IN LISTS files)
  file(SHA256 ${ROOT}/${file} digest)
  string(APPEND whole "${digest}  ${file}\n")
endforeach()
string(SHA256 digest "${whole}")
string(SUBSTRING ${digest} 0 16 digest)
file(CONFIGURE OUTPUT ${HEADER} @ONLY CONTENT [[
// Made by lab/source_digest.cmake.
#pragma once

namespace strandline::lab {

inline constexpr const char* kSourceDigest = "@digest@";

}  // namespace strandline::lab
]])
