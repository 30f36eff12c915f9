// SPDX-License-Identifier: MIT
// What quiet loops of a program have made of registers: quiet_loops.h.
#include <cstring>

#include "tracing/lockstep/block.h"

namespace gemmscope::lockstep {
namespace {

Remembered& remembered_of(Block& block, const Warp& warp, std::uint32_t index) {
  return block.remembered[warp.number * block.program.quiet_loops.size() + index];
}

std::size_t bytes_of_parts(const std::vector<QuietLoop::Part>& parts) {
  std::size_t bytes = 0;
  for (const QuietLoop::Part& part : parts) bytes += part.bytes;
  return bytes;
}

void keep_parts(const Warp& warp, const std::vector<QuietLoop::Part>& parts, std::byte* to) {
  for (const auto& [slot, bytes] : parts) std::memcpy(to, warp.registers + slot, bytes), to += bytes;
}

bool are_the_same(const Warp& warp, const std::vector<QuietLoop::Part>& parts, const std::byte* as) {
  for (const auto& [slot, bytes] : parts) {
    if (std::memcmp(as, warp.registers + slot, bytes) != 0) return false;
    as += bytes;
  }
  return true;
}

/// Whether all lanes go through it together, and none waits for others inside it.
bool go_together(const Warp& warp, const Instruction& instruction) {
  const Path& path = warp.paths.back();
  return path.lanes == kAllLanes && !warp.parted && (path.meets <= path.at || path.meets >= instruction.target);
}

}  // namespace

void do_quiet_loop(Block& block, Warp& warp, const Instruction& instruction) {
  const QuietLoop& loop = block.program.quiet_loops[instruction.index];
  Remembered& last = remembered_of(block, warp, instruction.index);
  Path& path = warp.paths.back();
  last.runs = go_together(warp, instruction);
  if (last.runs && last.is_known && are_the_same(warp, loop.reads, last.registers.data())) {
    const std::byte* from = last.registers.data() + bytes_of_parts(loop.reads);
    for (const auto& [slot, bytes] : loop.writes) std::memcpy(warp.registers + slot, from, bytes), from += bytes;
    warp.steps += last.steps, last.runs = false;
    if (loop.stores) block.changes(warp);
    path.at = instruction.target;
    return;
  }
  ++path.at;
  last.is_known = false;
  if (!last.runs) return;
  last.registers.resize(bytes_of_parts(loop.reads) + bytes_of_parts(loop.writes));
  keep_parts(warp, loop.reads, last.registers.data());
  last.steps = warp.steps;
}

void end_quiet_loop(Block& block, const Warp& warp, std::uint32_t index) {
  Remembered& last = remembered_of(block, warp, index);
  if (last.runs && warp.paths.back().lanes == kAllLanes && block.faults.empty()) {
    const QuietLoop& loop = block.program.quiet_loops[index];
    keep_parts(warp, loop.writes, last.registers.data() + bytes_of_parts(loop.reads));
    last.is_known = true, last.steps = warp.steps - last.steps;
  }
  last.runs = false;
}

}  // namespace gemmscope::lockstep
