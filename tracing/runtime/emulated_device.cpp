// SPDX-License-Identifier: MIT
#include "tracing/runtime/emulated_device.h"

#include <algorithm>

namespace gemmscope::runtime {

std::uint64_t resident_blocks(const lockstep::Program& program, std::uint32_t threads, std::uint64_t dynamic_shared) {
  if (threads < 1 || threads > kMostThreads) return 0;
  const std::uint32_t whole_warps = (threads + 31) / 32 * 32;
  const std::uint64_t shared = program.shared_bytes + dynamic_shared + kReservedShared;
  return std::min<std::uint64_t>({kMostBlocksOfSm, kMostThreadsOfSm / whole_warps, kSharedOfSm / shared});
}

std::uint64_t room_for_blocks(const lockstep::Program& program, const lockstep::Launch& launch) {
  return std::max<std::uint64_t>(1,
                                 kMultiprocessors * resident_blocks(program, launch.threads(), launch.dynamic_shared));
}

}  // namespace gemmscope::runtime
