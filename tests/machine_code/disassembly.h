// SPDX-License-Identifier: MIT
/// @file disassembly.h
/// The listings that nvdisasm writes at build time (CMakeLists.txt), read back.
#pragma once

#include <string>
#include <vector>

namespace gemmscope::machine_code {

struct Instruction {
  std::string text;      ///< predicate, operation, operands; the kernel's own name as "<kernel>"
  std::string encoding;  ///< all 16 bytes as two words, so also what the scheduler is told
  std::string file;      ///< where it is written: the call in the kernel, not the inlined function
  int line = 0;
  friend bool operator==(const Instruction& a, const Instruction& b) {
    return a.text == b.text && a.encoding == b.encoding;
  }
};

/// The kernel `kernel` ("plain" or "raw") with PA = PB = `pad`, compiled for sm_`architecture`, in the order of its
/// code. Empty if the listing does not hold exactly one such kernel.
std::vector<Instruction> disassembly(const std::string& kernel, int architecture, int pad);

/// What is compared for: each architecture with and without padding.
struct Target {
  int architecture, pad;
};
inline constexpr Target kTargets[] = {{75, 0}, {75, 4}, {80, 0}, {80, 4}, {90, 0}, {90, 4}};
inline std::string name_of(const Target& t) {
  return "sm_" + std::to_string(t.architecture) + "_pad_" + std::to_string(t.pad);
}

}  // namespace gemmscope::machine_code
