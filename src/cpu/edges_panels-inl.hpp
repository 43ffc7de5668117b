// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Edges of a panel, a few neighbouring columns that one instruction set holds in its registers while it walks down some
// rows. Included once for each by Highway's foreach_target.h, hence the unusual guard.
//
//     x --six taps across--> h --six taps down, from the sums kept of the rows before--> P --decision--> bytes
//
// Columns are dealt to vectors as the bytes lie in memory: of u8 the four columns of a 32-bit lane go to four vectors,
// of u16 the two columns of a lane to two. So nothing is ever unpacked, and a cell's right-hand neighbour is the same
// lane of the next vector; only that of the last vector is the next lane of the first. Panels are taken from right to
// left, so that the one beyond a panel's last lane is known.
#if defined(STRANDLINE_CPU_EDGES_PANELS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef STRANDLINE_CPU_EDGES_PANELS_INL
#undef STRANDLINE_CPU_EDGES_PANELS_INL
#else
#define STRANDLINE_CPU_EDGES_PANELS_INL
#endif

#include <cstdint>

#include <hwy/highway.h>

#include "cpu/edges_rows-inl.hpp"

// Vectors of a size that the compiler doesn't know can't be kept in structs; Highway 1.4 no longer calls those of SVE
// scalable where it knows the size itself. Panels of one lane are none. And columns lie in a lane as dealt above only
// where its lowest byte comes first.
#undef STRANDLINE_HAS_PANELS
#if HWY_HAVE_SCALABLE || (HWY_TARGET & (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)) || \
    HWY_TARGET == HWY_SCALAR || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#define STRANDLINE_HAS_PANELS 0
#else
#define STRANDLINE_HAS_PANELS 1

HWY_BEFORE_NAMESPACE();
namespace strandline::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using I32 = hn::RebindToSigned<F32>;
using U32 = hn::RebindToUnsigned<F32>;
using U16 = hn::Repartition<std::uint16_t, F32>;
using I16 = hn::Repartition<std::int16_t, F32>;
using U8 = hn::Repartition<std::uint8_t, F32>;
using VF = hn::Vec<F32>;
using VU = hn::Vec<U32>;

HWY_INLINE auto indices_of_next_lanes() {
  HWY_ALIGN std::int32_t lanes[hn::MaxLanes(F32())];
  const auto count = static_cast<std::int32_t>(hn::Lanes(F32()));
  for (std::int32_t i = 0; i < count; ++i) lanes[i] = (i + 1) % count;
  return hn::SetTableIndices(F32(), lanes);
}

// What a walk over one row needs beside its pixels.
struct PanelContext {
  VF half_squared;
  hn::Mask<F32> is_last_lane;
  decltype(indices_of_next_lanes()) next_lanes;

  explicit HWY_INLINE PanelContext(float half_squared_threshold)
      : half_squared(hn::Set(F32(), half_squared_threshold)),
        is_last_lane(hn::Not(hn::FirstN(F32(), hn::Lanes(F32()) - 1))),
        next_lanes(indices_of_next_lanes()) {}

  // Of each lane the next one. `carry` holds that of the panel to the right in its last lane, and gets this panel's.
  HWY_INLINE VF next(VF v, float* carry) const {
    const VF rotated = hn::TableLookupLanes(v, next_lanes);
    const VF beyond = hn::Load(F32(), carry);
    hn::Store(rotated, F32(), carry);
    return hn::IfThenElse(is_last_lane, beyond, rotated);
  }
};

// Adds the bits of `byte` in lanes whose decision is negative. Of integers it is never -0, so that its sign tells.
HWY_INLINE VU add_edge_bits(VU bytes, VF decision, std::uint32_t byte) {
  const VU is_negative = hn::BitCast(U32(), hn::BroadcastSignBit(hn::BitCast(I32(), decision)));
  return hn::OrAnd(bytes, is_negative, hn::Set(U32(), byte));
}

