// SPDX-License-Identifier: MIT
/// @file unused_fragments.h
/// Fragments of matrices that are loaded, and that no instruction uses.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// The ldmatrix or wmma.load instructions of one line.
struct UnusedFragment {
  std::string instruction;   ///< "ldmatrix", "wmma.load"
  std::uint32_t line = 0;    ///< of Recording::source
  std::uint32_t unused = 0;  ///< registers that they load and that nothing reads
  std::uint32_t of = 0;      ///< registers that they load
  friend bool operator==(const UnusedFragment&, const UnusedFragment&) = default;
};

/// Lines at which at least half of the instructions load a register that no instruction reads: of an unrolled loop that
/// loads ahead, the last load may be for nothing. By the recording's PTX, in its order.
[[nodiscard]] std::vector<UnusedFragment> unused_fragments(const format::Recording& recording);

}  // namespace gemmscope::analysis
