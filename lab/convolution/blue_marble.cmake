# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
# Builds the picture of the experiment convolution into strandline_lab.
set(picture ${CMAKE_CURRENT_LIST_DIR}/blue_marble_256x256.pgm)
set(picture_source ${CMAKE_CURRENT_BINARY_DIR}/blue_marble.cpp)
add_custom_command(OUTPUT ${picture_source}
  COMMAND ${CMAKE_COMMAND} -DPICTURE=${picture} -DOUTPUT=${picture_source}
          -P ${CMAKE_CURRENT_LIST_DIR}/embed_picture.cmake
  DEPENDS ${CMAKE_CURRENT_LIST_DIR}/embed_picture.cmake ${picture}
  COMMENT "Building a picture in" VERBATIM)
target_sources(strandline_lab PRIVATE ${picture_source})
