// SPDX-License-Identifier: MIT
#include "tracing/lockstep/one_value.h"

#include <algorithm>

namespace gemmscope::lockstep {
namespace {

bool is_of_launch(Special what) {
  switch (what) {
    case Special::kNtidX:
    case Special::kNtidY:
    case Special::kNtidZ:
    case Special::kNctaidX:
    case Special::kNctaidY:
    case Special::kNctaidZ: return true;
    default: return false;
  }
}

/// Whether its result depends on which lanes take part, even where all of them have the same value.
bool is_of_lanes(const ptx::Function& function, const DraftInstruction& each) {
  constexpr std::string_view kOfLanes[] = {"activemask", "match", "redux", "shfl", "vote"};
  return each.statement < function.code.size() &&
         std::ranges::find(kOfLanes, function.code[each.statement].base) != std::end(kOfLanes);
}

class OneValues {
 public:
  OneValues(const Draft& draft, const ptx::Function& function)
      : draft_(draft), function_(function), written_(draft.registers.size()), known_(written_.size()) {
    for (const DraftInstruction& each : draft.code) {
      for (const Ref to : each.written) count(to);
      for (const auto& [access, address, result, values] : each.accesses) {
        count(result);
        if (access.kind == AccessKind::kLoad)
          for (const Ref to : values) count(to);
      }
    }
    while (find_more()) {
    }
  }

  bool has(Ref ref) const {
    if (ref.is_register) return known_[ref.index];
    const Draft::Place& place = draft_.places()[ref.index];
    return place.kind != Draft::Kind::kSpecial || is_of_launch(static_cast<Special>(place.value));
  }

 private:
  void count(Ref to) {
    if (to.there() && to.is_register) ++written_[to.index];
  }
  /// In the order of the text, in which most registers are written before they are read: the second time finds nothing.
  bool find_more() {
    bool more = false;
    for (const DraftInstruction& each : draft_.code) {
      if (each.instruction.does != Does::kOperate || each.predicate.there() || is_of_lanes(function_, each)) continue;
      if (!std::ranges::all_of(each.read, [&](Ref from) { return !from.there() || has(from); })) continue;
      for (const Ref to : each.written)
        if (to.there() && to.is_register && written_[to.index] == 1 && !known_[to.index])
          known_[to.index] = more = true;
    }
    return more;
  }

  const Draft& draft_;
  const ptx::Function& function_;
  std::vector<std::uint32_t> written_;  ///< by how many instructions
  std::vector<bool> known_;             ///< registers that hold one value in all threads
};

}  // namespace

void mark_stores_of_one_value(Draft& draft, const ptx::Function& function) {
  const OneValues values(draft, function);
  for (DraftInstruction& each : draft.code) {
    if (each.instruction.does != Does::kAccess) continue;
    for (DraftAccess& made : each.accesses)
      made.access.one_value =
          made.access.kind == AccessKind::kStore && !made.access.strong && !made.values.empty() &&
          values.has(made.values.front()) &&
          std::ranges::count(made.values, made.values.front()) == static_cast<std::ptrdiff_t>(made.values.size());
  }
}

}  // namespace gemmscope::lockstep
