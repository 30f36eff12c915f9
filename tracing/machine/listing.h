// SPDX-License-Identifier: MIT
/// @file listing.h
/// Machine code as nvdisasm lists it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gemmscope::machine {

inline constexpr std::uint32_t kNoTarget = 0xffffffff;

struct Instruction {
  std::string text;                  ///< predicate, operation, operands: "@!P0 BRA `(.L_x_5)"
  std::uint32_t line = 0;            ///< of the kernel's own file, by the rule of ptx_lines.h; 0: none is known
  std::uint32_t target = kNoTarget;  ///< of a branch: the instruction where it goes on
};

/// The instructions of `entry` in what `nvdisasm -c -gi` printed; without the padding behind them. Any text gives
/// something: what is not understood is left out. Empty: it does not have the kernel.
[[nodiscard]] std::vector<Instruction> read_listing(std::string_view text, std::string_view entry);

}  // namespace gemmscope::machine