// tap * x[2i] + other_tap * x[2i + 1], in lanes as wide as such a pair: one instruction of x86, if the pixels are u8 or
// signed 16 bits. Highway 1.0 has it for the latter only.
HWY_INLINE hn::Vec<I32> weigh_pairs_of(hn::Vec<I16> x, int tap, int other_tap) {
  const auto taps = hn::BitCast(I16(), hn::Set(I32(), tap | other_tap << 16));
  hn::Vec<I32> odd_sums = hn::Zero(I32());
  const auto even_sums = hn::ReorderWidenMulAccumulate(I32(), x, taps, hn::Zero(I32()), odd_sums);
  return hn::RearrangeToOddPlusEven(even_sums, odd_sums);
}
HWY_INLINE hn::Vec<U16> weigh_pairs_of(hn::Vec<U8> x, int tap, int other_tap) {
  const auto taps = hn::Set(U16(), static_cast<std::uint16_t>(tap | other_tap << 8));
#if HWY_TARGET <= HWY_AVX3
  return hn::Vec<U16>{_mm512_maddubs_epi16(x.raw, taps.raw)};
#elif HWY_TARGET == HWY_AVX2
  return hn::Vec<U16>{_mm256_maddubs_epi16(x.raw, taps.raw)};
#elif HWY_TARGET <= HWY_SSSE3
  return hn::Vec<U16>{_mm_maddubs_epi16(x.raw, taps.raw)};
#else
  const auto pairs = hn::BitCast(U16(), x);
  const auto low = hn::Set(U16(), 0xff);
  const auto first = hn::Mul(hn::And(pairs, low), hn::And(taps, low));
  return hn::Add(first, hn::Mul(hn::ShiftRight<8>(pairs), hn::ShiftRight<8>(taps)));
#endif
}

// The six-tap sum of the first pixels of the pairs in `x01`, with those that lie two and four columns further.
template <class V>
HWY_INLINE auto six_taps_of_pairs(V x01, V x23, V x45) {
  return hn::Add(hn::Add(weigh_pairs_of(x01, 1, 5), weigh_pairs_of(x45, 5, 1)), weigh_pairs_of(x23, 10, 10));
}

// A panel's state in memory, vector after vector.
struct StateReader {
  const float* at;

  template <class D>
  HWY_INLINE hn::Vec<D> next(D d) {
    const VF v = hn::Load(F32(), at);
    at += hn::Lanes(F32());
    return hn::BitCast(d, v);
  }
};
struct StateWriter {
  float* at;

  template <class V>
  HWY_INLINE void put(V v) {
    hn::Store(hn::BitCast(F32(), v), F32(), at);
    at += hn::Lanes(F32());
  }
};

// That loads read beyond a panel's last.
inline constexpr std::int64_t kColsBeyond = 5;

// Each has a constructor written out, since one that the compiler makes is not compiled for the instruction set, and
// gcc then refuses to build vectors in it.
template <class T>
struct Panel;

template <>
struct Panel<std::uint8_t> {
  using V16 = hn::Vec<U16>;
  static constexpr std::int64_t kColsOfLane = 4;
  static constexpr std::int64_t kStateVectors = 19;

  // Of the even and the odd columns: the last row's h, then that added to the one before, and so on. Three such pair
  // sums, (1 1)^3, fit 16 bits: 8 * 8,160.
  V16 h[2], s1[2], s2[2];
  // The other two are f32: exact, since P has 18 bits.
  VF s3[4], s4[4];
  VF p[5];  // P of the row before, and the columns right of the last

  HWY_INLINE Panel() {}

  HWY_INLINE void load(StateReader state) {
    for (int i = 0; i < 2; ++i) {
      h[i] = state.next(U16());
      s1[i] = state.next(U16());
      s2[i] = state.next(U16());
    }
    for (int i = 0; i < 4; ++i) {
      s3[i] = state.next(F32());
      s4[i] = state.next(F32());
    }
    for (int i = 0; i < 5; ++i) p[i] = state.next(F32());
  }
  HWY_INLINE void store(StateWriter state) const {
    for (int i = 0; i < 2; ++i) {
      state.put(h[i]);
      state.put(s1[i]);
      state.put(s2[i]);
    }
    for (int i = 0; i < 4; ++i) {
      state.put(s3[i]);
      state.put(s4[i]);
    }
    for (int i = 0; i < 5; ++i) state.put(p[i]);
  }

