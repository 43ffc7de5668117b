// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What one request of a warp costs in shared, global and constant memory: a model, counted from 32 byte addresses.
#pragma once

#include <concepts>
#include <cstdint>
#include <stdexcept>

/// All functions here are constexpr, allocate nothing and need no CUDA, so that a static_assert beside a kernel can
/// hold its layout to a cost:
///
///     static_assert(strandline::shared_memory_cost(strandline::tile_column(32), 4).wavefronts == 32);
///     static_assert(strandline::shared_memory_cost(strandline::tile_column(33), 4).wavefronts == 1);
///
/// nvcc takes that as it is, and with --expt-relaxed-constexpr also calls from device code and lambdas written in a
/// kernel. A *request* is one load or store instruction of one warp; a *wavefront* is what a stage of the memory
/// pipeline does of it in one cycle. The numbers are a model's: docs/lab.md says what they rest on, and measurements
/// are to confirm or refute them.
namespace strandline {

inline constexpr int kWarpLanes = 32;
/// One bit a lane, lane 0 the lowest.
inline constexpr std::uint32_t kAllLanes = 0xffffffffU;

// CUDA C++ Programming Guide, compute capability 5.x and later, "Shared Memory": successive words lie in successive
// banks.
inline constexpr int kSharedBanks = 32;
inline constexpr int kSharedBankBytes = 4;

// Nsight Compute documentation, "Memory Tables": a cache line is four sectors.
inline constexpr int kGlobalSectorBytes = 32;
inline constexpr int kGlobalLineBytes = 128;

// No guide gives this number. It is what NVIDIA's engineers say of Volta and later in the developer forum
// (forums.developer.nvidia.com/t/pascal-l1-cache/49571), and what the experiment `coalescing` found on an H200.
inline constexpr int kL1TagsPerWavefront = 4;

// Measured, by Jia and others on Volta (arXiv:1804.06826): the line of the first-level constant cache.
inline constexpr int kConstantLineBytes = 64;

/// Gives the byte address that a lane (0 to 31) accesses.
template <class F>
concept LaneAddresses = requires(const F& addresses, int lane) {
  { addresses(lane) } -> std::convertible_to<std::uint64_t>;
};

/// Lane i accesses `base_bytes + i * stride_bytes`.
struct StridedAddresses {
  std::uint64_t base_bytes = 0;
  std::int64_t stride_bytes = 0;

  constexpr std::uint64_t operator()(int lane) const {
    return base_bytes + static_cast<std::uint64_t>(lane) * static_cast<std::uint64_t>(stride_bytes);
  }
};

/// Lanes `stride_bytes` apart: 4 for neighbours of 4 bytes each, 0 for a broadcast; may be negative.
constexpr StridedAddresses stride(std::uint64_t base_bytes, std::int64_t stride_bytes) {
  return {base_bytes, stride_bytes};
}

/// Neighbours in row `row` of a tile whose rows begin `pitch_words` words of 4 bytes apart. Elements have
/// `width_bytes`.
constexpr StridedAddresses tile_row(std::int64_t pitch_words, std::int64_t row = 0, int width_bytes = 4) {
  return {static_cast<std::uint64_t>(row * pitch_words * kSharedBankBytes), width_bytes};
}

/// Lane i accesses row i of column `col` of such a tile.
constexpr StridedAddresses tile_column(std::int64_t pitch_words, std::int64_t col = 0, int width_bytes = 4) {
  return {static_cast<std::uint64_t>(col * width_bytes), pitch_words * kSharedBankBytes};
}

constexpr bool takes_part(int lane, std::uint32_t active_lanes) { return (active_lanes >> lane & 1U) != 0; }

constexpr bool is_access_width(int width_bytes) {
  return width_bytes == 1 || width_bytes == 2 || width_bytes == 4 || width_bytes == 8 || width_bytes == 16;
}

/// Whether the hardware takes the request: each active lane's address is a multiple of the width, which is 1, 2, 4, 8
/// or 16.
template <LaneAddresses F>
constexpr bool is_aligned(const F& addresses, int width_bytes, std::uint32_t active_lanes = kAllLanes) {
  if (!is_access_width(width_bytes)) return false;
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    if (takes_part(lane, active_lanes) && addresses(lane) % static_cast<std::uint64_t>(width_bytes) != 0) return false;
  }
  return true;
}

/// Lanes that are served together: all 32 at up to 4 bytes, half a warp at 8, a quarter at 16, so that a phase wants at
/// most 128 bytes. Phase k has the lanes from k * lanes_per_phase() on.
constexpr int lanes_per_phase(int width_bytes) {
  return width_bytes <= kSharedBankBytes ? kWarpLanes : kWarpLanes * kSharedBankBytes / width_bytes;
}

