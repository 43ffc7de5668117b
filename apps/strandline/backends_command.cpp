// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline backends: what this machine can run, and why not where it cannot.
#include <fmt/format.h>

#include <strandline/backend.hpp>

#include "commands.hpp"

namespace strandline::app {
namespace {

void run_backends() {
  bool lists_cuda = false;
  for (const Backend* backend : all_backends()) {
    lists_cuda = lists_cuda || backend->name() == "cuda";
    const std::string reason = backend->unavailable_because();
    fmt::print("{:<10} {:<4} {}\n", backend->name(), reason.empty() ? "yes" : "no",
               reason.empty() ? backend->description() : reason);
  }
  if (!lists_cuda) fmt::print("{:<10} {:<4} {}\n", "cuda", "no", "this build has no CUDA backend");
}

}  // namespace

void add_backends_command(CLI::App& application) {
  application.add_subcommand("backends", "List what this machine can compute on")->callback(run_backends);
}

}  // namespace strandline::app
