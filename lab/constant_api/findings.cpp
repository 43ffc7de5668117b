// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What became of each way into constant memory and out of it: a row, a gate and a place in the verdict.
#include "constant_api/findings.hpp"

#include <fmt/format.h>

namespace strandline::lab {

void Findings::count_way(bool is_right) {
  ++ways_;
  right_ += is_right ? 1 : 0;
}

void Findings::add_way(const Contestant& way, const std::string& detail) {
  std::string error;
  try {
    run_.check(way);
  } catch (const Error& failure) {  // the others are worth trying all the same
    error = failure.what();
  }
  count_way(error.empty());
  run_.add({.parameters = {{"way", way.name}},
            .measured = {},
            .values = {{"result", error.empty() ? "right" : "wrong"}, {"error", error.empty() ? "none" : error}},
            .predicted = Json::object()});
  run_.gate(way.name, error.empty(), error.empty() ? detail : error);
}

void Findings::add_mistake(const Mistake& mistake) {
  ++mistakes_;
  const bool is_silent = mistake.error.empty();
  if (is_silent) silent_ += fmt::format("{}{} ({})", silent_.empty() ? "" : ", ", mistake.name, mistake.consequence);
  const std::string told = is_silent ? fmt::format("none: {}", mistake.consequence) : mistake.error;
  run_.add({.parameters = {{"way", fmt::format("mistake: {}", mistake.name)}},
            .measured = {},
            .values = {{"result", is_silent ? "wrong, silently" : "refused"}, {"error", told}},
            .predicted = Json::object()});
  run_.gate(fmt::format("mistake: {}", mistake.name), mistake.is_as_known, told);
}

void Findings::tell_verdicts() {
  run_.verdict(fmt::format("{} of {} ways into constant memory and out of it gave the right result.", right_, ways_));
  run_.verdict(silent_.empty() ? fmt::format("Each of the {} mistakes gives an error.", mistakes_)
                               : fmt::format("Of {} mistakes these give no error: {}.", mistakes_, silent_));
}

}  // namespace strandline::lab
