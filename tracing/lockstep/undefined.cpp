// SPDX-License-Identifier: MIT
// Where undefined values come from, which threads use them, and which registers decide something.
#include "tracing/lockstep/undefined.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gemmscope::lockstep {

void UndefinedValues::add(Word& word, const Word& other, Mask lanes) {
  const Mask undefined = word.lanes;
  for_lanes(other.lanes & lanes, [&](int lane) {
    const auto l = static_cast<std::size_t>(lane);
    word.of[l] = (undefined >> lane & 1u) != 0 ? joined(word.of[l], other.of[l]) : other.of[l];
  });
  word.lanes |= other.lanes & lanes;
}

void UndefinedValues::Word::computed() {
  for (Id& id : of) id |= Id{id != 0};
}

// Defined here, because following values needs the whole block.
void Block::follow_undefined() {
  if (undefined == nullptr && limits.undefined != nullptr && !program.recurses && limits.undefined->follows(number))
    undefined = std::make_shared<UndefinedValues>(*this);
}

void Block::tell_undefined() const { undefined->tell(); }

UndefinedValues::UndefinedValues(Block& block)
    : block_(block), of_warp_(block.warps.size()), shared_(block.shared.size()) {
  for (OfWarp& warp : of_warp_) warp.words.resize(block.program.register_bytes / kAlign + 2);
  const auto& code = block.program.code;
  for (std::size_t i = 0; i + 1 < code.size(); ++i)
    if (code[i].does == Does::kMembers && code[i + 1].does == Does::kOperate)
      shuffles_[{code[i + 1].run, code[i + 1].operands}] = block.program.statements[i + 1];
}

void UndefinedValues::put(const Warp& warp, Slot slot, std::size_t n, Mask active, const Word& value) {
  Word& to = word(warp, slot, n);
  to.lanes &= ~active;
  add(to, value, active);
  for (const Region& region : of_warp_[warp.number].regions) add(to, region.by, active);
}

/// One for each statement and kind.
UndefinedValues::Id UndefinedValues::source(UndefinedSource is) {
  const auto count = static_cast<std::uint64_t>(std::popcount(is.lanes));
  const auto access =
      is.access == nullptr ? ~std::uint32_t{0} : static_cast<std::uint32_t>(is.access - block_.program.accesses.data());
  const auto [known, is_new] = known_sources_.try_emplace(
      {is.statement, static_cast<std::uint32_t>(is.of), static_cast<std::uint32_t>(is.why), access},
      static_cast<std::uint32_t>(sources_.size()));
  if (is_new) sources_.push_back({is, {}});
  sources_[known->second].is.count += count;
  return id_of({known->second});
}

UndefinedValues::Id UndefinedValues::id_of(std::vector<std::uint32_t> sources) {
  const auto [known, is_new] = known_sets_.try_emplace(std::move(sources), static_cast<Id>(2 * (sets_.size() + 1)));
  if (is_new) sets_.push_back({known->first});
  return known->second;
}

/// New sets cost time and memory, which are bounded as those of instructions are.
UndefinedValues::Id UndefinedValues::joined(Id a, Id b) {
  if (a == 0 || b == 0 || (a | 1u) == (b | 1u)) return a | b;
  const Id is_computed = (a | b) & 1u;
  const auto [known, is_new] = known_joined_.try_emplace(std::minmax(a & ~1u, b & ~1u));
  if (is_new) {
    const auto &one = sets_[a / 2 - 1].which, &other = sets_[b / 2 - 1].which;
    std::vector<std::uint32_t> both;
    std::ranges::set_union(one, other, std::back_inserter(both));
    if (!block_.limits.undefined->spend(1 + both.size() / 4)) over_ = true;
    known->second = id_of(std::move(both));
  }
  return known->second | is_computed;
}

void UndefinedValues::use(Id id, const UndefinedUse& as) {
  Sources& sources = sets_[id / 2 - 1];
  if (std::exchange(sources.are_used, true)) return;
  for (const std::uint32_t source : sources.which)
    if (!sources_[source].use) sources_[source].use = as;
}

void UndefinedValues::use(const Word& word, Mask lanes, UndefinedUse as) {
  for_lanes(word.lanes & lanes, [&](int l) {
    as.lane = l;
    use(word.of[static_cast<std::size_t>(l)], as);
  });
}

void UndefinedValues::tell() const {
  for (const Source& source : sources_)
    if (source.use) block_.limits.undefined->used(block_.number, source.is, *source.use);
}

void UndefinedValues::guard(const Warp& warp, Slot predicate, Mask lanes) {
  Word& guard = of_warp_[warp.number].guard;
  guard.lanes = 0;
  if (predicate == kNoSlot || over_) return;
  add(guard, word(warp, predicate), lanes);
  guard.computed();
}

void UndefinedValues::decides(const Warp& warp, std::uint32_t statement, Slot slot, Holds holds, Mask active, Use as) {
  if (slot == kNoSlot || over_) return;
  for (std::size_t n = 0; n < words_of(holds); ++n)
    use(word(warp, slot, n), active, {.use = as, .statement = statement, .warp = warp.number});
}

