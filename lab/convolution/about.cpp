// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the experiment asks, its sizes and its charts.
#include "catalogue.hpp"

namespace strandline::lab {

Description about_convolution() {
  return {.name = "convolution", .title = "", .question = "", .sizes = {}, .charts = {}};
}

}  // namespace strandline::lab
