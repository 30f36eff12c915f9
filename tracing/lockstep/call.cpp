// SPDX-License-Identifier: MIT
// Calls of functions, and brx.idx: lanes that go different ways go one after the other.
#include <algorithm>
#include <cstring>

#include "tracing/lockstep/undefined.h"

namespace gemmscope::lockstep {
namespace {

/// Some lanes of a call, and the function that they call.
struct Share {
  std::uint32_t function;
  Mask lanes;
};

/// By function, in the order of Call::functions. A lane whose pointer names none of them is a fault.
std::vector<Share> shares_of(Block& block, const Warp& warp, const Instruction& instruction, Mask active) {
  const Call& call = block.program.calls[instruction.index];
  if (instruction.operands[0] == kNoSlot) return {{call.functions.front(), active}};
  std::vector<Share> shares;
  std::array<std::uint64_t, kLanes> pointers;
  std::memcpy(pointers.data(), warp.registers + instruction.operands[0], sizeof(pointers));
  for (const std::uint32_t function : call.functions) {
    Share share{function, 0};
    for_lanes(active, [&](int l) {
      if (pointers[l] == block.program.functions[function].address) share.lanes |= Mask{1} << l;
    });
    if (share.lanes != 0) shares.push_back(share);
    active &= ~share.lanes;
  }
  if (active == 0) return shares;
  const int lane = std::countr_zero(active);
  block.fault(FaultKind::kNoFunction, warp, lane, block.statement_of(instruction), pointers[lane]);
  return {};
}

/// Copies pieces of one frame into another, lane by lane.
void move_pieces(Block& block, const Warp& warp, Mask lanes, std::uint32_t from_base, std::span<const Piece> from,
                 std::uint32_t to_base, std::span<const Piece> to) {
  for_lanes(lanes, [&](int l) {
    std::byte* const local = block.local_of(warp, l);
    for (std::size_t i = 0; i < from.size(); ++i) {
      const std::uint32_t source = from_base + from[i].offset, target = to_base + to[i].offset;
      std::memcpy(local + target, local + source, from[i].bytes);
      if (block.undefined != nullptr) block.undefined->move_local(warp, l, source, target, from[i].bytes);
    }
  });
}

void enter(Block& block, Warp& warp, const Call& call, const Share& share, std::uint32_t caller, std::uint32_t base) {
  const ProgramFunction& function = block.program.functions[share.function];
  Frame frame{warp.paths.size(), share.function, base, caller, &call, share.lanes, {}};
  std::byte* const registers = warp.registers + function.registers;
  if (function.calls_itself) frame.saved.assign(registers, registers + function.register_bytes);
  if (function.frame != kNoSlot)
    for_lanes(share.lanes, [&](int l) {
      const std::uint64_t begin = base;
      std::memcpy(warp.registers + function.frame + 8 * static_cast<std::size_t>(l), &begin, sizeof(begin));
    });
  move_pieces(block, warp, share.lanes, caller, call.arguments, base, function.parameters);
  warp.frames.push_back(std::move(frame));
  warp.paths.push_back({share.lanes, function.begin, kNowhere});
}

}  // namespace

bool do_call(Block& block, Warp& warp, const Instruction& instruction, Mask active) {
  const std::vector<Share> shares = shares_of(block, warp, instruction, active);
  if (shares.empty()) return false;
  const Frame* const caller = warp.frames.empty() ? nullptr : &warp.frames.back();
  const std::uint32_t from = caller == nullptr ? 0 : caller->base;
  const std::uint32_t base = from + block.program.functions[caller == nullptr ? 0 : caller->function].frame_bytes;
  for (const Share& share : shares) {  // each at the same depth: no lane is in two
    if (block.program.functions[share.function].frame_bytes > block.local_bytes - base) {
      block.fault(FaultKind::kStackOverflow, warp, std::countr_zero(share.lanes), block.statement_of(instruction));
      return false;
    }
    enter(block, warp, block.program.calls[instruction.index], share, from, base);
  }
  return true;
}

void do_return(Warp& warp, Mask active) {
  for (std::size_t p = warp.frames.back().first_path; p < warp.paths.size(); ++p) warp.paths[p].lanes &= ~active;
}

void leave(Block& block, Warp& warp) {
  const Frame& frame = warp.frames.back();
  const ProgramFunction& function = block.program.functions[frame.function];
  move_pieces(block, warp, frame.lanes, frame.base, function.returns, frame.caller, frame.call->results);
  // of the other lanes nothing has changed
  if (function.calls_itself) std::ranges::copy(frame.saved, warp.registers + function.registers);
  warp.frames.pop_back();
}

bool do_switch(Block& block, Warp& warp, const Instruction& instruction, Mask active) {
  const std::vector<std::uint32_t>& table = block.program.tables[instruction.index];
  std::array<std::uint32_t, kLanes> numbers;
  std::memcpy(numbers.data(), warp.registers + instruction.operands[0], sizeof(numbers));
  std::vector<Path> ways;  // the last one runs first
  for (Mask left = active; left != 0;) {
    const int first = std::countr_zero(left);
    if (numbers[first] >= table.size())
      return block.fault(FaultKind::kNoCase, warp, first, block.statement_of(instruction)), false;
    Path way{0, table[numbers[first]], instruction.meets};
    for_lanes(left, [&](int l) {
      if (numbers[l] < table.size() && table[numbers[l]] == way.at) way.lanes |= Mask{1} << l;
    });
    left &= ~way.lanes;
    ways.push_back(way);
  }
  Path& path = warp.paths.back();
  if (const Mask stay = path.lanes & ~active; stay != 0) ways.push_back({stay, path.at + 1, instruction.meets});
  if (ways.size() == 1) return path.at = ways[0].at, true;
  path.at = instruction.meets;
  warp.paths.insert(warp.paths.end(), ways.begin(), ways.end());
  return true;
}

}  // namespace gemmscope::lockstep
