// SPDX-License-Identifier: MIT
#include "tracing/lockstep/heap.h"

#include <algorithm>
#include <cstring>

#include "tracing/lockstep/addresses.h"

namespace gemmscope::lockstep {

/// The last bytes are never given, so that the allocation is never `complete`: what is in it may become unwritten.
Heap::Heap(const Allocation& all) : all_(all) {
  const std::uint64_t bytes = all.bytes / kAlign * kAlign;
  if (bytes > kAlign) room_[all.address] = bytes - kAlign;
}

void Heap::begin_launch() {
  take_back();
  gave_again_ = false;
}

void Heap::take_back() {
  for (const auto& [address, bytes] : freed_) {
    auto piece = room_.emplace(address, bytes).first;
    if (const auto next = std::next(piece); next != room_.end() && address + bytes == next->first) {
      piece->second += next->second;
      room_.erase(next);
    }
    if (piece == room_.begin()) continue;
    if (const auto before = std::prev(piece); before->first + before->second == address) {
      before->second += piece->second;
      room_.erase(piece);
    }
  }
  freed_.clear();
}

std::uint64_t Heap::take(std::uint64_t bytes) {
  const auto piece = std::ranges::find_if(room_, [&](const auto& each) { return each.second >= bytes; });
  if (piece == room_.end()) return 0;
  const auto [address, there] = *piece;
  room_.erase(piece);
  if (there > bytes) room_[address + bytes] = there - bytes;
  return address;
}

std::uint64_t Heap::allocate(std::uint64_t bytes) {
  if (bytes > all_.bytes) return 0;
  const std::uint64_t whole = (std::max<std::uint64_t>(bytes, 1) + kAlign - 1) / kAlign * kAlign;
  std::uint64_t address = take(whole);
  if (address == 0 && !freed_.empty()) {
    take_back();
    gave_again_ = true;  // this request, or a later one, may get what was freed
    address = take(whole);
  }
  if (address == 0) return 0;
  given_[address] = whole;
  std::memset(reinterpret_cast<void*>(address), 0xff, whole);
  if (all_.written != nullptr) std::memset(all_.written + (address - all_.address) / kWordBytes, 0, whole / kWordBytes);
  return address;
}

bool Heap::free(std::uint64_t address) {
  const auto piece = given_.find(address);
  if (piece == given_.end()) return false;
  freed_.insert(*piece);
  given_.erase(piece);
  return true;
}

void do_malloc(Block& block, const Warp& warp, const Instruction& instruction, Mask active) {
  const Call& call = block.program.calls[instruction.index];
  for_lanes(active, [&](int l) {
    std::byte* const frame = block.frame_of(warp, l);
    std::uint64_t bytes;
    std::memcpy(&bytes, frame + call.arguments[0].offset, sizeof(bytes));
    const std::uint64_t address = block.launch.heap == nullptr ? 0 : block.launch.heap->allocate(bytes);
    std::memcpy(frame + call.results[0].offset, &address, sizeof(address));
  });
}

void do_free(Block& block, const Warp& warp, const Instruction& instruction, Mask active) {
  const Call& call = block.program.calls[instruction.index];
  for_lanes(active, [&](int l) {
    std::uint64_t address;
    std::memcpy(&address, block.frame_of(warp, l) + call.arguments[0].offset, sizeof(address));
    if (address == 0 || (block.launch.heap != nullptr && block.launch.heap->free(address))) return;
    block.fault(FaultKind::kBadFree, warp, l, block.statement_of(instruction), address);
  });
}

}  // namespace gemmscope::lockstep
