// SPDX-License-Identifier: MIT
#include "tracing/analysis/finding.h"

#include <array>

namespace gemmscope::analysis {

std::string_view name_of(Fault fault) {
  constexpr std::array<std::string_view, kFaults> names{
      "uninitialised read", "stale read",           "read after write", "write after read",    "write after write",
      "out of bounds",      "misaligned",           "divergence",       "early exit",          "never stored",
      "stored twice",       "C read with beta = 0", "never loaded",     "race between blocks", "copy in flight",
      "unwritten read",     "never read",           "absent lane",
      "overlapping arrays"};
  return names[static_cast<std::size_t>(fault)];
}

bool is_race(Fault fault) {
  return fault == Fault::kReadAfterWrite || fault == Fault::kWriteAfterRead || fault == Fault::kWriteAfterWrite;
}

}  // namespace gemmscope::analysis
