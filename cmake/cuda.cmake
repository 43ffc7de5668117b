# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
# Finds CUDA's compiler and says for which cards to compile. Sets STRANDLINE_HAS_CUDA and, for people to read,
# STRANDLINE_CUDA_CODE: the machine code and the PTX (compute_*) that the library holds.
set(STRANDLINE_HAS_CUDA OFF)
set(STRANDLINE_CUDA_CODE "")
get_property(enabled_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
if(STRANDLINE_WITH_CUDA STREQUAL "AUTO" AND NOT PROJECT_IS_TOP_LEVEL AND NOT "CUDA" IN_LIST enabled_languages)
  message(STATUS "strandline: without CUDA, a language that this project has not enabled; -DSTRANDLINE_WITH_CUDA=ON does")
  return()
endif()
if(STRANDLINE_WITH_CUDA)
  include(CheckLanguage)
  # An installation that is not on the PATH is found where NVIDIA's installers put it.
  if(NOT CMAKE_CUDA_COMPILER)
    find_program(STRANDLINE_NVCC nvcc HINTS ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
    if(STRANDLINE_NVCC)
      set(CMAKE_CUDA_COMPILER ${STRANDLINE_NVCC})
    endif()
  endif()
  # CMake wants one before the compiler's version is known, which decides below.
  if(NOT CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 75-real)
    set(architectures_are_ours ON)
  endif()
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
  endif()
  if(CMAKE_CUDA_COMPILER AND CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.5)
    set(STRANDLINE_HAS_CUDA ON)
  elseif(NOT STRANDLINE_WITH_CUDA STREQUAL "AUTO")
    message(FATAL_ERROR "strandline: STRANDLINE_WITH_CUDA is ${STRANDLINE_WITH_CUDA}, but there is no nvcc of CUDA 12.5 or "
                        "newer (found: ${CMAKE_CUDA_COMPILER} ${CMAKE_CUDA_COMPILER_VERSION}); set CMAKE_CUDA_COMPILER")
  endif()
endif()
if(NOT STRANDLINE_HAS_CUDA)
  message(STATUS "strandline: without CUDA, since there is no nvcc of CUDA 12.5 or newer or it is switched off; "
                 "no CUDA code is compiled or tested")
  return()
endif()

# From the oldest card that CUDA 13 still compiles for to the newest that this compiler knows; the last one also as PTX,
# from which the driver compiles for newer cards.
if(architectures_are_ours)
  set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90)
  if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.8)
    set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90-real 100)
  endif()
endif()
foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
  if(architecture MATCHES "^([0-9]+[af]?)-real$")
    list(APPEND STRANDLINE_CUDA_CODE sm_${CMAKE_MATCH_1})
  elseif(architecture MATCHES "^([0-9]+[af]?)-virtual$")
    list(APPEND STRANDLINE_CUDA_CODE compute_${CMAKE_MATCH_1})
  elseif(architecture MATCHES "^[0-9]+[af]?$")
    list(APPEND STRANDLINE_CUDA_CODE sm_${architecture} compute_${architecture})
  else()
    list(APPEND STRANDLINE_CUDA_CODE ${architecture})  # native, all, all-major
  endif()
endforeach()
list(JOIN STRANDLINE_CUDA_CODE " " STRANDLINE_CUDA_CODE)

# CMake 3.25 doesn't know yet that nvcc speaks C++20.
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_COMPILE_FEATURES cuda_std_20)
  list(APPEND CMAKE_CUDA_COMPILE_FEATURES cuda_std_20)
endif()
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
find_package(CUDAToolkit REQUIRED)
message(STATUS "strandline: with CUDA ${CMAKE_CUDA_COMPILER_VERSION} for ${STRANDLINE_CUDA_CODE}")
