// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The files of the page that are built into the program; lab/report/embed.cmake makes the source.
#pragma once

#include <string_view>

namespace strandline::lab {

extern const std::string_view kPageHtml;
extern const std::string_view kPageCss;
extern const std::string_view kPageJs;

/// Chart.js and the licences that go with it; empty in a build without it.
extern const std::string_view kChartJs;
extern const std::string_view kChartJsLicences;
extern const std::string_view kChartJsVersion;

}  // namespace strandline::lab
