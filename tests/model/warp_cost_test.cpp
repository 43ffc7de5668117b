// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The cost model against known answers, against counts made another way, and against what must hold of any request.
#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <strandline/warp_cost.hpp>

namespace strandline {
namespace {

// Known answers, at compile time.

static_assert(shared_memory_cost(tile_column(32), 4) == SharedMemoryCost{32, 1});
static_assert(shared_memory_cost(tile_column(33), 4) == SharedMemoryCost{1, 1});
static_assert(shared_memory_cost(tile_column(33, 7), 4) == SharedMemoryCost{1, 1});
static_assert(shared_memory_cost(tile_row(33, 5), 4) == SharedMemoryCost{1, 1});
static_assert(shared_memory_cost(tile_column(36), 4) == SharedMemoryCost{4, 1});  // gcd(36, 32)
static_assert(shared_memory_cost(tile_column(37), 4) == SharedMemoryCost{1, 1});
static_assert(shared_memory_cost(tile_row(64, 1, 8), 8) == SharedMemoryCost{2, 2});
static_assert(shared_memory_cost(tile_column(64, 3, 8), 8) == SharedMemoryCost{32, 2});  // 16 ways in each half-warp
static_assert(shared_memory_cost(tile_column(66, 3, 8), 8) == SharedMemoryCost{2, 2});
static_assert(shared_memory_cost(tile_column(128, 0, 16), 16) ==
              SharedMemoryCost{32, 4});  // 8 ways in each quarter-warp
static_assert(shared_memory_cost(tile_column(132, 0, 16), 16) == SharedMemoryCost{4, 4});
static_assert(shared_memory_cost(tile_column(32), 4).conflict_degree() == 32);
static_assert(shared_memory_cost(stride(0, 4), 16, 0).conflict_degree() == 1);

static_assert(shared_memory_cost(stride(0, 0), 4) == SharedMemoryCost{1, 1});  // broadcast
static_assert(shared_memory_cost(stride(64, 0), 8) == SharedMemoryCost{1, 1});
static_assert(shared_memory_cost(stride(64, 0), 16) == SharedMemoryCost{2, 2});
static_assert(global_memory_cost(stride(64, 0), 16).data_wavefronts == 4);  // L1 has no such sharing

// Phases that become one, as measured on an H200: elements side by side, each wanted by two lanes whose numbers differ
// in `bit` alone.
constexpr auto wanted_twice(int bit, int width_bytes) {
  return [=](int lane) { return static_cast<std::uint64_t>((lane / (2 * bit) * bit + lane % bit) * width_bytes); };
}
static_assert(shared_memory_cost(wanted_twice(1, 8), 8) == SharedMemoryCost{1, 1});
static_assert(shared_memory_cost(wanted_twice(2, 8), 8) == SharedMemoryCost{1, 1});
static_assert(shared_memory_cost(wanted_twice(4, 8), 8) == SharedMemoryCost{2, 2});
static_assert(shared_memory_cost(wanted_twice(1, 16), 16) == SharedMemoryCost{2, 2});
static_assert(shared_memory_cost(wanted_twice(2, 16), 16) == SharedMemoryCost{2, 2});
static_assert(shared_memory_cost(wanted_twice(8, 16), 16) == SharedMemoryCost{4, 4});
/// Pairs in the first half of the warp only.
constexpr auto half_in_pairs = [](int lane) { return static_cast<std::uint64_t>((lane < 16 ? lane & ~1 : lane) * 16); };
static_assert(shared_memory_cost(half_in_pairs, 16) == SharedMemoryCost{4, 4});

// Fewer bytes than a bank's word: lanes share words, and every other byte of one is as good.
static_assert(shared_memory_cost(stride(0, 2), 2) == SharedMemoryCost{1, 1});
static_assert(shared_memory_cost(stride(0, 8), 1) == SharedMemoryCost{2, 1});
static_assert(shared_memory_cost(stride(0, 128), 2) == SharedMemoryCost{32, 1});
static_assert(shared_memory_cost(stride(0, 66), 1) == SharedMemoryCost{1, 1});
static_assert(shared_memory_cost([](int lane) { return static_cast<std::uint64_t>(lane / 2) * 128; }, 4).wavefronts ==
              16);

static_assert(global_memory_cost(stride(0, 4), 4) == GlobalMemoryCost{4, 1, 1, 1});
static_assert(global_memory_cost(stride(0, 8), 8) == GlobalMemoryCost{8, 2, 2, 1});
static_assert(global_memory_cost(stride(0, 16), 16) == GlobalMemoryCost{16, 4, 4, 1});
static_assert(global_memory_cost(tile_row(33, 1), 4).sectors == 5);  // begins 4 bytes off a sector
static_assert(global_memory_cost(stride(0, 0), 4) == GlobalMemoryCost{1, 1, 1, 1});
static_assert(global_memory_cost(stride(0, 8), 4) == GlobalMemoryCost{8, 2, 2, 1});
static_assert(global_memory_cost(stride(0, 128), 4) == GlobalMemoryCost{32, 32, 32, 8});
static_assert(global_memory_cost(stride(0, 132), 4).l1_wavefronts() == 8);   // the tags
static_assert(global_memory_cost(stride(0, 128), 4).l1_wavefronts() == 32);  // the banks
static_assert(global_memory_cost(stride(0, 16), 16).l1_wavefronts() == 4);   // the data
static_assert(global_memory_cost(stride(0, -4), 4).sectors == 5);            // one below 0, wherever that is

static_assert(constant_memory_cost(stride(256, 0), 4) == ConstantMemoryCost{1, 1});
static_assert(constant_memory_cost(stride(0, 4), 4) == ConstantMemoryCost{32, 2});
static_assert(constant_memory_cost(stride(0, 64), 4) == ConstantMemoryCost{32, 32});
static_assert(constant_memory_cost(stride(60, 4), 4) == ConstantMemoryCost{32, 3});

// A lane that takes no part costs nothing, wherever it points.
static_assert(shared_memory_cost(stride(0, 128), 4, 0x00000003U) == SharedMemoryCost{2, 1});
static_assert(shared_memory_cost(stride(0, 8), 8, 0x0000ffffU) == SharedMemoryCost{2, 2});  // but an idle half-warp
static_assert(shared_memory_cost(stride(0, 128), 8, 0x0000ffffU) ==
              SharedMemoryCost{16, 2});  // within the others' time
static_assert(shared_memory_cost(stride(0, 16), 16, 0x00000001U) == SharedMemoryCost{2, 2});
static_assert(shared_memory_cost(stride(0, 2), 4, 0x00000001U) ==
              SharedMemoryCost{1, 1});  // the others are not aligned
static_assert(shared_memory_cost(stride(0, 4), 4, 0) == SharedMemoryCost{0, 0});
static_assert(global_memory_cost(stride(0, 128), 4, 0x80000001U) == GlobalMemoryCost{2, 2, 2, 1});
static_assert(global_memory_cost(stride(0, 4), 4, 0) == GlobalMemoryCost{});
static_assert(constant_memory_cost(stride(0, 64), 4, 0x00010101U) == ConstantMemoryCost{3, 3});

// What is not aligned has no cost: it doesn't compile as a constant, and throws at run time.

template <std::uint64_t kBase, int kWidth>
concept HasConstantCost = requires {
  typename std::bool_constant<(shared_memory_cost(stride(kBase, kWidth), kWidth).wavefronts > 0)>;
  typename std::bool_constant<(global_memory_cost(stride(kBase, kWidth), kWidth).sectors > 0)>;
  typename std::bool_constant<(constant_memory_cost(stride(kBase, kWidth), kWidth).distinct_addresses > 0)>;
};
static_assert(HasConstantCost<16, 4> && HasConstantCost<16, 8> && HasConstantCost<16, 16> && HasConstantCost<1, 1>);
static_assert(!HasConstantCost<2, 4> && !HasConstantCost<4, 8> && !HasConstantCost<8, 16> && !HasConstantCost<1, 2>);
static_assert(!HasConstantCost<0, 3>);
static_assert(is_aligned(stride(8, 8), 8) && !is_aligned(stride(4, 8), 8) && is_aligned(stride(4, 1), 4, 0x11U));
static_assert(!is_aligned(stride(0, 0), 0) && !is_aligned(stride(0, 32), 32) && !is_aligned(stride(0, 0), -4));

constexpr std::array kWidths = {1, 2, 4, 8, 16};
using Addresses = std::array<std::uint64_t, kWarpLanes>;

struct Request {
  Addresses addresses = {};
  int width_bytes = 4;
  std::uint32_t active_lanes = kAllLanes;

