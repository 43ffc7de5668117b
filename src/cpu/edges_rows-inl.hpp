// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The three row loops of edges, for one instruction set. Included once for each by Highway's foreach_target.h, hence
// the unusual guard.
#if defined(STRANDLINE_CPU_EDGES_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef STRANDLINE_CPU_EDGES_ROWS_INL
#undef STRANDLINE_CPU_EDGES_ROWS_INL
#else
#define STRANDLINE_CPU_EDGES_ROWS_INL
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <hwy/highway.h>

#include "cpu/tile_rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace strandline::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using F32 = hn::ScalableTag<float>;

// factor * x + addend, rounded once. Instruction sets without such an instruction ask the C library for it, a lane at a
// time: slow, but the same bits, and no processor of this decade takes that way.
template <class V>
HWY_INLINE V fused_multiply_add(V factor, V x, V addend) {
#if HWY_NATIVE_FMA
  return hn::MulAdd(factor, x, addend);
#else
  const F32 d;
  HWY_ALIGN float a[hn::MaxLanes(d)], b[hn::MaxLanes(d)], c[hn::MaxLanes(d)];
  hn::Store(factor, d, a);
  hn::Store(x, d, b);
  hn::Store(addend, d, c);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) c[i] = std::fma(a[i], b[i], c[i]);
  return hn::Load(d, c);
#endif
}

// addend - x * x, rounded once.
template <class V>
HWY_INLINE V fused_subtract_square(V x, V addend) {
#if HWY_NATIVE_FMA
  return hn::NegMulAdd(x, x, addend);
#else
  return fused_multiply_add(hn::Neg(x), x, addend);
#endif
}

// Negative on an edge, not finite where unknown.
HWY_INLINE hn::Vec<F32> decision_of(hn::Vec<F32> u, hn::Vec<F32> v, hn::Vec<F32> half_squared) {
  return fused_subtract_square(v, fused_subtract_square(u, half_squared));
}

// x + 5 (y + 2 z): the six-tap sum of pair sums in integers, without a multiply.
template <class V>
HWY_INLINE V weigh_pairs(V x05, V x14, V x23) {
  const V inner = hn::Add(x14, hn::Add(x23, x23));
  return hn::Add(x05, hn::Add(hn::ShiftLeft<2>(inner), inner));
}

HWY_INLINE hn::Vec<F32> weigh_pairs_f32(hn::Vec<F32> x05, hn::Vec<F32> x14, hn::Vec<F32> x23) {
  const F32 d;
  return fused_multiply_add(hn::Set(d, 10.0f), x23, fused_multiply_add(hn::Set(d, 5.0f), x14, x05));
}

// h[j] = x[j] + 5 x[j+1] + 10 x[j+2] + 10 x[j+3] + 5 x[j+4] + x[j+5]. Pixel is narrower than H.
template <class X, class H>
HWY_INLINE void six_taps_across(const X* HWY_RESTRICT x, H* HWY_RESTRICT h, std::int64_t count) {
  const hn::ScalableTag<H> d;
  const hn::Rebind<X, decltype(d)> narrow;
  const auto pixels = [&](std::int64_t j) { return hn::PromoteTo(d, hn::LoadU(narrow, x + j)); };
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  for (std::int64_t j = 0; j < count; j += lanes) {
    const auto x05 = hn::Add(pixels(j), pixels(j + 5));
    const auto x14 = hn::Add(pixels(j + 1), pixels(j + 4));
    const auto x23 = hn::Add(pixels(j + 2), pixels(j + 3));
    hn::Store(weigh_pairs(x05, x14, x23), d, h + j);
  }
}

HWY_INLINE void six_taps_across(const float* HWY_RESTRICT x, float* HWY_RESTRICT h, std::int64_t count) {
  const F32 d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  for (std::int64_t j = 0; j < count; j += lanes) {
    const auto x05 = hn::Add(hn::LoadU(d, x + j), hn::LoadU(d, x + j + 5));
    const auto x14 = hn::Add(hn::LoadU(d, x + j + 1), hn::LoadU(d, x + j + 4));
    const auto x23 = hn::Add(hn::LoadU(d, x + j + 2), hn::LoadU(d, x + j + 3));
    hn::Store(weigh_pairs_f32(x05, x14, x23), d, h + j);
  }
}

template <class H>
struct SixRows {
  const H *h0, *h1, *h2, *h3, *h4, *h5;
};

