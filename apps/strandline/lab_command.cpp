// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline lab: becomes the program strandline-lab, which needs no GDAL and so starts where there is none.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <unistd.h>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "commands.hpp"

namespace strandline::app {
namespace {

constexpr const char* kLab = "strandline-lab";

/// In the folder of this very program, so that a build or an installation finds its own.
std::filesystem::path lab_beside_this_program() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path() / kLab;
}

/// Returns only by an exception: the process goes on as the lab, with its arguments, streams and exit status.
[[noreturn]] void become_lab(char** argv) {
  char** const arguments = argv + 1;  // the word "lab" is the place of the program's name
  std::string name = kLab;
  arguments[0] = name.data();
  ::execv(lab_beside_this_program().c_str(), arguments);
  if (errno == ENOENT) ::execvp(kLab, arguments);
  throw Error(
      fmt::format("can't start '{}', {}, install it beside strandline or on the PATH", kLab, std::strerror(errno)));
}

}  // namespace

void add_lab_command(CLI::App& application, char** argv) {
  CLI::App* lab =
      application.add_subcommand("lab", "Measure and predict what access patterns cost in a GPU's memory spaces");
  // Before anything that follows the word is looked at. The application has no options with values, so the word is
  // the first argument.
  lab->preparse_callback([argv](std::size_t) { become_lab(argv); });
}

}  // namespace strandline::app
