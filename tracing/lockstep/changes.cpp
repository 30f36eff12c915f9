// SPDX-License-Identifier: MIT
#include "tracing/lockstep/changes.h"

#include <algorithm>
#include <map>
#include <set>

#include "tracing/format/text.h"
#include "tracing/lockstep/slice.h"
#include "tracing/lockstep/slot_set.h"
#include "tracing/lockstep/touches.h"

namespace gemmscope::lockstep {
namespace {

/// Bits of "s32", "u64" or "b16"; 0: not an integer that has changes.
int bits_of(std::string_view type) {
  if (type.size() != 3 || (type[0] != 's' && type[0] != 'u' && type[0] != 'b')) return 0;
  const std::string_view bits = type.substr(1);
  return bits == "16" ? 16 : bits == "32" ? 32 : bits == "64" ? 64 : 0;
}

std::optional<Change> change_named(const std::vector<std::string_view>& words) {
  static const auto& all = *new std::map<std::string_view, Change>{
      {"mov", Change::kMove},     {"add", Change::kAdd},       {"sub", Change::kSubtract},   {"neg", Change::kNegate},
      {"not", Change::kInvert},   {"shl", Change::kShiftLeft}, {"shr", Change::kShiftRight}, {"and", Change::kAnd},
      {"or", Change::kOr},        {"xor", Change::kOr},        {"selp", Change::kSelect},    {"min", Change::kMinimum},
      {"max", Change::kMaximum},  {"cvt", Change::kConvert},   {"setp", Change::kCompare},   {"mul", Change::kMultiply},
      {"mad", Change::kMultiply}, {"bfi", Change::kInsert}};
  const auto found = all.find(words[0]);
  if (found == all.end()) return std::nullopt;
  const bool multiplies = found->second == Change::kMultiply, compares = found->second == Change::kCompare;
  const std::size_t plain = multiplies || compares || found->second == Change::kConvert ? 3 : 2;
  if (compares ? words.size() > 4 : words.size() != plain) return std::nullopt;  // .sat, .cc, .relu
  if (multiplies && words[1] != "lo" && words[1] != "wide") return std::nullopt;
  return found->second;
}

/// a < b is a - b below 0; a > b is b - a below 0; and a >= b the opposite of a < b, of which it is known as often.
bool set_relation(ChangeRule& rule, std::string_view name) {
  const auto is = [&](std::string_view a, std::string_view b) { return name == a || name == b; };
  if (is("eq", "ne")) return rule.relation = Relation::kEqual, true;
  rule.relation = Relation::kBelow;
  if (is("lt", "ge") || is("lo", "hs")) return true;
  rule.swaps = true;
  return is("gt", "le") || is("hi", "ls");
}

/// What the mnemonic says; `rule` stays kUnknown where nothing is known.
void set_operation(ChangeRule& rule, std::string_view mnemonic) {
  const auto words = format::split(mnemonic, '.');  // "mad.lo.s32": mad, lo, s32
  const auto what = change_named(words);
  if (!what) return;
  const std::string_view type = words.back();
  rule.bits = bits_of(type);
  rule.is_signed = type[0] == 's';
  rule.result_bits = *what == Change::kConvert                          ? bits_of(words[1])
                     : *what == Change::kMultiply && words[1] == "wide" ? 2 * rule.bits
                                                                        : rule.bits;
  if (rule.bits == 0 || rule.result_bits == 0) return;
  if (*what == Change::kCompare && !set_relation(rule, words[1])) return;
  rule.what = *what;
}

/// Whether a lane's result may depend on other lanes' registers.
bool reads_others(const Instruction& instruction) {
  constexpr std::string_view kOfLanes[] = {"match.", "redux.", "shfl.", "vote."};
  if (instruction.does != Does::kOperate) return false;  // matrices are of lanes that all take part
  const std::string_view name = operation_of(instruction.run)->mnemonic;
  return std::ranges::any_of(kOfLanes, [&](std::string_view begin) { return name.starts_with(begin); });
}

class Follow {
 public:
  explicit Follow(const Program& program) : program_(program), now_(program), added_(program.code.size()) {}

  FollowedProgram run() {
    std::vector<Jump> jumps;
    for (const Instruction& instruction : program_.code) {
      operations_.push_back(rule_of(instruction));
      touches_.push_back(*touches_of(program_, instruction));
      jumps.push_back(way_on(instruction));
    }
    blocks_ = basic_blocks(jumps);
    find_live();
    find_changing();
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      now_ = changing_[b];
      for (std::size_t i = blocks_[b].begin; i < blocks_[b].end; ++i) add(i), pass(i);
      clear_behind(b);
    }
    FollowedProgram followed{rewritten(program_, std::vector<bool>(program_.code.size(), true), added_),
                             std::move(rules_)};
    followed.program.register_bytes = end_;
    for (const SpecialSlot& special : program_.specials)
      if (const auto found = changes_.find(special.slot); found != changes_.end())
        followed.blocks.emplace_back(found->second, axis_of(special.what));
    return followed;
  }

