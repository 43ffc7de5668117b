// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Text and data that must not become markup, whatever is in them.
#pragma once

#include <string>
#include <string_view>

#include "results/results.hpp"

namespace strandline::lab {

/// For an element's content or an attribute in quotes.
std::string escape_html(std::string_view text);

/// JSON for the content of a script element, which ends at the first "</script", also within a string.
std::string script_json(const Json& value);

}  // namespace strandline::lab
