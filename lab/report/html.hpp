// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Text, data and tables as HTML; what is in them never becomes markup.
#pragma once

#include <string>
#include <string_view>

#include "results/row_table.hpp"

namespace strandline::lab {

/// For an element's content or an attribute in quotes.
std::string escape_html(std::string_view text);

/// The same of a key: with blanks for its underscores.
std::string key_html(std::string key);

/// JSON for the content of a script element, which ends at the first "</script", also within a string.
std::string script_json(const Json& value);

/// What is notable is marked.
std::string table_html(const RowTable& table, const std::string& caption);

}  // namespace strandline::lab
