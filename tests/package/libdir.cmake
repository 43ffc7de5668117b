# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
# Configures SOURCE_DIR as a shared library in several layouts of the installed folders, and looks where the installed command
# would seek it.
function(expect_rpath expected)
  execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE_DIR} -B ${BUILD_DIR} -DCMAKE_CXX_COMPILER=${CXX}
                          -DCMAKE_INSTALL_PREFIX=/opt/some -DBUILD_SHARED_LIBS=ON -DSTRANDLINE_BUILD_TESTS=OFF
                          -DSTRANDLINE_WITH_GDAL=OFF -DSTRANDLINE_WITH_CUDA=OFF ${ARGN}
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${BUILD_DIR}/apps/strandline/cmake_install.cmake script)
  if(NOT script MATCHES " RPATH [^/$]*([/$][^]\"]*)" OR NOT CMAKE_MATCH_1 STREQUAL expected)
    message(SEND_ERROR "${ARGN}: '${CMAKE_MATCH_1}' in place of '${expected}'")
  endif()
endfunction()

file(REMOVE_RECURSE ${BUILD_DIR})
expect_rpath("$ORIGIN/../lib/x" -DCMAKE_INSTALL_LIBDIR=lib/x)
expect_rpath("$ORIGIN/../../lib" -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_INSTALL_BINDIR=libexec/strandline)
expect_rpath("/elsewhere/lib" -DCMAKE_INSTALL_LIBDIR=/elsewhere/lib)
expect_rpath("/opt/some/lib" -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_INSTALL_BINDIR=/elsewhere/bin)
