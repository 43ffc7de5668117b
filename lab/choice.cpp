// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// From what the user writes about experiments and sizes to what is to be run.
#include "choice.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <strandline/error.hpp>

#include "catalogue.hpp"
#include "integer_list.hpp"

namespace strandline::lab {
namespace {

struct Setting {
  std::string text;
  std::string experiment;  // empty: any
  std::string size;
  std::vector<std::int64_t> values;
};

Setting parse_setting(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || text.front() == '.') {
    throw InvalidArgument(fmt::format("'{}' sets nothing, in --size, give NAME=VALUE such as side=1024", text));
  }
  Setting setting{text, {}, text.substr(0, equals), {}};
  if (const std::size_t dot = setting.size.find('.'); dot != std::string::npos) {
    setting.experiment = setting.size.substr(0, dot);
    setting.size.erase(0, dot + 1);
  }
  const std::string_view list = std::string_view(text).substr(equals + 1);
  auto values = parse_integers(list);
  if (!values) {
    throw InvalidArgument(
        fmt::format("'{}' is no list of integers, in --size {}, give such as 1024, 1,2,32 or 1..33", list, text));
  }
  setting.values = std::move(*values);
  return setting;
}

void check_values(const Setting& setting, const SizeOption& option, const std::string& experiment) {
  const auto& values = setting.values;
  if (values.size() > 1 && !option.takes_several) {
    throw InvalidArgument(
        fmt::format("{} takes one value, in --size {} for {}, give one", option.name, setting.text, experiment));
  }
  for (auto value = values.begin(); value != values.end(); ++value) {
    if (*value < option.smallest || *value > option.largest) {
      throw InvalidArgument(fmt::format("{} can't be {}, in --size {} for {}, choose {} to {}", option.name, *value,
                                        setting.text, experiment, option.smallest, option.largest));
    }
    if (std::find(values.begin(), value, *value) != value) {
      throw InvalidArgument(fmt::format("{} is there twice, in --size {}, give each value once", *value, setting.text));
    }
  }
}

const SizeOption* find_size(const Description& description, const std::string& name) {
  const auto& sizes = description.sizes;
  const auto found = std::find_if(sizes.begin(), sizes.end(), [&](const auto& own) { return own.name == name; });
  return found == sizes.end() ? nullptr : &*found;
}

[[noreturn]] void throw_no_such_size(const Setting& setting, const std::vector<Choice>& choices) {
  std::vector<std::string> there;
  for (const Choice& choice : choices) {
    for (const SizeOption& option : choice.description.sizes) {
      there.push_back(
          fmt::format("{}.{} ({} to {})", choice.description.name, option.name, option.smallest, option.largest));
    }
  }
  throw InvalidArgument(fmt::format(
      "no chosen experiment has this size, in --size {}, {}", setting.text,
      there.empty() ? "leave it out, since they have none" : fmt::format("set one of {}", fmt::join(there, ", "))));
}

void apply(const Setting& setting, std::vector<Choice>& choices) {
  bool is_used = false;
  for (Choice& choice : choices) {
    const Description& description = choice.description;
    if (!setting.experiment.empty() && setting.experiment != description.name) continue;
    const SizeOption* option = find_size(description, setting.size);
    if (option == nullptr) continue;
    check_values(setting, *option, description.name);
    choice.sizes[option->name] = setting.values;
    is_used = true;
  }
  if (!is_used) throw_no_such_size(setting, choices);
}

}  // namespace

std::vector<Description> find_descriptions(const std::vector<std::string>& names) {
  std::vector<Description> chosen;
  bool all = false;
  for (const std::string& name : names) {
    all = all || name == "all";
    if (name == "all") continue;
    const Description& description = find_description(name);
    const bool is_there = std::any_of(chosen.begin(), chosen.end(), [&](const auto& own) { return own.name == name; });
    if (!is_there) chosen.push_back(description);
  }
  return all ? catalogue() : chosen;
}

std::vector<Choice> choose_sizes(const std::vector<Description>& descriptions, const std::vector<std::string>& settings,
                                 bool quick) {
  std::vector<Choice> choices;
  for (const Description& description : descriptions) {
    Sizes sizes;
    for (const SizeOption& option : description.sizes) {
      sizes[option.name] = quick && !option.quick_values.empty() ? option.quick_values : option.values;
    }
    choices.push_back({description, std::move(sizes)});
  }
  std::vector<Setting> parsed;
  for (const std::string& text : settings) parsed.push_back(parse_setting(text));
  std::stable_partition(parsed.begin(), parsed.end(), [](const Setting& own) { return own.experiment.empty(); });
  for (const Setting& setting : parsed) apply(setting, choices);
  return choices;
}

}  // namespace strandline::lab