 private:
  static std::size_t axis_of(Special what) {
    return static_cast<std::size_t>(what) - static_cast<std::size_t>(Special::kCtaidX);
  }

  /// The rule of an operation, without the places of its changes.
  ChangeRule rule_of(const Instruction& instruction) const {
    ChangeRule rule;
    if (instruction.does != Does::kOperate) return rule;
    const Operation& operation = *operation_of(instruction.run);
    set_operation(rule, operation.mnemonic);
    return rule;
  }

  /// In front of the instruction that is looked at.
  Changing changing(Slot slot, Holds holds) const { return {slot, changes(slot) ? changes_.at(slot) : kNoSlot, holds}; }
  bool changes(Slot slot) const { return slot != kNoSlot && now_.has(slot) && changes_.contains(slot); }
  bool any_changes(const std::vector<Slot>& slots) const {
    return std::ranges::any_of(slots, [&](Slot slot) { return changes(slot); });
  }
  void set_changing(Slot slot) {
    if (changes_.try_emplace(slot, end_).second) end_ += kAxes * kLanes * sizeof(std::int64_t);
    now_.add({slot});
  }

  /// Which values are needed later. Registers share slots: what was in a slot before is not followed any further.
  void find_live() {
    live_.assign(blocks_.size(), SlotSet(program_));
    for (bool more = true; more;) {
      more = false;
      for (std::size_t b = blocks_.size(); b-- > 0;) {
        SlotSet live(program_);
        for (const std::uint32_t next : blocks_[b].successors) live.add(live_[next]);
        for (std::size_t i = blocks_[b].end; i-- > blocks_[b].begin;) {
          if (program_.code[i].predicate == kNoSlot) live.remove(touches_[i].written);
          live.add(touches_[i].read), live.add(touches_[i].addresses);
        }
        more = live_[b].add(live) || more;
      }
    }
  }

  /// The registers that may have changes where each block begins.
  void find_changing() {
    end_ = (program_.register_bytes + 63) / 64 * 64;
    changing_.assign(blocks_.size(), SlotSet(program_));
    if (blocks_.empty()) return;
    for (const SpecialSlot& special : program_.specials)
      if (axis_of(special.what) < kAxes) set_changing(special.slot);
    changing_[0] = now_;
    for (bool more = true; more;) {
      more = false;
      for (std::size_t b = 0; b < blocks_.size(); ++b) {
        now_ = changing_[b];
        for (std::size_t i = blocks_[b].begin; i < blocks_[b].end; ++i) pass(i);
        for (const std::uint32_t next : blocks_[b].successors) {
          SlotSet there = now_;
          there.keep_only(live_[next]);
          more = changing_[next].add(there) || more;
        }
      }
    }
  }

  /// Whether what it writes may have changes.
  bool makes_changes(std::size_t i) const {
    const Change what = operations_[i].what;
    return what != Change::kUnknown && what != Change::kCompare && any_changes(touches_[i].read);
  }

  /// From in front of the instruction to behind it.
  void pass(std::size_t i) {
    if (makes_changes(i))
      for (const Slot slot : touches_[i].written) set_changing(slot);
    else if (program_.code[i].predicate == kNoSlot)
      now_.remove(touches_[i].written);
  }

  /// A register that has changes where a block begins has them on some way there. Where it comes from another way it
  /// has none, but what is kept of it may be left from before: that is cleared.
  void clear_behind(std::size_t b) {
    ChangeRule rule;
    rule.what = Change::kFixed;
    for (const auto& [slot, changes] : changes_)
      if (!now_.has(slot) && std::ranges::any_of(blocks_[b].successors, [&, at = slot](std::uint32_t next) {
            return changing_[next].has(at);
          }))
        rule.to.push_back(changes);
    if (!rule.to.empty()) insert(blocks_[b].end - 1, std::move(rule), false);
  }

  /// The same where some lanes do the instruction, which then has changes, and others keep what had none.
  void clear_before(std::size_t i) {
    if (program_.code[i].predicate == kNoSlot || !makes_changes(i)) return;
    ChangeRule rule;
    rule.what = Change::kFixed;
    for (const Slot slot : touches_[i].written)
      if (const auto found = changes_.find(slot); found != changes_.end() && !now_.has(slot))
        rule.to.push_back(found->second);
    if (!rule.to.empty()) insert(i, std::move(rule), false);
  }

