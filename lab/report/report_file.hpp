// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Where a report goes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace strandline::lab {

/// Throws FileError when `output` is one of the inputs by any name, is no regular file, or exists and `overwrite` is
/// false.
void check_report_path(const std::filesystem::path& output, const std::vector<std::string>& inputs, bool overwrite);

/// The file appears under its name only when it is complete. Throws FileError.
void write_report(const std::filesystem::path& output, std::string_view page, bool overwrite);

}  // namespace strandline::lab
