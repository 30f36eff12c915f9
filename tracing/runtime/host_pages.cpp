// SPDX-License-Identifier: MIT
#include "tracing/runtime/host_pages.h"

#include <sys/mman.h>

#include <algorithm>

namespace gemmscope::runtime {
namespace {

constexpr std::uint64_t kHostPage = 4096;
constexpr std::size_t kMostClosed = 2048;  // stretches of pages; a process may have 65,530

std::uint64_t down(std::uint64_t at) { return at / kHostPage * kHostPage; }
std::uint64_t up(std::uint64_t at) { return down(at + kHostPage - 1); }

void protect(std::uint64_t begin, std::uint64_t end, int how) {
  static_cast<void>(mprotect(reinterpret_cast<void*>(begin), end - begin, how));
}

}  // namespace

std::atomic<bool> HostPages::any_closed = false;

__attribute__((weak)) bool sees_host_io() { return false; }

void HostPages::add(std::uint64_t address, std::uint64_t bytes, HostMemory kind) { memory_[address] = {bytes, kind}; }

void HostPages::remove(std::uint64_t address) {
  open_all();
  memory_.erase(address);
}

std::optional<HostMemory> HostPages::kind_of(std::uint64_t address) const {
  const auto behind = memory_.upper_bound(address);
  if (behind == memory_.begin()) return std::nullopt;
  const auto& [begin, memory] = *std::prev(behind);
  return address - begin < memory.bytes ? std::optional(memory.kind) : std::nullopt;
}

void HostPages::open_all() {
  for (const Pages& pages : closed_) protect(pages.begin, pages.end, PROT_READ | PROT_WRITE);
  closed_.clear();
  any_closed = false;
}

bool HostPages::have(const StreamWork& work) const {
  return std::ranges::any_of(memory_, [&](const auto& entry) {
    const lockstep::ByteRanges all{{entry.first, entry.first + entry.second.bytes}};
    return std::ranges::any_of(work.touched,
                               [&](const auto& ranges) { return lockstep::common(ranges, all).has_value(); });
  });
}

/// Adjacent pages are one stretch.
void HostPages::add_pages(std::vector<Pages>& to, const lockstep::ByteRanges& ranges, bool can_read) const {
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
      const Pages pages{whole && !(own && begin == address) ? up(begin) : down(begin),
                        whole && !(own && end == last) ? down(end) : up(end), can_read};
      if (pages.begin >= pages.end) continue;
      if (!to.empty() && to.back().can_read == can_read && to.back().begin <= pages.begin &&
          pages.begin <= to.back().end)
        to.back().end = std::max(to.back().end, pages.end);
      else
        to.push_back(pages);
    }
  }
}

void HostPages::close(const std::deque<StreamWork>& pending) {
  open_all();
  if (gave_up_ || memory_.empty()) return;
  for (const StreamWork& work : pending)
    if (work.on_host) add_pages(closed_, work.of(lockstep::Way::kLoad), true);
  std::vector<Pages> stored;
  for (const StreamWork& work : pending)
    for (const lockstep::Way way : {lockstep::Way::kStore, lockstep::Way::kAtomic})
      if (work.on_host) add_pages(stored, work.of(way), false);
  closed_.insert(closed_.end(), stored.begin(), stored.end());
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
