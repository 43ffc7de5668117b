// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// One line of a results file, and its fields, none of which is taken for granted.
#include "results/result_line.hpp"

#include <limits>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace strandline::lab {
namespace {

constexpr int kDeepest = 8;

[[noreturn]] void throw_no(const std::string& key, std::string_view kind) {
  throw DamagedLine(fmt::format("'{}' is no {}", key, kind));
}

}  // namespace

Json parse_result_line(std::string_view text) {
  std::vector<std::set<std::string>> seen;
  const auto check = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > kDeepest) throw DamagedLine("objects or lists within others, too deep");
    if (event == Json::parse_event_t::object_start) seen.emplace_back();
    if (event == Json::parse_event_t::object_end) seen.pop_back();
    if (event == Json::parse_event_t::key && !seen.back().insert(parsed.get<std::string>()).second) {
      throw DamagedLine(fmt::format("'{}' twice", parsed.get<std::string>()));
    }
    return true;
  };
  // The parser takes it for the end, and whatever follows would go unnoticed.
  if (text.find('\0') != std::string_view::npos) throw NoJson();
  try {
    Json line = Json::parse(text, check);
    if (!line.is_object()) throw NoJson();
    return line;
  } catch (const Json::exception&) {
    throw NoJson();
  }
}

const Json& member(const Json& object, const std::string& key) {
  const auto found = object.find(key);
  if (found == object.end()) throw DamagedLine(fmt::format("no '{}'", key));
  return *found;
}

const Json& object_of(const Json& object, const std::string& key) {
  const Json& value = member(object, key);
  if (!value.is_object()) throw_no(key, "object");
  return value;
}

std::string text_of(const Json& object, const std::string& key) {
  const Json& value = member(object, key);
  if (!value.is_string()) throw_no(key, "text");
  return value.get<std::string>();
}

double number_of(const Json& object, const std::string& key) {
  const Json& value = member(object, key);
  if (!value.is_number()) throw_no(key, "number");
  return value.get<double>();
}

bool truth_of(const Json& object, const std::string& key) {
  const Json& value = member(object, key);
  if (!value.is_boolean()) throw_no(key, "truth value");
  return value.get<bool>();
}

std::int64_t count_of(const Json& object, const std::string& key) {
  const Json& value = member(object, key);
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  // The parser makes unsigned numbers of all integers from 0.
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > kMost) throw_no(key, "count");
  return value.get<std::int64_t>();
}

const Json& simple_object_of(const Json& object, const std::string& key, Nulls nulls) {
  const Json& values = object_of(object, key);
  for (const auto& [name, value] : values.items()) {
    if (value.is_null() && nulls == Nulls::allowed) continue;
    if (!value.is_number() && !value.is_string() && !value.is_boolean()) {
      throw DamagedLine(fmt::format("'{}' in '{}' is neither a number nor a text", name, key));
    }
  }
  return values;
}

}  // namespace strandline::lab
