// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A program that uses the installed library: an impulse has edges around it.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <strandline/edges.hpp>
#include <strandline/version.hpp>

int main() {
  std::vector<std::uint8_t> pixels(32 * 32, 0);
  pixels[16 * 32 + 16] = 255;
  std::vector<std::uint8_t> edges(pixels.size());
  strandline::edges(strandline::ImageView<const std::uint8_t>(pixels.data(), 32, 32),
                    strandline::ImageView<std::uint8_t>(edges.data(), 32, 32), {.threshold = 0.05});
  int found = 0;
  for (const std::uint8_t pixel : edges) found += pixel == 255;
  std::printf("strandline %s: %d edge pixels\n", strandline::kVersion.data(), found);
  return found > 0 ? 0 : 1;
}