  auto lookup() const {
    return [this](int lane) { return addresses[static_cast<std::size_t>(lane)]; };
  }
  SharedMemoryCost shared() const { return shared_memory_cost(lookup(), width_bytes, active_lanes); }
  GlobalMemoryCost global() const { return global_memory_cost(lookup(), width_bytes, active_lanes); }
  ConstantMemoryCost constant() const { return constant_memory_cost(lookup(), width_bytes, active_lanes); }
};

Request strided(std::uint64_t base, std::int64_t stride_bytes, int width_bytes) {
  Request request{{}, width_bytes};
  for (int lane = 0; lane < kWarpLanes; ++lane) request.addresses[lane] = stride(base, stride_bytes)(lane);
  return request;
}

// The same counts from sets of bytes. A phase is known by the 128 bytes that a contiguous warp would have moved by
// then.

template <class Visit>
void each_byte(const Request& request, Visit visit) {
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    if ((request.active_lanes & (1U << lane)) == 0) continue;
    const int phase = lane * request.width_bytes / 128;
    for (int byte = 0; byte < request.width_bytes; ++byte) visit(phase, request.addresses[lane] + byte);
  }
}

/// The most rows of 128 bytes in a bank, added up over groups of `phases` phases.
int counted_conflicts(const Request& request, int phases) {
  std::map<int, std::map<std::uint64_t, std::set<std::uint64_t>>> rows;  // group -> bank -> rows of 128 bytes
  each_byte(request, [&](int phase, std::uint64_t byte) { rows[phase / phases][byte % 128 / 4].insert(byte / 128); });
  std::size_t all = 0;
  for (const auto& [group, banks] : rows) {
    all += std::ranges::max_element(banks, {}, [](const auto& bank) { return bank.second.size(); })->second.size();
  }
  return static_cast<int>(all);
}

/// How many addresses the most divided of the groups of lanes has that `group` tells.
template <class Group>
std::size_t most_addresses(const Request& request, Group group) {
  std::map<int, std::set<std::uint64_t>> addresses;
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    if ((request.active_lanes & (1U << lane)) != 0) addresses[group(lane)].insert(request.addresses[lane]);
  }
  std::size_t most = 0;
  for (const auto& [name, own] : addresses) most = std::max(most, own.size());
  return most;
}