void UndefinedValues::step(const Warp& warp, std::uint32_t at, Mask lanes, Mask active) {
  if (over_) return;
  const Instruction& instruction = block_.code[at];
  const std::uint32_t statement = block_.program.statements[at];
  Word by;
  if (instruction.predicate != kNoSlot) add(by, word(warp, instruction.predicate), lanes);
  const auto clear = [&](Slot slot, Holds holds) {
    for (std::size_t n = 0; slot != kNoSlot && n < words_of(holds); ++n) put(warp, slot, n, active, {});
  };
  switch (instruction.does) {
    case Does::kNothing:
    case Does::kCarry:
    case Does::kMembers:
    case Does::kAccess:
    case Does::kWords: return;  // see guard()
    case Does::kWhole:
      if (active == kAllLanes) whole(warp, instruction);
      break;
    case Does::kBranch:
      if (by.lanes != 0) branch(warp, at, by);
      return;
    case Does::kSwitch: decides(warp, statement, instruction.operands[0], Holds::k32, active, Use::kBranch); break;
    case Does::kCall: decides(warp, statement, instruction.operands[0], Holds::k64, active, Use::kBranch); break;
    case Does::kClock: clear(instruction.operands[0], instruction.index == 0 ? Holds::k64 : Holds::k32); break;
    case Does::kBarrier: {
      const auto use = static_cast<BarrierUse>(instruction.index);
      decides(warp, statement, instruction.operands[1], Holds::k32, active, Use::kOther);
      decides(warp, statement, instruction.operands[2], Holds::k32, active, Use::kOther);
      if (use < BarrierUse::kCount) break;
      decides(warp, statement, instruction.operands[3], Holds::kPredicate, active, Use::kOther);
      clear(instruction.operands[0], use == BarrierUse::kCount ? Holds::k32 : Holds::kPredicate);
      break;
    }
    case Does::kMbarrier: {
      const Access& access = block_.program.accesses[instruction.index];
      decides(warp, statement, access.address, access.address_holds, active, Use::kAddress);
      clear(access.result, access.mbarrier == Mbarrier::kTest || access.mbarrier == Mbarrier::kTestParity
                               ? Holds::kPredicate
                               : Holds::k64);
      break;
    }
    default: break;
  }
  use(by, kAllLanes, {.use = Use::kBranch, .statement = statement, .warp = warp.number});
}

void UndefinedValues::at(const Warp& warp) {
  std::vector<Region>& regions = of_warp_[warp.number].regions;
  const auto is_over = [&](const Region& region) {
    const std::size_t depth = warp.paths.size();
    return depth < region.depth || (depth == region.depth && warp.paths.back().at == region.meets);
  };
  while (!regions.empty() && is_over(regions.back())) regions.pop_back();
}

/// If the branch only changes other registers, these are undefined from here on, and so is everything that the lanes
/// put into any register before they meet the others. Otherwise the branch is a use.
void UndefinedValues::branch(const Warp& warp, std::uint32_t at, const Word& by) {
  const Instruction& instruction = block_.code[at];
  const Between& between = this->between(at);
  if (between.acts)
    return use(by, kAllLanes, {.use = Use::kBranch, .statement = block_.program.statements[at], .warp = warp.number});
  Region region{warp.paths.size(), instruction.meets, by};
  region.by.computed();
  for (const auto& [slot, holds] : between.written)
    for (std::size_t n = 0; n < words_of(holds); ++n) add(word(warp, slot, n), region.by, kAllLanes);
  std::vector<Region>& regions = of_warp_[warp.number].regions;
  const auto is_it = [&](const Region& each) { return each.depth == region.depth && each.meets == region.meets; };
  if (const auto known = std::ranges::find_if(regions, is_it); known != regions.end())
    add(known->by, region.by, kAllLanes);  // of a loop's earlier round
  else
    regions.push_back(region);
}

const UndefinedValues::Between& UndefinedValues::between(std::uint32_t branch) {
  const auto [known, is_new] = between_.try_emplace(branch);
  Between& result = known->second;
  if (!is_new) return result;
  const Program& program = block_.program;
  const Instruction& first = program.code[branch];
  result.acts = first.meets == kNowhere;
  std::vector<bool> seen(program.code.size());
  std::vector<std::uint32_t> due{first.target, branch + 1};
  while (!due.empty() && !result.acts) {
    const std::uint32_t i = due.back();
    due.pop_back();
    if (i == first.meets || i >= seen.size() || seen[i]) continue;
    seen[i] = true;
    const Instruction& each = program.code[i];
    const auto changes = [&](Slot slot, Holds holds) { result.written.push_back({slot, holds}); };
    switch (each.does) {
      case Does::kNothing:
      case Does::kCarry:
      case Does::kMembers: break;
      case Does::kOperate: {
        const Operation* const operation = known_of(each.run).operation;
        for (std::size_t r = 0; operation != nullptr && r < operation->results; ++r)
          changes(each.operands[r], operation->operands[r]);
        break;
      }
      case Does::kRows:
      case Does::kAccess: {
        const Access& access = program.accesses[each.index];
        result.acts = access.kind != AccessKind::kLoad || access.strong;
        for (std::size_t v = 0; v < std::max<std::size_t>(access.count, access.matrices); ++v)
          changes(access.values[v], access.matrices != 0 ? Holds::k32 : access.holds[v]);
        break;
      }
      case Does::kBranch: due.push_back(each.target); break;
      default: result.acts = true;
    }
    if (each.does != Does::kBranch || each.predicate != kNoSlot) due.push_back(i + 1);
  }
  return result;
}

}  // namespace gemmscope::lockstep
