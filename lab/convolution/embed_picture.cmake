# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
# cmake -DPICTURE=… -DOUTPUT=… -P embed_picture.cmake: makes the C++ source that holds the pixels of a PGM file.
cmake_minimum_required(VERSION 3.25)

file(READ ${PICTURE} bytes HEX)
set(header "50350a323536203235360a3235350a")  # "P5", "256 256" and "255", each with its newline
if(NOT bytes MATCHES "^${header}")
  message(FATAL_ERROR "strandline: ${PICTURE} is no PGM of 256 x 256 bytes, restore it")
endif()
string(LENGTH ${header} begin)
string(SUBSTRING ${bytes} ${begin} -1 pixels)
string(REGEX REPLACE "(..)" "0x\\1," pixels ${pixels})
file(WRITE ${OUTPUT} "// Made by lab/convolution/embed_picture.cmake.
#include \"convolution/blue_marble.hpp\"

namespace strandline::lab {

std::span<const std::uint8_t> blue_marble_luma() {
  static constexpr std::uint8_t kPixels[kBlueMarbleSide * kBlueMarbleSide] = {${pixels}};
  return kPixels;
}

}  // namespace strandline::lab
")
