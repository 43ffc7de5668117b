// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Pseudo-random pixels that reach every branch of the arithmetic.
#pragma once

#include <cstdint>
#include <limits>
#include <random>

#include <strandline/pixel_type.hpp>

namespace strandline::test {

enum class Texture {
  noise,     ///< every value of the type
  extremes,  ///< black and white only: the largest sums
  ramp,      ///< smooth, so that gradients are small
  holes,     ///< f32: noise with NaN, infinities, denormals and huge values; integers: noise
};

template <Pixel T>
class RandomPixels {
 public:
  RandomPixels(std::uint64_t seed, Texture texture) : generator_(seed), texture_(texture) {}

  T operator()(std::int64_t row, std::int64_t col) {
    switch (texture_) {
      case Texture::extremes:
        return generator_() % 2 ? white() : T{0};
      case Texture::ramp:
        return static_cast<T>(static_cast<double>(white()) * static_cast<double>((3 * row + 2 * col) % 251) / 251);
      case Texture::holes:
        if constexpr (std::same_as<T, float>) {
          if (generator_() % 24 == 0) return special();
        }
        break;
      case Texture::noise:
        break;
    }
    if constexpr (std::same_as<T, float>) {
      return std::uniform_real_distribution<float>(-1, 1)(generator_);
    } else {
      return static_cast<T>(generator_());
    }
  }

 private:
  static constexpr T white() { return std::same_as<T, float> ? T{1} : std::numeric_limits<T>::max(); }

  T special() {
    using Limits = std::numeric_limits<float>;
    const float specials[] = {Limits::quiet_NaN(),  Limits::infinity(), -Limits::infinity(),
                              Limits::denorm_min(), Limits::max(),      -0.0f};
    return static_cast<T>(specials[generator_() % std::size(specials)]);
  }

  std::mt19937_64 generator_;
  Texture texture_;
};

}  // namespace strandline::test