SharedMemoryCost counted_shared(const Request& request) {
  if (request.active_lanes == 0) return {0, 0};
  const bool agree = most_addresses(request, [](int lane) { return lane / 2; }) == 1 ||
                     most_addresses(request, [](int lane) { return lane / 4 * 2 + lane % 2; }) == 1;
  const int phases = std::max(1, request.width_bytes / 4);
  const int merged = phases > 1 && agree ? 2 : 1;
  return {std::max(phases / merged, counted_conflicts(request, merged)), phases / merged};
}

GlobalMemoryCost counted_global(const Request& request) {
  std::set<std::uint64_t> sectors;
  std::set<std::uint64_t> lines;
  each_byte(request, [&](int, std::uint64_t byte) {
    sectors.insert(byte & ~std::uint64_t{31});
    lines.insert(byte & ~std::uint64_t{127});
  });
  const int line_count = static_cast<int>(lines.size());
  return {static_cast<int>(sectors.size()), line_count, counted_conflicts(request, 1),
          line_count / 4 + (line_count % 4 > 0)};
}

ConstantMemoryCost counted_constant(const Request& request) {
  std::set<std::uint64_t> addresses;
  std::set<std::uint64_t> lines;
  each_byte(request, [&](int, std::uint64_t byte) {
    addresses.insert(byte - byte % request.width_bytes);
    lines.insert(byte >> 6);
  });
  return {static_cast<int>(addresses.size()), static_cast<int>(lines.size())};
}

TEST(WarpCost, OfStridesIsAsCountedAnotherWay) {
  for (const int width : kWidths) {
    for (int elements = 0; elements <= 33; ++elements) {
      for (const std::uint64_t base : {0, 16, 64, 112, 4096}) {
        const Request request = strided(base, elements * width, width);
        SCOPED_TRACE(testing::Message() << width << " bytes, stride " << elements << ", base " << base);
        EXPECT_EQ(request.shared(), counted_shared(request));
        EXPECT_EQ(request.global(), counted_global(request));
        EXPECT_EQ(request.constant(), counted_constant(request));
      }
    }
  }
}