  HWY_INLINE VU step(const PanelContext& context, const std::uint8_t* HWY_RESTRICT x, float* HWY_RESTRICT carry) {
    const auto pairs = [&](int offset) { return hn::LoadU(U8(), x + offset); };
    const V16 across[2] = {six_taps_of_pairs(pairs(0), pairs(2), pairs(4)),
                           six_taps_of_pairs(pairs(1), pairs(3), pairs(5))};
    VF now[5];
    for (int i = 0; i < 2; ++i) {
      const V16 t1 = hn::Add(across[i], h[i]);
      const V16 t2 = hn::Add(t1, s1[i]);
      const VU t3 = hn::BitCast(U32(), hn::Add(t2, s2[i]));
      h[i] = across[i];
      s1[i] = t1;
      s2[i] = t2;
      now[i] = row_of_cells(i, hn::And(t3, hn::Set(U32(), 0xffff)));
      now[i + 2] = row_of_cells(i + 2, hn::ShiftRight<16>(t3));
    }
    now[4] = context.next(now[0], carry);
    VU bytes = hn::Zero(U32());
    for (int i = 0; i < 4; ++i) {
      const VF d = decision_of(hn::Sub(now[i + 1], p[i]), hn::Sub(p[i + 1], now[i]), context.half_squared);
      bytes = add_edge_bits(bytes, d, 0xffu << (8 * i));
    }
    for (int i = 0; i < 5; ++i) p[i] = now[i];
    return bytes;
  }
  static HWY_INLINE void store_pixels(VU bytes, std::uint8_t* output) {
    const hn::Repartition<std::uint8_t, F32> u8;
    hn::StoreU(hn::BitCast(u8, bytes), u8, output);
  }

 private:
  HWY_INLINE VF row_of_cells(int i, VU third_sums) {
    const VF t3 = hn::ConvertTo(F32(), hn::BitCast(I32(), third_sums));
    const VF t4 = hn::Add(t3, s3[i]);
    const VF cells = hn::Add(t4, s4[i]);
    s3[i] = t3;
    s4[i] = t4;
    return cells;
  }
};

template <>
struct Panel<std::uint16_t> {
  using VI = hn::Vec<I32>;
  static constexpr std::int64_t kColsOfLane = 2;
  static constexpr std::int64_t kStateVectors = 13;

  VI sums[2][5];  // the last row's h, then pair sums of one to four rows more
  VI p[3];

  HWY_INLINE Panel() {}

  HWY_INLINE void load(StateReader state) {
    for (auto& of_columns : sums) {
      for (auto& sum : of_columns) sum = state.next(I32());
    }
    for (auto& cells : p) cells = state.next(I32());
  }
  HWY_INLINE void store(StateWriter state) const {
    for (const auto& of_columns : sums) {
      for (const auto& sum : of_columns) state.put(sum);
    }
    for (const auto& cells : p) state.put(cells);
  }

