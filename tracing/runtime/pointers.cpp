// SPDX-License-Identifier: MIT
#include "tracing/runtime/pointers.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace gemmscope::runtime {
namespace {

constexpr std::uint64_t kWord = 8, kMostOfOne = std::uint64_t{16} << 20, kMostOfAll = std::uint64_t{256} << 20;

class PointerSearch {
 public:
  PointerSearch(const lockstep::Allocations& all, std::span<const std::uint32_t> named, const ReadWords& read)
      : read_(read) {
    std::map<std::uint32_t, lockstep::Allocation> by_id;
    for (const lockstep::Allocation& each : all.all()) by_id[each.id] = each;
    for (const std::uint32_t id : named)
      if (const auto known = by_id.find(id); known != by_id.end() && seen_.insert(id).second)
        queue_.push_back(known->second);
    for (const lockstep::Allocation& each : all.all())
      if (!seen_.contains(each.id)) targets_.push_back(each);
  }
  Pointers found() {
    if (targets_.empty()) return {};
    for (std::size_t i = 0; i < queue_.size(); ++i) scan(lockstep::Allocation(queue_[i]));
    return std::move(found_);
  }

 private:
  void scan(const lockstep::Allocation& from) {
    const std::uint64_t before = (kWord - from.address % kWord) % kWord,
                        bytes = std::min({from.bytes - std::min(before, from.bytes), kMostOfOne, left_});
    if (bytes < kWord) return;
    left_ -= bytes;
    const std::uint64_t lowest = targets_.front().address,
                        extent = targets_.back().address + targets_.back().bytes - lowest;
    std::unordered_map<std::uint32_t, std::size_t> known;
    std::uint64_t byte = before;
    for (const std::uint64_t word : read_(from.address + before, bytes / kWord)) {
      if (word - lowest < extent)
        if (const lockstep::Allocation* const to = target_at(word); to != nullptr && to->id != from.id)
          add(found_[from.id], known, *to, word, byte);
      byte += kWord;
    }
  }

  void add(std::vector<Pointer>& pointers, std::unordered_map<std::uint32_t, std::size_t>& known,
           const lockstep::Allocation& to, std::uint64_t word, std::uint64_t byte) {
    const auto [at, is_new] = known.try_emplace(to.id, pointers.size());
    if (is_new) pointers.push_back({to.id, byte});
    auto& begin = pointers[at->second].begin;
    if (word == to.address && !begin) begin = byte;
    if (seen_.insert(to.id).second) queue_.push_back(to);
  }

  const lockstep::Allocation* target_at(std::uint64_t address) const {
    const auto next = std::ranges::upper_bound(targets_, address, {}, &lockstep::Allocation::address);
    return next != targets_.begin() && std::prev(next)->holds(address) ? &*std::prev(next) : nullptr;
  }

  const ReadWords& read_;
  std::vector<lockstep::Allocation> targets_;  ///< by address
  std::vector<lockstep::Allocation> queue_;    ///< those that lead on, or may
  std::set<std::uint32_t> seen_;               ///< all that are, or were, in it
  std::uint64_t left_ = kMostOfAll;
  Pointers found_;
};

}  // namespace

std::span<const std::uint64_t> words_of_host(std::uint64_t address, std::size_t words) {
  return {reinterpret_cast<const std::uint64_t*>(address), words};
}

Pointers pointers_from(const lockstep::Allocations& all, std::span<const std::uint32_t> named, const ReadWords& read) {
  return PointerSearch(all, named, read).found();
}

}  // namespace gemmscope::runtime