  void add(std::size_t i) {
    const Instruction& instruction = program_.code[i];
    ChangeRule rule = operations_[i];
    switch (instruction.does) {
      case Does::kOperate:
      case Does::kWhole: return add_operation(i, std::move(rule));
      case Does::kRows:
      case Does::kAccess: return add_access(i, instruction.index);
      case Does::kCopy:
        rule.what = Change::kCopy, rule.access = instruction.index;
        rule.from = {address_of(instruction.index), address_of(instruction.index + 1),
                     changing(instruction.operands[0], Holds::k32)};
        return insert(i, std::move(rule));
      case Does::kBarrier:
        rule.what = Change::kFixed;
        rule.from = {changing(instruction.operands[1], Holds::k32), changing(instruction.operands[2], Holds::k32)};
        if (changes_.contains(instruction.operands[0])) rule.to = {changes_.at(instruction.operands[0])};
        return insert(i, std::move(rule));
      case Does::kMembers:
        rule.what = Change::kFixed, rule.from = {changing(instruction.operands[0], Holds::k32)};
        if (rule.from[0].changes != kNoSlot) insert(i, std::move(rule));
        return;
      case Does::kCarry:
        rule.what = Change::kFixed;
        for (const Slot number : instruction.operands)
          if (number != kNoSlot && changes(number)) rule.from.push_back(changing(number, Holds::kNothing));
        if (!rule.from.empty()) insert(i, std::move(rule));
        return;
      default: return;
    }
  }

  void add_operation(std::size_t i, ChangeRule rule) {
    const Touches& touches = touches_[i];
    clear_before(i);
    // Lanes that do not do it keep the changes of what they have.
    bool any = program_.code[i].predicate != kNoSlot && any_changes(touches.written);
    for (const Slot slot : touches.written)
      if (const auto found = changes_.find(slot); found != changes_.end()) rule.to.push_back(found->second);
    if (reads_others(program_.code[i]))
      for (const Slot slot : touches.read)
        if (const auto found = changes_.find(slot); found != changes_.end())
          rule.others.push_back(found->second), any = true;
    const Operation* const operation = operation_of(program_.code[i].run);
    for (std::size_t r = 0; r < touches.read.size(); ++r) {
      const Holds holds = operation == nullptr ? Holds::k32 : operation->operands[touches.written.size() + r];
      any = any || changes(touches.read[r]);
      if (holds == Holds::kPredicate)
        rule.predicate = touches.read[r];
      else
        rule.from.push_back(changing(touches.read[r], holds));
    }
    if (any) insert(i, std::move(rule));
  }

  Changing address_of(std::uint32_t access) const {
    const Access& a = program_.accesses[access];
    return a.address == kNoSlot ? Changing{} : changing(a.address, a.address_holds);
  }

  /// Adds an access to shared memory only if its address may change.
  void add_access(std::size_t i, std::uint32_t access) {
    if (program_.code[i].predicate != kNoSlot && any_changes(touches_[i].written)) forget(i);
    ChangeRule rule;
    rule.what = Change::kAccess, rule.access = access, rule.from = {address_of(access)};
    const Space space = program_.accesses[access].space;
    if (rule.from[0].changes != kNoSlot || space == Space::kGlobal || space == Space::kGeneric)
      insert(i, std::move(rule));
  }

  /// What the lanes load is the same in all blocks. Others keep the changes of what they have.
  void forget(std::size_t i) {
    ChangeRule rule;
    rule.what = Change::kFixed;
    for (const Slot slot : touches_[i].written)
      if (const auto found = changes_.find(slot); found != changes_.end()) rule.to.push_back(found->second);
    insert(i, std::move(rule));
  }

  /// In front of the instruction. `if_done`: for the lanes that do it; else for all that come to it.
  void insert(std::size_t i, ChangeRule rule, bool if_done = true) {
    Instruction follow;
    follow.does = Does::kFollow;
    if (if_done) follow.predicate = program_.code[i].predicate, follow.negated = program_.code[i].negated;
    follow.index = static_cast<std::uint32_t>(rules_.size());
    added_[i].push_back(follow);
    rules_.push_back(std::move(rule));
  }

  const Program& program_;
  std::vector<ChangeRule> operations_;  ///< by instruction
  std::vector<Touches> touches_;        ///< likewise
  std::vector<BasicBlock> blocks_;
  std::vector<SlotSet> live_, changing_;  ///< by block: where it begins
  SlotSet now_;                           ///< what may have changes at the place that is looked at
  std::map<Slot, Slot> changes_;          ///< where those of a register are that has some anywhere
  std::vector<std::vector<Instruction>> added_;
  std::vector<ChangeRule> rules_;
  Slot end_ = 0;
};

}  // namespace

FollowedProgram followed(const Program& program) { return Follow(program).run(); }

}  // namespace gemmscope::lockstep