  HWY_INLINE VU step(const PanelContext& context, const std::uint16_t* HWY_RESTRICT x, float* HWY_RESTRICT carry) {
    // Less 2^15, and so signed. What the sums lack for it is the same in all, and their differences are exact.
    const auto pairs = [&](int offset) {
      return hn::BitCast(I16(), hn::Xor(hn::LoadU(U16(), x + offset), hn::Set(U16(), 0x8000)));
    };
    VI now[3] = {six_taps_of_pairs(pairs(0), pairs(2), pairs(4)), six_taps_of_pairs(pairs(1), pairs(3), pairs(5))};
    for (int i = 0; i < 2; ++i) {
      for (auto& sum : sums[i]) {
        const VI longer = hn::Add(now[i], sum);
        sum = now[i];
        now[i] = longer;
      }
    }
    now[2] = hn::BitCast(I32(), context.next(hn::BitCast(F32(), now[0]), carry));
    VU bytes = hn::Zero(U32());
    for (int i = 0; i < 2; ++i) {
      const VF u = hn::ConvertTo(F32(), hn::Sub(now[i + 1], p[i]));
      const VF v = hn::ConvertTo(F32(), hn::Sub(p[i + 1], now[i]));
      bytes = add_edge_bits(bytes, decision_of(u, v, context.half_squared), 0xffu << (8 * i));
    }
    for (int i = 0; i < 3; ++i) p[i] = now[i];
    return bytes;
  }
  static HWY_INLINE void store_pixels(VU bytes, std::uint8_t* output) {
    const hn::Rebind<std::uint16_t, F32> half;
    const hn::Repartition<std::uint8_t, decltype(half)> u8;
    hn::StoreU(hn::BitCast(u8, hn::DemoteTo(half, hn::BitCast(I32(), bytes))), u8, output);
  }
};

template <>
struct Panel<float> {
  static constexpr std::int64_t kColsOfLane = 1;
  static constexpr std::int64_t kStateVectors = 7;

  // Of the five rows before, whose order the contract fixes. By name, because compilers keep arrays of five in memory.
  VF h0, h1, h2, h3, h4;
  VF p, p_right;

  HWY_INLINE Panel() {}

  HWY_INLINE void load(StateReader state) {
    h0 = state.next(F32());
    h1 = state.next(F32());
    h2 = state.next(F32());
    h3 = state.next(F32());
    h4 = state.next(F32());
    p = state.next(F32());
    p_right = state.next(F32());
  }
  HWY_INLINE void store(StateWriter state) const {
    state.put(h0);
    state.put(h1);
    state.put(h2);
    state.put(h3);
    state.put(h4);
    state.put(p);
    state.put(p_right);
  }

  using Bytes = hn::Rebind<std::uint8_t, F32>;

  HWY_INLINE hn::Vec<Bytes> step(const PanelContext& context, const float* HWY_RESTRICT x, float* HWY_RESTRICT carry) {
    const auto at = [&](int offset) { return hn::LoadU(F32(), x + offset); };
    const VF h5 = weigh_pairs_f32(hn::Add(at(0), at(5)), hn::Add(at(1), at(4)), hn::Add(at(2), at(3)));
    const VF cells = weigh_pairs_f32(hn::Add(h0, h5), hn::Add(h1, h4), hn::Add(h2, h3));
    h0 = h1;
    h1 = h2;
    h2 = h3;
    h3 = h4;
    h4 = h5;
    const VF right = context.next(cells, carry);
    const VF d = decision_of(hn::Sub(right, p), hn::Sub(p_right, cells), context.half_squared);
    p = cells;
    p_right = right;
    return edges_or_unknown(d);
  }
  static HWY_INLINE void store_pixels(hn::Vec<Bytes> bytes, std::uint8_t* output) {
    hn::StoreU(bytes, Bytes(), output);
  }

 private:
  static HWY_INLINE hn::Vec<Bytes> edges_or_unknown(VF decision) {
    const auto is_edge = hn::Lt(decision, hn::Zero(F32()));
#if HWY_TARGET <= HWY_AVX3
    // Masks are bits there, so that nothing needs to be narrowed.
    using ByteMask = hn::Mask<Bytes>;
    const auto edges = hn::VecFromMask(Bytes(), ByteMask{is_edge.raw});
    return hn::IfThenElse(ByteMask{hn::IsFinite(decision).raw}, edges, hn::Set(Bytes(), kUnknown));
#else
    const auto is_known = hn::RebindMask(U32(), hn::Eq(hn::Sub(decision, decision), hn::Zero(F32())));
    const auto edges = hn::IfThenElseZero(hn::RebindMask(U32(), is_edge), hn::Set(U32(), kEdge));
    return hn::U8FromU32(hn::IfThenElse(is_known, edges, hn::Set(U32(), kUnknown)));
#endif
  }
};

}  // namespace strandline::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // STRANDLINE_HAS_PANELS
#endif  // the guard that toggles
