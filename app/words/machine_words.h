// SPDX-License-Identifier: MIT
/// @file machine_words.h
/// What ptxas made of a kernel, in words: for the window and for `report --machine`.
#pragma once

#include <string>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/machine/machine_code.h"

namespace gemmscope::words {

inline constexpr const char* kNoPtx = "there is no PTX in this recording; gemmscope run records it with a program";

/// "ptxas 13.0 for sm_90"
std::string made_by(const machine::MachineCode& code);
/// "32 registers, no spills"
std::string needs_in_words(const machine::MachineCode& code);
/// "64 of 64 warps resident on an SM of sm_80, limited by threads"
std::string occupancy_in_words(const format::Recording& recording, const machine::MachineCode& code);
/// "128 of 154 instructions (83.1 %) of the loop around line 24 are FFMA"
std::string loop_in_words(const machine::MachineCode& code);

/// "8 of 4 bytes, 1 of 16 bytes"; "none"
std::string ptx_in_words(const machine::Compared& compared);
/// "8 of 16 bytes (LDS.128), 4 times the bytes"
std::string machine_in_words(const machine::Compared& compared);

}  // namespace gemmscope::words