namespace warp_cost_detail {

/// No more than the 32 different values that one request or one phase can have.
class DistinctValues {
 public:
  constexpr void insert(std::uint64_t value) {
    for (int i = 0; i < size_; ++i) {
      if (values_[i] == value) return;
    }
    values_[size_++] = value;
  }
  constexpr int size() const { return size_; }
  constexpr std::uint64_t operator[](int i) const { return values_[i]; }

 private:
  std::uint64_t values_[kWarpLanes] = {};
  int size_ = 0;
};

constexpr int ceil_div(int a, int b) { return (a + b - 1) / b; }

template <LaneAddresses F>
constexpr void require_aligned(const F& addresses, int width_bytes, std::uint32_t active_lanes) {
  if (is_aligned(addresses, width_bytes, active_lanes)) return;
#if defined(__CUDA_ARCH__)
  __trap();  // no exceptions in device code
#elif !defined(__cpp_exceptions)
  __builtin_trap();
#else
  throw std::invalid_argument(
      is_access_width(width_bytes)
          ? "an address is no multiple of the access width, in a request of a warp, align it"
          : "the access width is none of 1, 2, 4, 8 and 16 bytes, in a request of a warp, choose one");
#endif
}

/// The different values of address / unit_bytes.
template <LaneAddresses F>
constexpr int count_distinct(const F& addresses, std::uint32_t active_lanes, int unit_bytes) {
  DistinctValues units;
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    if (takes_part(lane, active_lanes)) units.insert(addresses(lane) / static_cast<std::uint64_t>(unit_bytes));
  }
  return units.size();
}

/// The different 4-byte words that so many lanes want.
template <LaneAddresses F>
constexpr DistinctValues words_of(const F& addresses, int width_bytes, std::uint32_t active_lanes, int first_lane,
                                  int lanes) {
  DistinctValues words;
  for (int lane = first_lane; lane < first_lane + lanes; ++lane) {
    if (!takes_part(lane, active_lanes)) continue;
    const std::uint64_t first_word = addresses(lane) / kSharedBankBytes;
    words.insert(first_word);
    for (int i = 1; i < width_bytes / kSharedBankBytes; ++i) words.insert(first_word + static_cast<std::uint64_t>(i));
  }
  return words;
}

/// The most words that lie in one bank.
constexpr int most_in_one_bank(const DistinctValues& words) {
  int in_bank[kSharedBanks] = {};
  int most = 0;
  for (int i = 0; i < words.size(); ++i) {
    const int count = ++in_bank[words[i] % kSharedBanks];
    most = count > most ? count : most;
  }
  return most;
}

/// Of phases of so many lanes each: a bank gives one word a cycle.
template <LaneAddresses F>
constexpr int bank_wavefronts(const F& addresses, int width_bytes, std::uint32_t active_lanes, int lanes_of_phase) {
  int wavefronts = 0;
  for (int first = 0; first < kWarpLanes; first += lanes_of_phase) {
    wavefronts += most_in_one_bank(words_of(addresses, width_bytes, active_lanes, first, lanes_of_phase));
  }
  return wavefronts;
}

/// Whether each active lane wants the same as the lane `distance` (1 or 2) from it, whose number differs in that bit,
/// or that one takes no part.
template <LaneAddresses F>
constexpr bool pairs_agree(const F& addresses, std::uint32_t active_lanes, int distance) {
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    const int other = lane ^ distance;
    if (takes_part(lane, active_lanes) && takes_part(other, active_lanes) && addresses(lane) != addresses(other)) {
      return false;
    }
  }
  return true;
}

}  // namespace warp_cost_detail

/// Counts of one request.
struct SharedMemoryCost {
  int wavefronts = 0;
  int ideal_wavefronts = 0;  ///< without a bank conflict: one for each phase, so 1, 2 or 4; 0 without an active lane

  /// The n of an n-way bank conflict, averaged over the phases; 1 without conflict.
  constexpr double conflict_degree() const {
    return ideal_wavefronts == 0 ? 1.0 : static_cast<double>(wavefronts) / ideal_wavefronts;
  }
  constexpr bool operator==(const SharedMemoryCost&) const = default;
};

