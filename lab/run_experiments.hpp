// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Runs experiments on this machine's card.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "description.hpp"
#include "measuring/card_facts.hpp"
#include "results/result_sink.hpp"

namespace strandline::lab {

/// There is no card here, or this build can use none.
using measuring::NoCard;

/// By the option's name; every option of the experiment is there.
using Sizes = std::map<std::string, std::vector<std::int64_t>>;

struct Choice {
  Description description;
  Sizes sizes;
};

struct RunOptions {
  bool quick = false;  ///< few samples: shows that it works, not how fast
  int device = 0;      ///< which of several cards, as CUDA numbers them
  std::string commit = "unknown";
  bool check_only = false;           ///< no times: for tools under which a kernel takes a thousand times as long
  bool keep_samples = false;         ///< each sample in the results, not their summary alone
  std::string pictures_folder = {};  ///< where experiments that make pictures write them; none when empty
};

/// Throws NoCard, or InvalidArgument for a device that there isn't, before it tells the sinks anything. An experiment
/// that fails costs no other, unless the card is then beyond use. Returns whether every gate passed and nothing failed.
bool run_experiments(const std::vector<Choice>& choices, const RunOptions& options,
                     const std::vector<std::shared_ptr<ResultSink>>& sinks);

}  // namespace strandline::lab
