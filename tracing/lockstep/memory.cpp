// SPDX-License-Identifier: MIT
#include "tracing/lockstep/memory.h"

#include <algorithm>
#include <atomic>

namespace gemmscope::lockstep {
namespace {

std::uint64_t word_of(std::uint64_t at) { return at / kWordBytes; }

/// The end of an allocation may be part of a word: pages do not end there. So may the beginning of a part of one.
bool is_blank_word(std::uint64_t at) {
  auto& word = *reinterpret_cast<std::uint32_t*>(at & ~(kWordBytes - 1));
  return std::atomic_ref<std::uint32_t>(word).load(std::memory_order_relaxed) == kBlankWord;
}

}  // namespace

bool Allocation::is_unwritten(std::uint64_t at) const {
  const std::atomic_ref<std::uint8_t> noted(written[word_of(at) - word_of(address)]);
  return is_blank_word(at) && noted.load(std::memory_order_relaxed) == 0;
}

void Allocation::note(std::uint64_t at, std::uint64_t count) const {
  if (count == 0) return;
  for (std::uint64_t w = word_of(at); w <= word_of(at + count - 1); ++w)
    std::atomic_ref<std::uint8_t>(written[w - word_of(address)]).store(1, std::memory_order_relaxed);
}

void Allocation::note_blanks(std::uint64_t at, std::uint64_t count) const {
  for (std::uint64_t word = at; word < at + count; word += kWordBytes)
    if (is_blank_word(word)) note(word, 1);
}

bool Allocation::has_unwritten() const {
  for (std::uint64_t w = word_of(address); w <= word_of(address + bytes - 1); ++w)
    if (is_unwritten(w * kWordBytes)) return true;
  return false;
}

bool Allocation::is_blank() const {
  if (written == nullptr || complete) return false;
  for (std::uint64_t w = word_of(address); w <= word_of(address + bytes - 1); ++w)
    if (!is_unwritten(w * kWordBytes)) return false;
  return true;
}

std::uint32_t Allocations::add(std::uint64_t address, std::uint64_t bytes, std::uint8_t* written) {
  const auto behind = std::ranges::upper_bound(by_address_, address, {}, &Allocation::address);
  by_address_.insert(behind, {address, bytes, made_, written, false});
  std::erase_if(removed_, [&](const Allocation& each) {
    return each.address < address + bytes && address < each.address + each.bytes;
  });
  return made_++;
}

void Allocations::note_complete() {
  for (Allocation& each : by_address_)
    each.complete = each.complete || (each.written != nullptr && !each.has_unwritten());
}

bool Allocations::look_away(const Allocation& array, bool complete) {
  const auto found = std::ranges::lower_bound(by_address_, array.address, {}, &Allocation::address);
  if (found == by_address_.end() || found->address != array.address || found->bytes != array.bytes) return false;
  found->complete = complete;
  return true;
}

bool Allocations::remove(std::uint64_t address) {
  const auto found = std::ranges::lower_bound(by_address_, address, {}, &Allocation::address);
  if (found == by_address_.end() || found->address != address) return false;
  constexpr std::size_t kMostRemoved = 1000;
  removed_.push_front(*found);
  if (removed_.size() > kMostRemoved) removed_.pop_back();
  by_address_.erase(found);
  return true;
}

const Allocation* Allocations::removed(std::uint64_t address) const {
  const auto found = std::ranges::find_if(removed_, [&](const Allocation& each) { return each.holds(address); });
  return found == removed_.end() ? nullptr : &*found;
}

Allocations Allocations::cut_at(std::span<const std::uint64_t> addresses) const {
  Allocations parts = *this;
  for (const std::uint64_t at : addresses) {
    const auto behind = std::ranges::lower_bound(parts.by_address_, at, {}, &Allocation::address);
    if (behind == parts.by_address_.begin() || !std::prev(behind)->holds(at)) continue;  // none, or one begins there
    Allocation& first = *std::prev(behind);
    const std::uint64_t bytes = at - first.address;
    Allocation rest = first;
    rest.address = at, rest.bytes -= bytes, rest.id = parts.made_++;
    if (rest.written != nullptr) rest.written += word_of(at) - word_of(first.address);  // two parts may share a word
    first.bytes = bytes;
    parts.by_address_.insert(behind, rest);
  }
  return parts;
}

const Allocation* Allocations::find(std::uint64_t address) const {
  const auto behind = std::ranges::upper_bound(by_address_, address, {}, &Allocation::address);
  return behind != by_address_.begin() && std::prev(behind)->holds(address) ? &*std::prev(behind) : nullptr;
}

}  // namespace gemmscope::lockstep