TEST(WarpCost, IsWhatACardTakes) {
  std::ifstream file(STRANDLINE_TESTDATA "/h200_shared_loads.txt");
  int requests = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    Request request;
    double cycles = 0;
    std::istringstream fields(line);
    fields >> request.width_bytes >> std::hex >> request.active_lanes >> std::dec >> cycles;
    for (std::uint64_t& address : request.addresses) fields >> address;
    ASSERT_TRUE(fields) << line;
    EXPECT_NEAR(cycles / request.shared().wavefronts, 1, 0.03) << line;
    ++requests;
  }
  EXPECT_EQ(requests, 1259);
}

TEST(WarpCost, OfAStrideOfWordsIsItsCommonDivisorWithTheBanks) {
  for (int words = 1; words <= 66; ++words) {
    EXPECT_EQ(shared_memory_cost(stride(0, 4 * words), 4).wavefronts, std::gcd(words, 32)) << words;
  }
}

TEST(WarpCost, OfContiguousLanesOffASectorIsOneSectorMore) {
  for (const int width : {4, 8, 16}) {
    for (int offset = width; offset < 32; offset += width) {
      const auto lanes = stride(1024 + static_cast<std::uint64_t>(offset), width);
      EXPECT_EQ(global_memory_cost(lanes, width).sectors, width + 1) << width << " bytes, " << offset << " off";
    }
    EXPECT_EQ(global_memory_cost(stride(1024 + 32, width), width).sectors, width) << "a whole sector off";
  }
}

TEST(WarpCost, OfConstantMemoryCountsAddressesAndLinesApart) {
  for (int addresses = 1; addresses <= kWarpLanes; ++addresses) {
    for (int lines = (addresses + 15) / 16; lines <= addresses; ++lines) {
      // Address k lies in line k % lines; the lanes past the last address repeat it.
      const auto lookup = [&](int lane) {
        const int k = std::min(lane, addresses - 1);
        return static_cast<std::uint64_t>(k % lines * 64 + k / lines * 4);
      };
      EXPECT_EQ(constant_memory_cost(lookup, 4), (ConstantMemoryCost{addresses, lines}));
    }
  }
}

TEST(WarpCost, RefusesWhatTheHardwareRefuses) {
  for (const int width : kWidths) {
    Request request = strided(0, width, width);
    if (width == 1) continue;  // which lies well anywhere
    request.addresses[31] += width / 2;
    EXPECT_THROW(request.shared(), std::invalid_argument);
    EXPECT_THROW(request.global(), std::invalid_argument);
    EXPECT_THROW(request.constant(), std::invalid_argument);
    request.active_lanes = kAllLanes >> 1;
    EXPECT_NO_THROW(request.shared());
  }
  for (const int width : {0, 3, 12, 32, -4}) EXPECT_THROW(strided(0, 0, width).shared(), std::invalid_argument);
}

TEST(WarpCost, TakesAddressesUpToTheLast) {
  const Request request = strided(~std::uint64_t{15}, -16, 16);
  EXPECT_EQ(request.shared(), counted_shared(request));
  EXPECT_EQ(request.global(), counted_global(request));
}

// What must hold of any request.

/// Addresses that meet often: within a few lines, or far apart by whole rows of banks.
Request any_request() {
  Request request;
  request.width_bytes = *rc::gen::elementOf(std::vector<int>(kWidths.begin(), kWidths.end()));
  request.active_lanes = *rc::gen::oneOf(rc::gen::just(kAllLanes), rc::gen::arbitrary<std::uint32_t>());
  const int units = *rc::gen::elementOf(std::vector<int>{1, 8, 64, 1024});
  const int unit_bytes = *rc::gen::elementOf(std::vector<int>{request.width_bytes, 32, 64, 128});
  for (std::uint64_t& address : request.addresses) {
    address = static_cast<std::uint64_t>(*rc::gen::inRange(0, units)) * unit_bytes;
  }
  return request;
}

