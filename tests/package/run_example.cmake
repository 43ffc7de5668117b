# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
# Builds the example at EXAMPLE_DIR against the package in PREFIX, in BUILD_DIR, and runs RUN there. An example that says
# that nothing was computed is a skipped test; where it is for want of a card and STRANDLINE_REQUIRE_GPU is 1, a failed one.
file(REMOVE_RECURSE ${BUILD_DIR})
set(prefixes ${PREFIX})
cmake_path(CONVERT "$ENV{CMAKE_PREFIX_PATH}" TO_CMAKE_PATH_LIST more_prefixes)
list(APPEND prefixes ${more_prefixes})
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${EXAMPLE_DIR} -B ${BUILD_DIR} "-DCMAKE_PREFIX_PATH=${prefixes}"
                        -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_FLAGS=${CXX_FLAGS} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD_DIR} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${RUN} WORKING_DIRECTORY ${BUILD_DIR} OUTPUT_VARIABLE output ECHO_OUTPUT_VARIABLE
                COMMAND_ERROR_IS_FATAL ANY)
if(output MATCHES "nothing was computed, there is no CUDA device" AND "$ENV{STRANDLINE_REQUIRE_GPU}" STREQUAL "1")
  message(FATAL_ERROR "STRANDLINE_REQUIRE_GPU is 1, but the example found no card")
elseif(output MATCHES "nothing was computed")
  message("NOT TESTED, the example needs what this machine doesn't have")
endif()
