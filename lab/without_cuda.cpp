// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What lab run says in a build without CUDA.
#include "run_experiments.hpp"

namespace strandline::lab {

bool run_experiments(const std::vector<Choice>&, const RunOptions&, const std::vector<std::shared_ptr<ResultSink>>&) {
  throw NoCard("lab run measures a card, this build of strandline has no CUDA, build it with CUDA 12.5 or newer");
}

}  // namespace strandline::lab
