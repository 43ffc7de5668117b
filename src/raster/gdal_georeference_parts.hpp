// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What of a georeference a file fails to say.
#pragma once

#include <string>
#include <vector>

#include <strandline/raster.hpp>

namespace strandline::raster {

enum class GeoreferencePart {
  crs,
  crs_vertical,
  crs_codes,
  crs_epoch,
  geotransform,
  points,
  points_epoch,
  pixel_is_point,
  rpc,
  geolocation,
  orientation  ///< which is none of a georeference, but as easily lost
};
using GeoreferenceParts = std::vector<GeoreferencePart>;

/// The parts of `wanted` that `found` lacks or has otherwise. Some formats keep a few digits only: that is close
/// enough.
GeoreferenceParts missing_parts(const Georeference& wanted, const Georeference& found);

/// Takes from `declared` what the parts speak of. Returns whether it had any of that.
bool drop_parts(Georeference& declared, const GeoreferenceParts& parts);

/// Takes from `declared` what made a file say something else than `wanted`: a wrong place, not merely none.
/// Returns whether there was such a thing.
bool drop_false_parts(Georeference& declared, const Georeference& wanted, const Georeference& found);

/// For messages, such as "coordinate epoch, RPC".
std::string names_of(const GeoreferenceParts& parts);

}  // namespace strandline::raster
