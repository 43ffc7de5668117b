// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What attracts and what comes of it, as they lie in memory, and where a warp finds them.
#pragma once

#include <array>

namespace strandline::lab {

/// Takes one 16-byte access.
struct alignas(16) Body {
  float x = 0;
  float y = 0;
  float z = 0;
  float mass = 0;
};

struct alignas(16) Acceleration {
  float x = 0;
  float y = 0;
  float z = 0;
  float unused = 0;  ///< written as 0
};

/// Where all lanes of a warp find the body that attracts them.
enum class BodyPlace {
  constant,  ///< in constant memory, which is filled anew for each pass of kPassBodies: a copy and a kernel for each
  shared,    ///< in tiles of shared memory
  global,    ///< in global memory, by way of L1
  shuffle    ///< in another lane's registers
};

struct BodyPlaceName {
  BodyPlace place;
  const char* name;  ///< as rows have it
};
inline constexpr std::array<BodyPlaceName, 4> kBodyPlaces = {{{BodyPlace::constant, "constant"},
                                                              {BodyPlace::shared, "shared"},
                                                              {BodyPlace::global, "global"},
                                                              {BodyPlace::shuffle, "shuffle"}}};

}  // namespace strandline::lab
