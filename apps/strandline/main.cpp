// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The command strandline.
#include <cstdint>

#include <fmt/format.h>

#include <strandline/version.hpp>

#include "commands.hpp"

// HDF5, which most builds of GDAL bring along. Weak: where there is none, there is nothing to tell.
extern "C" __attribute__((weak)) int H5Eset_auto2(std::int64_t stack, void* function, void* data);

namespace {

using namespace strandline;

int run(int argc, char** argv) {
  CLI::App application("Finds edges in images of any size, at the speed of memory.", "strandline");
  application.set_version_flag(
      "--version", [] { return fmt::format("strandline {}\n{}", kVersion, build_description()); },
      "Print the version and what is built in");
  application.require_subcommand(1);
  int status = 0;
  app::add_edges_command(application, status);
  app::add_info_command(application);
  app::add_backends_command(application);
  app::add_lab_command(application, argv);
  return app::parse(application, "strandline", argc, argv, status);
}

}  // namespace

int main(int argc, char** argv) {
  // HDF5 would say at exit that a damaged file kept it from closing. The library puts its printer back after each call.
  if (H5Eset_auto2) H5Eset_auto2(0, nullptr, nullptr);
  return app::run_program([&] { return run(argc, argv); });
}
