// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Text and data that must not become markup, whatever is in them.
#include "report/html.hpp"

namespace strandline::lab {

std::string escape_html(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string script_json(const Json& value) {
  // Ends of lines that JSON allows in strings and older JavaScript does not are escaped with all that is not ASCII.
  const std::string json = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string result;
  result.reserve(json.size());
  for (const char c : json) {
    // Both stand only within strings, where their codes mean the same.
    if (c == '<') {
      result += "\\u003c";
    } else if (c == '&') {
      result += "\\u0026";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace strandline::lab
