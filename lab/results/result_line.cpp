// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// One line of a results file, and its fields, none of which is taken for granted.
#include "results/result_line.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <sstream>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace strandline::lab {
namespace {

using Event = Json::parse_event_t;

constexpr int kDeepest = 8;

/// Told of all that is parsed, refuses what the parser lets pass.
class Strictness {
 public:
  void look_at(int depth, Event event, const Json& parsed) {
    if (depth > kDeepest) throw DamagedLine("objects or lists within others, too deep");
    if (event == Event::object_start) keys_.emplace_back();
    if (event == Event::object_end) keys_.pop_back();
    if (event == Event::key && !keys_.back().insert(parsed.get<std::string>()).second) {
      throw DamagedLine(fmt::format("'{}' twice", parsed.get<std::string>()));
    }
  }

 private:
  std::vector<std::set<std::string>> keys_;  // of the objects that are open
};

/// The parser takes it for the end, and whatever follows would go unnoticed.
void refuse_nul(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) throw NoJson();
}

[[noreturn]] void throw_no(const std::string& key, std::string_view kind) {
  throw DamagedLine(fmt::format("'{}' is no {}", key, kind));
}

}  // namespace

Json parse_result_line(std::string_view text) {
  refuse_nul(text);
  Strictness strictness;
  const auto look_at = [&](int depth, Event event, const Json& parsed) {
    strictness.look_at(depth, event, parsed);
    return true;
  };
  try {
    Json line = Json::parse(text, look_at);
    if (!line.is_object()) throw NoJson();
    return line;
  } catch (const Json::exception&) {
    throw NoJson();
  }
}

void take_result_array(const std::string& text, std::int64_t& line, const std::function<void(const Json&)>& take) {
  refuse_nul(text);
  std::istringstream stream(text);
  std::ptrdiff_t passed = 0;
  const auto pass_to = [&](std::ptrdiff_t position) {
    line += std::count(text.begin() + passed, text.begin() + position, '\n');
    passed = position;
  };
  Strictness strictness;
  const auto look_at = [&](int depth, Event event, const Json& parsed) {
    const bool is_element = depth == 1;
    if (is_element && event != Event::object_end) pass_to(std::ssize(text) - stream.rdbuf()->in_avail());
    if (is_element && (event == Event::value || event == Event::array_start)) throw NoJson();
    strictness.look_at(depth, event, parsed);
    if (is_element && event == Event::object_end) take(parsed);
    return true;
  };
  try {
    std::ignore = Json::parse(stream, look_at);  // each element was taken on the way
  } catch (const Json::parse_error& error) {
    pass_to(std::clamp(static_cast<std::ptrdiff_t>(error.byte), passed, std::ssize(text)));
    throw NoJson();
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
