// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// One line of a results file, and its fields, none of which is taken for granted.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <strandline/error.hpp>

#include "results/results.hpp"

namespace strandline::lab {

/// What is wrong with a line. Who knows the file and the line's number makes a FileError of it.
struct DamagedLine : Error {
  explicit DamagedLine(const std::string& what, std::string what_to_do = "remove the line or measure again")
      : Error(what), remedy(std::move(what_to_do)) {}
  std::string remedy;
};

/// Not even JSON.
struct NoJson : DamagedLine {
  NoJson() : DamagedLine("what is no JSON object") {}
};

enum class Nulls { refused, allowed };

/// An object that names nothing twice, at any depth, and isn't deep.
Json parse_result_line(std::string_view text);

/// The same of each element of one array, which is all that there is in `text`, one after the other. `line` is the
/// number of the text's first line, and then of the line in which the element begins that is taken, or in which there
/// is damage.
void take_result_array(const std::string& text, std::int64_t& line, const std::function<void(const Json&)>& take);

// Each throws DamagedLine when `object` lacks the key or has something else under it.
const Json& member(const Json& object, const std::string& key);
const Json& object_of(const Json& object, const std::string& key);
std::string text_of(const Json& object, const std::string& key);
double number_of(const Json& object, const std::string& key);
bool truth_of(const Json& object, const std::string& key);
/// An integer from 0.
std::int64_t count_of(const Json& object, const std::string& key);
/// An object of numbers, texts and truth values; null stands for a number that was not finite.
const Json& simple_object_of(const Json& object, const std::string& key, Nulls nulls);

}  // namespace strandline::lab