// p[j] = h0[j] + 5 h1[j] + 10 h2[j] + 10 h3[j] + 5 h4[j] + h5[j], all exact or as the contract rounds.
template <class T, class DH, class Combine>
HWY_INLINE void six_taps_down(DH d, const SixRows<typename TileRows<T>::H>& rows,
                              typename TileRows<T>::P* HWY_RESTRICT p, std::int64_t count, Combine combine) {
  const hn::Rebind<typename TileRows<T>::P, DH> wide;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  for (std::int64_t j = 0; j < count; j += lanes) {
    const auto h05 = hn::Add(hn::LoadU(d, rows.h0 + j), hn::LoadU(d, rows.h5 + j));
    const auto h14 = hn::Add(hn::LoadU(d, rows.h1 + j), hn::LoadU(d, rows.h4 + j));
    const auto h23 = hn::Add(hn::LoadU(d, rows.h2 + j), hn::LoadU(d, rows.h3 + j));
    hn::Store(combine(h05, h14, h23), wide, p + j);
  }
}

template <class T>
HWY_INLINE void six_taps_down(const SixRows<typename TileRows<T>::H>& rows, typename TileRows<T>::P* HWY_RESTRICT p,
                              std::int64_t count) {
  const F32 f32;
  if constexpr (std::same_as<T, std::uint8_t>) {
    // The whole sum has 18 bits, but both of its parts fit in 16: 2 * 8,160 and 3 * 2 * 8,160.
    const hn::RebindToSigned<F32> i32;
    const auto widen = [&](auto sum) { return hn::ConvertTo(f32, hn::PromoteTo(i32, sum)); };
    six_taps_down<T>(hn::Rebind<std::uint16_t, F32>(), rows, p, count, [&](auto h05, auto h14, auto h23) {
      const auto inner = hn::Add(h14, hn::Add(h23, h23));
      return hn::Add(hn::Mul(hn::Set(f32, 5.0f), widen(inner)), widen(h05));
    });
  } else if constexpr (std::same_as<T, std::uint16_t>) {
    six_taps_down<T>(hn::RebindToSigned<F32>(), rows, p, count,
                     [](auto h05, auto h14, auto h23) { return weigh_pairs(h05, h14, h23); });
  } else {
    six_taps_down<T>(f32, rows, p, count, [](auto h05, auto h14, auto h23) { return weigh_pairs_f32(h05, h14, h23); });
  }
}

// Sums of integers become f32 only here, rounded once.
HWY_INLINE hn::Vec<F32> difference(const float* a, const float* b) {
  const F32 d;
  return hn::Sub(hn::LoadU(d, a), hn::LoadU(d, b));
}
HWY_INLINE hn::Vec<F32> difference(const std::int32_t* a, const std::int32_t* b) {
  const F32 d;
  const hn::RebindToSigned<F32> integer;
  return hn::ConvertTo(d, hn::Sub(hn::LoadU(integer, a), hn::LoadU(integer, b)));
}

// One vector of output pixels, each 0, 127 or 255 in a 32-bit lane. `above` and `below` are the rows of P above and
// below the output row.
template <class P>
HWY_INLINE hn::Vec<hn::RebindToSigned<F32>> decide_lanes(const P* above, const P* below, hn::Vec<F32> half_squared) {
  const F32 d;
  const hn::RebindToSigned<F32> integer;
  const auto decision = decision_of(difference(below + 1, above), difference(above + 1, below), half_squared);
  const auto is_edge = hn::RebindMask(integer, hn::Lt(decision, hn::Zero(d)));
  const auto edge = hn::IfThenElseZero(is_edge, hn::Set(integer, kEdge));
  // Integer sums are always finite: (67,107,840)^2 is far from f32's largest.
  const auto is_known = hn::RebindMask(integer, hn::IsFinite(decision));
  return hn::IfThenElse(is_known, edge, hn::Set(integer, kUnknown));
}

template <class P>
HWY_INLINE void decide(const P* HWY_RESTRICT above, const P* HWY_RESTRICT below, float half_squared_threshold,
                       std::uint8_t* HWY_RESTRICT output, std::int64_t count) {
  const F32 d;
  const hn::Rebind<std::uint8_t, F32> bytes;
  const auto half_squared = hn::Set(d, half_squared_threshold);
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t j = 0;
  for (; j + lanes <= count; j += lanes) {
    hn::StoreU(hn::DemoteTo(bytes, decide_lanes(above + j, below + j, half_squared)), bytes, output + j);
  }
  if (j < count) {
    HWY_ALIGN std::uint8_t tail[hn::MaxLanes(d)];
    hn::StoreU(hn::DemoteTo(bytes, decide_lanes(above + j, below + j, half_squared)), bytes, tail);
    std::copy_n(tail, count - j, output + j);
  }
}

}  // namespace strandline::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // the guard that toggles
