// SPDX-License-Identifier: MIT
#include "tracing/runtime/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace gemmscope::runtime {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;

std::uint64_t number_of(const void* address) { return reinterpret_cast<std::uint64_t>(address); }

constexpr std::size_t kMostRegions = 8192;         // of one allocation; each takes four mappings of the host's 65,530
constexpr std::uint64_t kMostOfSlot = 16 * kPage;  // bytes of an allocation that shares a region
constexpr std::uint64_t kSlots = 512;              // of a region that is shared

/// Bytes of the notes on `usable` bytes; and of both together, with two inaccessible pages.
std::uint64_t notes(std::uint64_t usable) { return (usable / lockstep::kWordBytes + kPage - 1) / kPage * kPage; }
std::uint64_t extent(std::uint64_t usable, std::uint64_t written) { return usable + 2 * kPage + written; }

/// Reserves `bytes` bytes of addresses, which are inaccessible. If they are many, what is behind the first page begins
/// at a multiple of a huge page. Null: there are fewer.
std::byte* reserve(std::uint64_t bytes) {
  const std::uint64_t more = bytes < kHugePage ? 0 : kHugePage;
  void* const pages = mmap(nullptr, bytes + more, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return nullptr;
  std::byte* const first = static_cast<std::byte*>(pages);
  const std::uint64_t before = more == 0 ? 0 : (kHugePage - (number_of(first) + kPage) % kHugePage) % kHugePage;
  if (before > 0) munmap(first, before);
  if (more > before) munmap(first + before + bytes, more - before);
  return first + before;
}

std::uint64_t half_of_the_host() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 2;
}

}  // namespace

Memory::Memory() : total_(half_of_the_host()) {}

Memory::~Memory() {
  for (const auto& [address, pages] : mapped_)
    if (!pages.shares) give_back(pages);
  for (const auto& [begin, bytes] : shared_) munmap(begin, bytes);
}

/// Behind the page behind: lockstep::Allocation::written, a byte for each word. No more of that is touched than is
/// needed, and what is never touched takes no memory.
Memory::Pages Memory::region(std::uint64_t usable, std::uint64_t written) {
  const std::uint64_t all = extent(usable, written);
  std::byte* const pages = reserve(all);
  if (pages == nullptr) return {};
  std::byte* const begin = pages + kPage;
  if (mprotect(begin, usable, PROT_READ | PROT_WRITE) != 0 ||
      mprotect(begin + usable + kPage, written, PROT_READ | PROT_WRITE) != 0) {
    munmap(pages, all);
    return {};
  }
  return {begin, begin + usable + kPage, usable};
}

/// Between two slots is a page that belongs to neither, so that a kernel's access beyond an end is outside every slot;
/// but a host may touch it.
Memory::Pages Memory::slot(std::uint64_t usable) {
  std::vector<Pages>& slots = free_slots_[usable];
  if (slots.empty()) {
    const Pages all = region(kSlots * (usable + kPage), kSlots * notes(usable));
    if (all.begin == nullptr) return {};
    shared_.emplace_back(all.begin - kPage, extent(all.usable, kSlots * notes(usable)));
    for (std::uint64_t i = kSlots; i-- > 0;)
      slots.push_back({all.begin + i * (usable + kPage), all.written + i * notes(usable), usable, true});
  }
  const Pages taken = slots.back();
  slots.pop_back();
  return taken;
}

std::byte* Memory::allocate(std::uint64_t bytes, bool watched) {
  if (bytes == 0 || bytes > left()) return nullptr;
  const std::uint64_t usable = (bytes + kPage - 1) / kPage * kPage;
  const bool shares = usable <= kMostOfSlot && mapped_.size() >= kMostRegions;
  const Pages pages = shares ? slot(usable) : region(usable, notes(usable));
  if (pages.begin == nullptr) return nullptr;
  if (!shares) madvise(pages.begin, usable, MADV_HUGEPAGE);  // kernels walk along columns, each row on another page
  std::memset(pages.begin, 0xff, bytes);
  allocations_.add(number_of(pages.begin), bytes, watched ? reinterpret_cast<std::uint8_t*>(pages.written) : nullptr);
  mapped_[number_of(pages.begin)] = pages;
  used_ += bytes;
  return pages.begin;
}

bool Memory::free(const void* address) {
  const auto pages = mapped_.find(number_of(address));
  if (pages == mapped_.end() || address == of_kernels_) return false;
  used_ -= allocations_.find(number_of(address))->bytes;
  allocations_.remove(number_of(address));
  give_back(pages->second);
  mapped_.erase(pages);
  return true;
}

/// Afterwards the pages and notes of a slot are like new ones.
void Memory::give_back(const Pages& pages) {
  if (!pages.shares) {
    munmap(pages.begin - kPage, extent(pages.usable, notes(pages.usable)));
    return;
  }
  madvise(pages.begin, pages.usable, MADV_DONTNEED);
  madvise(pages.written, notes(pages.usable), MADV_DONTNEED);
  free_slots_[pages.usable].push_back(pages);
}

void Memory::wrote(const void* address, std::uint64_t bytes) {
  const lockstep::Allocation* const array = allocations_.find(number_of(address));
  if (bytes == 0 || array == nullptr || array->written == nullptr) return;
  const std::uint64_t first = number_of(address) - array->address, last = std::min(first + bytes, array->bytes) - 1;
  std::memset(array->written + first / lockstep::kWordBytes, 1,
              last / lockstep::kWordBytes - first / lockstep::kWordBytes + 1);
}

bool Memory::adopt(const void* address, std::uint64_t bytes) {
  const std::uint64_t begin = number_of(address);
  if (bytes == 0) return false;
  for (const lockstep::Allocation& a : allocations_.all())
    if (begin < a.address + a.bytes && a.address < begin + bytes) return false;
  allocations_.add(begin, bytes);
  return true;
}

bool Memory::disown(const void* address) {
  return !mapped_.contains(number_of(address)) && allocations_.remove(number_of(address));
}

bool Memory::holds(const void* address, std::uint64_t bytes) const {
  const lockstep::Allocation* found = allocations_.find(number_of(address));
  return found != nullptr && found->address != number_of(of_kernels_) &&
         bytes <= found->bytes - (number_of(address) - found->address);
}

bool Memory::breaks_off(const void* address, std::uint64_t bytes) const {
  return allocations_.find(number_of(address)) != nullptr && !holds(address, bytes);
}

}  // namespace gemmscope::runtime
