// SPDX-License-Identifier: MIT
/// @file by_hand.h
/// PTX written in a test, run both ways.
#pragma once

#include "tests/lockstep/written.h"
#include "tests/preload/both_ways.h"

namespace gemmscope::preload::testing {

inline constexpr std::uint32_t kThreads = 80;  ///< of a block; the last warp is half of one

/// See lockstep::testing::kernel(). `before`: what else the module has.
struct Body {
  std::string text, before{};
  std::uint32_t dynamic_shared = 0;
};

/// Runs four blocks.
BothWays by_hand(const Body& body, bool counts_in_shared);

/// With its counters here and there. Returns how much was heard.
std::size_t expect_same(const Body& body);
/// The same of warps that let each other go on between barriers of the block: the order is that of each warp alone.
std::size_t expect_same_by_warp(const Body& body);

/// Room in shared memory at %r3, and 16 bytes of it for each lane at %r4.
inline const std::string kShared =
    ".shared .align 16 .b8 box[2048]; mov.u32 %r3, box; shl.b32 %r4, %r0, 4; add.u32 %r4, %r4, %r3;";

}  // namespace gemmscope::preload::testing
