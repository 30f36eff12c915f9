// SPDX-License-Identifier: MIT
#include "tracing/lockstep/touched_memory.h"

#include <algorithm>
#include <bit>

#include "tracing/lockstep/addresses.h"

namespace gemmscope::lockstep {
namespace {

constexpr std::size_t kMostRanges = 1'000'000;

/// System-wide accesses make an order with the host, and strong ones with other launches.
Way way_of(const Access& access) {
  if (access.system || access.strong) return Way::kSignal;
  switch (access.kind) {
    case AccessKind::kLoad: return Way::kLoad;
    case AccessKind::kStore: return Way::kStore;
    default: return Way::kAtomic;
  }
}

}  // namespace

TouchedMemory::TouchedMemory(std::span<const Allocation> arrays) {
  for (const Allocation& each : arrays) {
    const std::uint64_t pieces = (each.bytes + kPiece - 1) / kPiece;
    arrays_.push_back({each.address, each.bytes, std::make_unique<std::atomic<Bits*>[]>(pieces * kWays)});
  }
}

TouchedMemory::~TouchedMemory() {
  for (const Array& array : arrays_)
    for (std::uint64_t p = 0; p < (array.bytes + kPiece - 1) / kPiece * kWays; ++p) delete array.pieces[p].load();
}

const TouchedMemory::Array* TouchedMemory::find(std::uint64_t address) const {
  const auto behind = std::ranges::upper_bound(arrays_, address, {}, &Array::address);
  if (behind == arrays_.begin()) return nullptr;
  const Array& array = *std::prev(behind);
  return address - array.address < array.bytes ? &array : nullptr;
}

TouchedMemory::Bits& TouchedMemory::bits_of(std::atomic<Bits*>& place) {
  if (Bits* const there = place.load(std::memory_order_acquire)) return *there;
  auto made = std::make_unique<Bits>();
  Bits* none = nullptr;
  return *(place.compare_exchange_strong(none, made.get(), std::memory_order_acq_rel) ? made.release() : none);
}

/// Reads before it writes: most bytes are touched many times, by several cores.
void TouchedMemory::mark(Way way, std::uint64_t begin, std::uint64_t end) {
  const Array* const array = find(begin);
  if (array == nullptr) return;
  begin -= array->address, end = std::min(end - array->address, array->bytes);
  while (begin < end) {
    Bits& bits = bits_of(array->pieces[begin / kPiece * kWays + static_cast<std::size_t>(way)]);
    for (const std::uint64_t here = std::min(end, (begin / kPiece + 1) * kPiece); begin < here;) {
      const std::uint64_t first = begin % kWordBits, count = std::min(kWordBits - first, here - begin);
      const std::uint64_t mask = (~std::uint64_t{0} >> (kWordBits - count)) << first;
      Word& word = bits.words[begin % kPiece / kWordBits];
      if ((word.load(std::memory_order_relaxed) & mask) != mask) word.fetch_or(mask, std::memory_order_relaxed);
      begin += count;
    }
  }
}

void TouchedMemory::note(const Access& access, Mask lanes, const std::array<std::uint64_t, kLanes>& addresses,
                         std::uint64_t bytes) {
  if (bytes == 0) return;
  const Way way = way_of(access);
  std::uint64_t begin = 0, end = 0;  // most lanes continue where the one before ended
  for_lanes(lanes, [&](int l) {
    const std::uint64_t at = addresses[static_cast<std::size_t>(l)];
    if (at == end) {
      end += bytes;
    } else if (at < begin || at + bytes > end) {
      if (begin != end) mark(way, begin, end);
      begin = at, end = at + bytes;
    }
  });
  if (begin != end) mark(way, begin, end);
}

TouchedBytes TouchedMemory::ranges() const {
  TouchedBytes touched;
  std::array<bool, kWays> too_many{};
  const auto add = [&](std::size_t way, std::uint64_t at) {
    ByteRanges& ranges = touched[way];
    if (!ranges.empty() && ranges.back().end == at) return static_cast<void>(++ranges.back().end);
    too_many[way] = too_many[way] || ranges.size() >= kMostRanges;
    if (!too_many[way]) ranges.push_back({at, at + 1});
  };
  for (const Array& array : arrays_)
    for (std::uint64_t piece = 0; piece * kPiece < array.bytes; ++piece)
      for (std::size_t way = 0; way < kWays; ++way) {
        const Bits* const bits = array.pieces[piece * kWays + way].load();
        if (bits == nullptr) continue;
        for (std::size_t w = 0; w < bits->words.size(); ++w) {
          const std::uint64_t at = array.address + piece * kPiece + w * kWordBits;
          std::uint64_t word = bits->words[w].load(std::memory_order_relaxed);
          if (word == ~std::uint64_t{0} && !touched[way].empty() && touched[way].back().end == at) {
            touched[way].back().end += kWordBits;
            continue;
          }
          for (; word != 0; word &= word - 1) add(way, at + static_cast<std::uint64_t>(std::countr_zero(word)));
        }
      }
  for (std::size_t way = 0; way < kWays; ++way)
    if (too_many[way]) touched[way].clear();
  return touched;
}

}  // namespace gemmscope::lockstep
