# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
# Installs the library, its headers and its CMake package.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/strandline)
install(TARGETS strandline EXPORT strandline-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
target_include_directories(strandline PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/strandline DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_BINARY_DIR}/include/strandline/version.hpp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/strandline)
install(EXPORT strandline-targets NAMESPACE strandline:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/strandline-config.cmake.in
  ${PROJECT_BINARY_DIR}/strandline-config.cmake INSTALL_DESTINATION ${package_dir})
# The rule that the library's SOVERSION follows too.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/strandline-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/strandline-config.cmake ${PROJECT_BINARY_DIR}/strandline-config-version.cmake
  DESTINATION ${package_dir})
