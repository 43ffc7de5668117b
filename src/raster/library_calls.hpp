// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Sources and sinks as callers get them: what holds for every call of the library holds for those of their members.
#pragma once

#include <memory>

#include <strandline/raster.hpp>

namespace strandline::raster {

std::unique_ptr<RasterSource> as_library_calls(std::unique_ptr<RasterSource> source);
std::unique_ptr<RasterSink> as_library_calls(std::unique_ptr<RasterSink> sink);

}  // namespace strandline::raster
