// SPDX-License-Identifier: MIT
#include "tracing/runtime/host_pages.h"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace gemmscope::runtime {
namespace {

constexpr std::uint64_t kHostPage = 4096;
constexpr std::size_t kMostClosed = 2048;  // stretches of pages; a process may have 65,530

std::uint64_t down(std::uint64_t at) { return at / kHostPage * kHostPage; }
std::uint64_t up(std::uint64_t at) { return down(at + kHostPage - 1); }

void protect(std::uint64_t begin, std::uint64_t end, int how) {
  static_cast<void>(mprotect(reinterpret_cast<void*>(begin), end - begin, how));
}

/// With those that it overlaps or that are next to it.
void join(std::map<std::uint64_t, std::uint64_t>& stretches, std::uint64_t begin, std::uint64_t end) {
  auto next = stretches.upper_bound(begin);
  if (next != stretches.begin() && std::prev(next)->second >= begin) --next, begin = next->first;
  for (; next != stretches.end() && next->first <= end; next = stretches.erase(next)) end = std::max(end, next->second);
  stretches[begin] = end;
}

}  // namespace

std::atomic<bool> HostPages::any_closed = false;

__attribute__((weak)) bool sees_host_io() { return false; }

void HostPages::add(std::uint64_t address, std::uint64_t bytes, HostMemory kind) {
  memory_[address] = {bytes, kind};
  forget_pages();
}

void HostPages::remove(std::uint64_t address) {
  open_all();
  memory_.erase(address);
  forget_pages();
}

std::optional<HostMemory> HostPages::kind_of(std::uint64_t address) const {
  const auto next = memory_.upper_bound(address);
  if (next == memory_.begin()) return std::nullopt;
  const auto& [begin, memory] = *std::prev(next);
  return address - begin < memory.bytes ? std::optional(memory.kind) : std::nullopt;
}

void HostPages::open_all() {
  for (const Pages& pages : closed_) protect(pages.begin, pages.end, PROT_READ | PROT_WRITE);
  closed_.clear();
  any_closed = false;
}

bool HostPages::have(const StreamWork& work) const {
  const auto has = [&](const lockstep::ByteRange& range) {
    const auto next = memory_.upper_bound(range.begin);
    return kind_of(range.begin).has_value() || (next != memory_.end() && next->first < range.end);
  };
  return std::ranges::any_of(work.touched, [&](const auto& ranges) { return std::ranges::any_of(ranges, has); });
}

void HostPages::add_pages(Stretches& to, const lockstep::ByteRanges& ranges) const {
  for (const lockstep::ByteRange& range : ranges) {
    auto block = memory_.upper_bound(range.begin);
    if (block != memory_.begin()) --block;
    for (; block != memory_.end() && block->first < range.end && to.size() < kMostClosed; ++block) {
      const auto& [address, memory] = *block;
      const bool own = memory.kind != HostMemory::kRegistered;  // from its first page to its last
      const bool whole = !own || !sees_host_io();
      const std::uint64_t last = address + memory.bytes;
      const std::uint64_t begin = std::max(range.begin, address), end = std::min(range.end, last);
      if (begin >= end) continue;
      const std::uint64_t first_page = whole && !(own && begin == address) ? up(begin) : down(begin),
                          last_page = whole && !(own && end == last) ? down(end) : up(end);
      if (first_page < last_page) join(to, first_page, last_page);
    }
  }
}

void HostPages::close(const Order& order) {
  open_all();
  if (gave_up_ || memory_.empty()) return;
  if (std::exchange(changes_, order.changes()) != order.changes()) forget_pages();
  for (; seen_ < order.pending().size(); ++seen_) {
    const StreamWork& work = order.pending()[seen_];
    if (!work.on_host) continue;
    add_pages(loaded_, work.of(lockstep::Way::kLoad));
    for (const lockstep::Way way : {lockstep::Way::kStore, lockstep::Way::kAtomic}) add_pages(stored_, work.of(way));
  }
  for (const auto& [begin, end] : loaded_) closed_.push_back({begin, end, true});
  for (const auto& [begin, end] : stored_) closed_.push_back({begin, end, false});  // may be parts of the others
  any_closed = !closed_.empty();
  for (const Pages& pages : closed_) protect(pages.begin, pages.end, pages.can_read ? PROT_READ : PROT_NONE);
}

void HostPages::open(lockstep::ByteRange bytes) {
  for (const Pages& pages : closed_) {
    const std::uint64_t begin = std::max(down(bytes.begin), pages.begin), end = std::min(up(bytes.end), pages.end);
    if (begin < end) protect(begin, end, PROT_READ | PROT_WRITE);
  }
}

bool HostPages::is_closed(std::uint64_t byte) const {
  return std::ranges::any_of(closed_, [&](const Pages& pages) { return pages.begin <= byte && byte < pages.end; });
}

}  // namespace gemmscope::runtime
