# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
# Finds CUDA's compiler and says for which cards to compile. Sets STRANDLINE_HAS_CUDA.
set(STRANDLINE_HAS_CUDA OFF)
if(STRANDLINE_WITH_CUDA)
  include(CheckLanguage)
  # An installation that is not on the PATH is found where NVIDIA's installers put it.
  if(NOT CMAKE_CUDA_COMPILER)
    find_program(STRANDLINE_NVCC nvcc HINTS ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
    if(STRANDLINE_NVCC)
      set(CMAKE_CUDA_COMPILER ${STRANDLINE_NVCC})
    endif()
  endif()
  # From the oldest card that CUDA 13 still compiles for to the newest that Strandline knows; the last one also as
  # PTX, from which the driver compiles for newer cards.
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90-real 100)
  endif()
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
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
    set(STRANDLINE_HAS_CUDA ON)
  elseif(NOT STRANDLINE_WITH_CUDA STREQUAL "AUTO")
    message(FATAL_ERROR "strandline: STRANDLINE_WITH_CUDA is ON, but no CUDA compiler was found; set CMAKE_CUDA_COMPILER")
  endif()
endif()
if(NOT STRANDLINE_HAS_CUDA)
  message(STATUS "strandline: without CUDA; there will be no cuda backend")
endif()
