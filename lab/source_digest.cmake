# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
# Writes HEADER with the digests of what the lab's figures speak of: 16 hexadecimal digits that change when a source, or its
# name, does. One is of all the lab, and one of each experiment: of its folder and of the harness, of what they include of
# other folders with all that bears the included header's name (load_probe.hpp, load_probe_kernels.cu), and of the model.
# bench/gpu/source_digest.py makes the same digests.
#   cmake -DROOT=... -DHEADER=... -P lab/source_digest.cmake
set(model include/strandline/warp_cost.hpp)
file(GLOB sources RELATIVE ${ROOT}
  ${ROOT}/lab/*/*.cpp ${ROOT}/lab/*/*.cu ${ROOT}/lab/*/*.cuh ${ROOT}/lab/*/*.hpp)
# What is printed, compared and drawn of the figures doesn't change them.
list(FILTER sources EXCLUDE REGEX "^lab/(results|report)/|/about\\.cpp$")

function(digest_of files result)
  list(SORT files)
  set(whole "")
  foreach(file IN LISTS files)
    file(SHA256 ${ROOT}/${file} digest)
    string(APPEND whole "${digest}  ${file}\n")
  endforeach()
  string(SHA256 digest "${whole}")
  string(SUBSTRING ${digest} 0 16 digest)
  set(${result} ${digest} PARENT_SCOPE)
endfunction()

function(files_of_experiment folder result)
  set(files ${sources})
  list(FILTER files INCLUDE REGEX "^lab/(${folder}|harness)/")
  set(waiting ${files})
  while(waiting)
    list(POP_FRONT waiting file)
    file(STRINGS ${ROOT}/${file} includes REGEX "^#include \"[a-z0-9_]+/[a-z0-9_]+\\.[a-z]+\"")
    foreach(include IN LISTS includes)
      string(REGEX REPLACE "^#include \"([a-z0-9_/]+)\\..*" "\\1" name "${include}")
      set(named ${sources})
      list(FILTER named INCLUDE REGEX "^lab/${name}")
      if(named)
        list(REMOVE_ITEM named ${files})
      endif()
      list(APPEND files ${named})
      list(APPEND waiting ${named})
    endforeach()
  endwhile()
  set(${result} ${files} PARENT_SCOPE)
endfunction()

digest_of("${sources};${model}" digest)
set(rows "")
file(GLOB abouts RELATIVE ${ROOT}/lab ${ROOT}/lab/*/about.cpp)
foreach(about IN LISTS abouts)
  get_filename_component(folder ${about} DIRECTORY)
  files_of_experiment(${folder} files)
  digest_of("${files};${model}" own)
  string(REPLACE "_" "-" name ${folder})
  string(APPEND rows "    {\"${name}\", \"${own}\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${HEADER} @ONLY CONTENT [[
// Made by lab/source_digest.cmake.
#pragma once

#include <string_view>
#include <utility>

namespace strandline::lab {

inline constexpr const char* kSourceDigest = "@digest@";

inline constexpr std::pair<std::string_view, std::string_view> kExperimentDigests[] = {
@rows@};

}  // namespace strandline::lab
]])
