# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
# Builds the picture of the experiment convolution into strandline_lab: a source that holds the pixels of a PGM file.
set(picture ${CMAKE_CURRENT_LIST_DIR}/blue_marble_256x256.pgm)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${picture})
file(READ ${picture} pixels HEX)
set(header "50350a323536203235360a3235350a")  # "P5", "256 256" and "255", each with its newline
if(NOT pixels MATCHES "^${header}")
  message(FATAL_ERROR "strandline: ${picture} is no PGM of 256 x 256 bytes, restore it")
endif()
string(REGEX REPLACE "^${header}" "" pixels ${pixels})
string(REGEX REPLACE "(..)" "0x\\1," pixels ${pixels})
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/blue_marble.cpp @ONLY CONTENT [[
// Made by lab/convolution/blue_marble.cmake.
#include "convolution/convolution_pictures.hpp"

namespace strandline::lab {

std::span<const std::uint8_t> blue_marble_luma() {
  static constexpr std::uint8_t kPixels[kBlueMarbleSide * kBlueMarbleSide] = {@pixels@};
  return kPixels;
}

}  // namespace strandline::lab
]])
target_sources(strandline_lab PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/blue_marble.cpp)
