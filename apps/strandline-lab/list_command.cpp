// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline lab list: the experiments, and the sizes that they take.
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "catalogue.hpp"
#include "choice.hpp"
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

/// In lines that a terminal has room for.
void print_wrapped(const std::string& heading, const std::string& text) {
  constexpr std::size_t kCols = 100;
  std::string line = "    " + heading;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (line.size() + 1 + word.size() > kCols) {
      fmt::print("{}\n", line);
      line = "   ";
    }
    line += ' ' + word;
  }
  fmt::print("{}\n", line);
}

/// What a row of figures can't say.
void print_method(const Description& description) {
  print_wrapped("Method:", description.method);
  for (const std::string& sentence : description.fitted) print_wrapped("Fitted:", sentence);
  if (!description.limits.empty()) print_wrapped("Limits:", description.limits);
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
  const auto names = std::make_shared<std::vector<std::string>>();
  CLI::App* command = lab.add_subcommand("list", "List the experiments, what they ask, and their sizes");
  command->add_option("NAME", *names, "Only these, and with their methods: what is run, predicted, fitted and not told")
      ->type_name("");
  command->add_flag("--json", *json, "Print a JSON object a line");
  command->callback([json, names] {
    const bool is_all = names->empty();
    for (const Description& description : is_all ? lab::catalogue() : lab::find_descriptions(*names)) {
      *json ? print_json(description) : print_text(description);
      if (!is_all && !*json) print_method(description);
    }
  });
}

}  // namespace strandline::app