/// Wavefronts of a load or store of `width_bytes` a lane in shared memory: in each phase the largest number of
/// different 4-byte words that are wanted from one bank, since a bank gives one word a cycle; the phases add up, to no
/// less than one each, whether or not their lanes take part. Lanes that want the same word share it (broadcast).
///
/// At 8 and 16 bytes two phases become one where the lanes agree in pairs: every active lane with its neighbour (lane
/// ^ 1), or every one with the next but one (lane ^ 2). So a value of 16 bytes that all lanes want takes 2 wavefronts
/// and not 4. One pair in the warp that disagrees keeps all phases apart.
///
/// Banks, words and broadcast are from the CUDA C++ Programming Guide (compute capability 5.x, "Shared Memory"). The
/// phases were said there of compute capability 2.x; for later ones it is silent. Phases, when two become one, and what
/// idle ones take is the rule that fits all of 1,259 patterns that were measured on an H200, by at most 3 %; the
/// experiment `banks` repeats the telling ones. Throws std::invalid_argument unless is_aligned(): no constant
/// expression then, and a trap in device code or without exceptions.
template <LaneAddresses F>
constexpr SharedMemoryCost shared_memory_cost(const F& addresses, int width_bytes,
                                              std::uint32_t active_lanes = kAllLanes) {
  using namespace warp_cost_detail;
  require_aligned(addresses, width_bytes, active_lanes);
  if (active_lanes == 0) return {};
  int lanes = lanes_per_phase(width_bytes);
  const bool agree = pairs_agree(addresses, active_lanes, 1) || pairs_agree(addresses, active_lanes, 2);
  if (lanes < kWarpLanes && agree) lanes *= 2;
  const int phases = kWarpLanes / lanes;
  const int wavefronts = bank_wavefronts(addresses, width_bytes, active_lanes, lanes);
  return {wavefronts > phases ? wavefronts : phases, phases};
}

/// Counts of one request.
struct GlobalMemoryCost {
  int sectors = 0;          ///< different aligned pieces of 32 bytes: what is moved between L1, L2 and DRAM
  int lines = 0;            ///< different aligned lines of 128 bytes: what L1 has tags for
  int data_wavefronts = 0;  ///< cycles of L1's data stage, bank conflicts included
  int tag_wavefronts = 0;   ///< cycles of L1's tag stage

  /// The stages overlap, so the slower one counts.
  constexpr int l1_wavefronts() const { return data_wavefronts > tag_wavefronts ? data_wavefronts : tag_wavefronts; }
  constexpr bool operator==(const GlobalMemoryCost&) const = default;
};

/// Sectors, lines and L1 wavefronts of a load or store of `width_bytes` a lane in global memory.
///
/// Sectors and lines are as the Nsight Compute documentation defines them ("Memory Tables"), requests of 8 and 16 bytes
/// split by half and quarter warps as the CUDA C++ Programming Guide had it (compute capability 2.x and 3.x, "Global
/// Memory"). Wavefronts of the data stage are the bank conflicts of the same addresses in shared memory, whose storage
/// and banks L1 shares, but its phases never become one; of the tag stage, lines over kL1TagsPerWavefront, rounded up.
/// No guide says either: the experiment `coalescing` found both on an H200. Throws as shared_memory_cost() does.
template <LaneAddresses F>
constexpr GlobalMemoryCost global_memory_cost(const F& addresses, int width_bytes,
                                              std::uint32_t active_lanes = kAllLanes) {
  warp_cost_detail::require_aligned(addresses, width_bytes, active_lanes);
  GlobalMemoryCost cost;
  // An aligned access lies within one sector.
  cost.sectors = warp_cost_detail::count_distinct(addresses, active_lanes, kGlobalSectorBytes);
  cost.lines = warp_cost_detail::count_distinct(addresses, active_lanes, kGlobalLineBytes);
  cost.tag_wavefronts = warp_cost_detail::ceil_div(cost.lines, kL1TagsPerWavefront);
  cost.data_wavefronts =
      warp_cost_detail::bank_wavefronts(addresses, width_bytes, active_lanes, lanes_per_phase(width_bytes));
  return cost;
}

/// Counts of one request.
struct ConstantMemoryCost {
  int distinct_addresses = 0;
  int distinct_lines = 0;  ///< of 64 bytes

  constexpr bool operator==(const ConstantMemoryCost&) const = default;
};

/// The two numbers that a load of `width_bytes` a lane from constant memory may be charged by; the model doesn't say
/// which. The CUDA C++ Programming Guide ("Device Memory Accesses", "Constant Memory") splits a request into as many as
/// there are different addresses. The other reading is one for each line of the first-level constant cache. Throws as
/// shared_memory_cost() does.
template <LaneAddresses F>
constexpr ConstantMemoryCost constant_memory_cost(const F& addresses, int width_bytes,
                                                  std::uint32_t active_lanes = kAllLanes) {
  warp_cost_detail::require_aligned(addresses, width_bytes, active_lanes);
  return {warp_cost_detail::count_distinct(addresses, active_lanes, 1),
          warp_cost_detail::count_distinct(addresses, active_lanes, kConstantLineBytes)};
}

}  // namespace strandline
