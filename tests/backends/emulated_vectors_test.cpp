// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Belongs to a program of its own, see CMakeLists.txt.
#include <gtest/gtest.h>

#include "cpu/edges.hpp"

namespace strandline {
namespace {

TEST(CpuEdges, RunsByEmulatedVectors) { EXPECT_EQ(cpu::instruction_set(), "EMU128"); }

}  // namespace
}  // namespace strandline