RC_GTEST_PROP(WarpCostOfAny, IsAsCountedAnotherWay, ()) {
  const Request request = any_request();
  RC_ASSERT(request.shared() == counted_shared(request));
  RC_ASSERT(request.global() == counted_global(request));
  RC_ASSERT(request.constant() == counted_constant(request));
}

RC_GTEST_PROP(WarpCostOfAny, DoesNotChangeWhenLanesSwapWithThoseOfAnotherBit, ()) {
  const Request request = any_request();
  const int bits = *rc::gen::inRange(0, lanes_per_phase(request.width_bytes));
  Request swapped = request;
  swapped.active_lanes = 0;
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    swapped.addresses[lane] = request.addresses[lane ^ bits];
    swapped.active_lanes |= (request.active_lanes >> (lane ^ bits) & 1U) << lane;
  }
  RC_ASSERT(swapped.shared() == request.shared());
}

RC_GTEST_PROP(WarpCostOfAny, DoesNotChangeWhenLanesOfAPhaseSwap, ()) {
  const Request request = any_request();
  const int lanes = lanes_per_phase(request.width_bytes);
  const int first = *rc::gen::inRange(0, kWarpLanes / lanes) * lanes;
  const int a = first + *rc::gen::inRange(0, lanes);
  const int b = first + *rc::gen::inRange(0, lanes);
  Request swapped = request;
  std::swap(swapped.addresses[a], swapped.addresses[b]);
  const std::uint32_t differ = (request.active_lanes >> a ^ request.active_lanes >> b) & 1U;
  swapped.active_lanes ^= differ << a;
  if (a != b) swapped.active_lanes ^= differ << b;
  if (lanes == kWarpLanes) RC_ASSERT(swapped.shared() == request.shared());  // wider ones care who is whose neighbour
  RC_ASSERT(swapped.global() == request.global());
  RC_ASSERT(swapped.constant() == request.constant());
}

RC_GTEST_PROP(WarpCostOfAny, IsNeverLessWithOneMoreLane, ()) {
  Request more = any_request();
  const std::uint32_t lane = 1U << *rc::gen::inRange(0, kWarpLanes);
  Request less = more;
  less.active_lanes &= ~lane;
  more.active_lanes |= lane;
  RC_ASSERT(less.shared().wavefronts <= more.shared().wavefronts);
  RC_ASSERT(less.shared().ideal_wavefronts <= more.shared().ideal_wavefronts);
  RC_ASSERT(less.global().sectors <= more.global().sectors);
  RC_ASSERT(less.global().lines <= more.global().lines);
  RC_ASSERT(less.global().data_wavefronts <= more.global().data_wavefronts);
  RC_ASSERT(less.global().tag_wavefronts <= more.global().tag_wavefronts);
  RC_ASSERT(less.constant().distinct_addresses <= more.constant().distinct_addresses);
  RC_ASSERT(less.constant().distinct_lines <= more.constant().distinct_lines);
}

RC_GTEST_PROP(WarpCostOfAny, DoesNotChangeWhenAllMoveBy128Bytes, ()) {
  const Request request = any_request();
  Request moved = request;
  for (std::uint64_t& address : moved.addresses) address += 128;
  RC_ASSERT(moved.shared() == request.shared());
  RC_ASSERT(moved.global() == request.global());
  RC_ASSERT(moved.constant() == request.constant());
}

RC_GTEST_PROP(WarpCostOfAny, KeepsItsBounds, ()) {
  Request request = any_request();
  request.active_lanes |= 1;  // so that there is a cost
  const SharedMemoryCost shared = request.shared();
  const GlobalMemoryCost global = request.global();
  const ConstantMemoryCost constant = request.constant();
  RC_ASSERT(shared.ideal_wavefronts >= 1 && shared.wavefronts >= shared.ideal_wavefronts);
  RC_ASSERT(shared.conflict_degree() >= 1 && shared.conflict_degree() <= kWarpLanes);
  RC_ASSERT(global.lines >= 1 && global.lines <= global.sectors && global.sectors <= 4 * global.lines);
  RC_ASSERT(global.l1_wavefronts() >= global.data_wavefronts && global.l1_wavefronts() >= global.tag_wavefronts);
  RC_ASSERT(constant.distinct_lines >= 1 && constant.distinct_lines <= constant.distinct_addresses);
  RC_ASSERT(constant.distinct_addresses <= kWarpLanes);
}

}  // namespace
}  // namespace strandline
