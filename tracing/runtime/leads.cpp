// SPDX-License-Identifier: MIT
#include "tracing/runtime/leads.h"

#include <algorithm>
#include <deque>
#include <set>

namespace gemmscope::runtime {
namespace {

using Id = std::uint32_t;
constexpr std::size_t kFew = 4;
constexpr Id kManyLeaders = 0xffffffff;

class Search {
 public:
  Search(const lockstep::Allocations& all, const Pointers& pointers, std::size_t room)
      : pointers_(pointers), room_(room) {
    for (const lockstep::Allocation& each : all.all()) by_id_[each.id] = each;
  }

  Leads found(const Named& named) {
    structs_ = named.structs;
    std::vector<Id> leading, grouped;
    for (const auto* const ids : {&named.parameters, &named.others})
      for (const Id id : *ids)
        if (roots_.insert(id).second) leading.push_back(id);
    find_leaders();
    for (const Id id : named.parameters) add_named(id);
    std::erase_if(leading, [&](Id id) { return targets_of(id).empty() || !take(1); });
    for (const Id id : named.others) add_named(id);
    for (const Id id : leading)
      if (!divide(id)) grouped.push_back(id);
    find_leaders();
    for (const auto& [id, lead] : leads_.to)
      if (!targets_of(id).empty() && take(1)) grouped.push_back(id);
    for (const Id id : grouped) leads_.arrays.push_back(led_by(id));
    note_leads();
    return std::move(leads_);
  }

 private:
  bool take(std::size_t arrays) {
    if (arrays > room_) return false;
    room_ -= arrays;
    return true;
  }

  void add_named(Id id) {
    const bool is_known = std::ranges::any_of(leads_.arrays, [&](const auto& ids) { return ids[0] == id; });
    if (!is_known && take(1)) leads_.arrays.push_back({id});
  }

  std::span<const Pointer> pointers_in(Id id) const {
    const auto known = pointers_.find(id);
    return known == pointers_.end() ? std::span<const Pointer>() : known->second;
  }

  /// For each allocation, finds the root that leads to it without going through another root, if there is only one.
  void find_leaders() {
    leaders_.clear();
    std::deque<Id> queue(roots_.begin(), roots_.end());
    for (const Id root : roots_) leaders_[root] = root;
    for (; !queue.empty(); queue.pop_front()) {
      const Id leader = leaders_.at(queue.front());
      for (const Pointer& pointer : pointers_in(queue.front())) {
        if (roots_.contains(pointer.to)) continue;
        const auto [known, is_new] = leaders_.try_emplace(pointer.to, leader);
        if (!is_new && (known->second == leader || known->second == kManyLeaders)) continue;
        if (!is_new) known->second = kManyLeaders;
        queue.push_back(pointer.to);
      }
    }
  }

  /// To which it points itself.
  std::vector<Pointer> targets_of(Id root) const {
    std::vector<Pointer> targets;
    for (const Pointer& pointer : pointers_in(root))
      if (!roots_.contains(pointer.to) && leaders_.at(pointer.to) == root) targets.push_back(pointer);
    return targets;
  }
  std::vector<Id> led_by(Id root) const {
    std::vector<Id> all;
    for (const auto& [id, leader] : leaders_)
      if (leader == root && id != root) all.push_back(id);
    return all;
  }

  /// Whether so many follow it that are as large as it is, as nodes of lists and trees are.
  bool leads_to_its_like(Id id, int times = 2) const {
    return times == 0 || std::ranges::any_of(pointers_in(id), [&](const Pointer& pointer) {
             return by_id_.at(pointer.to).bytes == by_id_.at(id).bytes && leads_to_its_like(pointer.to, times - 1);
           });
  }

  /// Makes arrays of those to which it points. False: they are too many, or there is no room.
  bool divide(Id root) {
    const std::vector<Pointer> targets = targets_of(root);
    const auto its = structs_.find(root);
    const std::size_t most = its == structs_.end() ? kFew : std::max(kFew, its->second);
    if (targets.size() > most || leads_to_its_like(root)) return false;
    if (std::ranges::any_of(targets, [&](const Pointer& target) { return leads_to_its_like(target.to); })) return false;
    if (!take(targets.size() - 1)) return false;
    for (const Pointer& target : targets) {
      leads_.arrays.push_back({target.to});
      leads_.to[target.to] = {by_id_.at(root), target.byte, true};
      roots_.insert(target.to);
    }
    return true;
  }

  void note_leads() {
    for (const auto& [id, leader] : leaders_)
      if (leader != kManyLeaders && !roots_.contains(id)) leads_.to[id] = {by_id_.at(leader)};
    for (const Id root : roots_)
      for (const Pointer& target : targets_of(root)) leads_.to.at(target.to).byte = target.begin;
  }

  const Pointers& pointers_;
  std::size_t room_;
  std::map<Id, lockstep::Allocation> by_id_;
  std::set<Id> roots_;
  std::map<Id, std::size_t> structs_;
  std::map<Id, Id> leaders_;  ///< of roots themselves
  Leads leads_;
};

}  // namespace

Leads leads_of(const lockstep::Allocations& all, const Named& named, const Pointers& pointers, std::size_t room) {
  return Search(all, pointers, room).found(named);
}

}  // namespace gemmscope::runtime
