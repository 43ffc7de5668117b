// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline lab list: the experiments, and the sizes that they take.
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "catalogue.hpp"
#include "commands.hpp"

namespace strandline::app {
namespace {

using lab::Description;
using lab::SizeOption;

void print_size(const SizeOption& option) {
  const auto& quick = option.quick_values.empty() ? option.values : option.quick_values;
  fmt::print("    {}={}  {}; {} to {}{}; quick: {}\n", option.name, fmt::join(option.values, ","), option.meaning,
             option.smallest, option.largest, option.takes_several ? ", one or more" : "", fmt::join(quick, ","));
}

void print_text(const Description& description) {
  fmt::print("{}: {}\n    {}\n", description.name, description.title, description.question);
  for (const SizeOption& option : description.sizes) print_size(option);
}

void print_json(const Description& description) {
  nlohmann::ordered_json line = {{"name", description.name},
                                 {"title", description.title},
                                 {"question", description.question},
                                 {"method", description.method},
                                 {"fitted", description.fitted},
                                 {"limits", description.limits},
                                 {"source_digest", lab::source_digest_of(description.name)},
                                 {"sizes", nlohmann::ordered_json::array()}};
  for (const SizeOption& option : description.sizes) {
    line["sizes"].push_back({{"name", option.name},
                             {"meaning", option.meaning},
                             {"values", option.values},
                             {"quick_values", option.quick_values.empty() ? option.values : option.quick_values},
                             {"smallest", option.smallest},
                             {"largest", option.largest},
                             {"takes_several", option.takes_several}});
  }
  fmt::print("{}\n", line.dump());
}

}  // namespace

void add_list_command(CLI::App& lab) {
  const auto json = std::make_shared<bool>(false);
  CLI::App* command = lab.add_subcommand("list", "List the experiments, what they ask, and their sizes");
  command->add_flag("--json", *json, "Print a JSON object a line");
  command->callback([json] {
    for (const Description& description : lab::catalogue()) *json ? print_json(description) : print_text(description);
  });
}

}  // namespace strandline::app
