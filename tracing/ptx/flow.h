// SPDX-License-Identifier: MIT
/// @file flow.h
/// Where a warp can go from each instruction, and where lanes that went different ways meet again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gemmscope::ptx {

/// Where an instruction leads. Instructions are counted from 0 in the function's text.
struct Jump {
  bool goes_on = true;                 ///< some lanes may go on to the next one
  bool leaves = false;                 ///< some lanes may leave the function: exit, ret, trap
  std::vector<std::uint32_t> targets;  ///< of a branch; of brx.idx, all
};

/// Instructions that run one after the other, from `begin` to before `end`; only the last one leads elsewhere.
struct BasicBlock {
  std::uint32_t begin = 0, end = 0;
  std::vector<std::uint32_t> successors;  ///< numbers of blocks; without a block past the end, which leaves
  bool leaves = false;
};

/// In the order of the text; together all instructions. Targets past the end are the caller's mistake.
[[nodiscard]] std::vector<BasicBlock> basic_blocks(std::span<const Jump> jumps);

inline constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

/// For each block, the block at whose beginning all lanes that leave it have met again, whichever ways they went, if
/// they did not leave the function: its immediate post-dominator. kNowhere: they need not meet, or no lane can leave
/// the function from the block, as in a loop without end.
///
/// The lanes of a diverged warp are brought together there. PTX does not define where a GPU does it.
[[nodiscard]] std::vector<std::uint32_t> meeting_blocks(std::span<const BasicBlock> blocks);

}  // namespace gemmscope::ptx
