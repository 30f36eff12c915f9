// SPDX-License-Identifier: MIT
#include "tracing/lockstep/origin_search.h"

#include <algorithm>
#include <string_view>

namespace gemmscope::lockstep {
namespace {

constexpr std::size_t kMostSteps = 100'000, kMostWithFacts = 20'000;

/// Which bytes the operation has moved to the piece: mov, pack, unpack, a change of an integer's width, or a shift by
/// whole bytes. Nothing: it has computed them.
PartBefore moved_before(const Program& program, const Instruction& instruction, const Operation& operation,
                        const RegisterPart& piece) {
  const std::string_view name = operation.mnemonic;
  const auto bytes = [&](std::size_t i) { return bytes_of(operation.operands[i]); };
  const std::size_t results = operation.results;
  if (name.starts_with("pack.")) {
    const std::uint32_t part = bytes(results), i = piece.offset / part;
    if ((piece.offset + piece.bytes - 1) / part != i) return {true, {}};
    return {false, RegisterPart{instruction.operands[results + i], piece.offset % part, piece.bytes}};
  }
  if (name.starts_with("unpack.")) {
    const auto i =
        static_cast<std::uint32_t>(std::ranges::find(instruction.operands, piece.slot) - instruction.operands.begin());
    return {false, RegisterPart{instruction.operands[results], piece.offset + i * bytes(0), piece.bytes}};
  }
  if (name.starts_with("mov.") && results == 1)
    return {false, RegisterPart{instruction.operands[1], piece.offset, piece.bytes}};
  if (name.starts_with("shr.") && results == 1)
    if (const Constant* by = constant_in(program, instruction.operands[2]); by != nullptr && by->bits % 8 == 0)
      if (const auto from = static_cast<std::uint32_t>(piece.offset + by->bits / 8); from + piece.bytes <= bytes(1))
        return {false, RegisterPart{instruction.operands[1], from, piece.bytes}};
  const bool widens = name.starts_with("cvt.u") || name.starts_with("cvt.s");
  const std::size_t type = name.rfind('.') + 1;
  if (widens && (name[type] == 'u' || name[type] == 's') && name.find("sat") == name.npos) {
    const int source_bytes = name[type + 1] == '8' ? 1 : name[type + 1] == '1' ? 2 : name[type + 1] == '3' ? 4 : 8;
    const int result_bytes = name[5] == '8' ? 1 : name[5] == '1' ? 2 : name[5] == '3' ? 4 : 8;
    if (piece.offset + piece.bytes <= static_cast<std::uint32_t>(std::min(source_bytes, result_bytes)))
      return {false, RegisterPart{instruction.operands[1], piece.offset, piece.bytes}};
  }
  return {};
}

}  // namespace

bool may_be(const Access& access, AccessKind kind, Space space) {
  return access.kind == kind && (access.space == space || access.space == Space::kGeneric) && !access.constant;
}

bool OriginSearch::run(const RegisterPart& stored) {
  if (begins_filled(stored.slot)) return false;
  due_.push_back({how_.store, stored});
  while (!due_.empty() && !failed_) {
    const Way way = due_.back();
    due_.pop_back();
    follow(way);
  }
  return !failed_ && !found_.empty() && !passes();
}

bool OriginSearch::passes() const {
  return std::ranges::any_of(found_, [&](const Found& f) { return passed_.contains(f.load); });
}

void OriginSearch::follow(Way way) {
  for (;;) {
    if (!jumps_to_[way.at].empty()) {
      if (!seen_.insert({way.at, way.piece.slot, way.piece.offset, way.used, way.loaded, way.facts, way.passed}).second)
        return;
      for (const std::uint32_t from : jumps_to_[way.at])
        if (Way other = way; branches(other, from, true) && pass(other, from)) due_.push_back(other);
    }
    if (way.at == how_.begin) {
      failed_ = failed_ || how_.begin != 0;  // what was loaded in an earlier call may be stored
      end(way);
      return;
    }
    const std::uint32_t from = way.at - 1;
    const Instruction& instruction = program_.code[from];
    const bool leads_on = instruction.does != Does::kSwitch && instruction.does != Does::kReturn &&
                          instruction.does != Does::kBranch && instruction.does != Does::kExit;
    if (!leads_on && instruction.predicate == kNoSlot) return;
    if ((!leads_on && !branches(way, from, false)) || !pass(way, from)) return;
  }
}

bool OriginSearch::branches(Way& way, std::uint32_t from, bool done) const {
  const Instruction& instruction = program_.code[from];
  return !how_.with_facts || instruction.predicate == kNoSlot ||
         way.facts.add(instruction.predicate, instruction.negated != done);
}

bool OriginSearch::pass(Way& way, std::uint32_t from) {
  way.at = from;
  if (++steps_ > (how_.with_facts ? kMostWithFacts : kMostSteps)) failed_ = true;
  if (failed_ || !way.facts.pass(program_, program_.code[from], touches_[from])) return false;
  const Instruction& instruction = program_.code[from];
  const bool always = instruction.predicate == kNoSlot;
  const bool barrier = instruction.does == Does::kBarrier && always && how_.in_interval;
  if ((always && how_.stores->contains(from)) || barrier) way.used = true;
  if (way.piece.slot == kNoSlot && way.used) return end(way);
  const bool written = way.piece.slot != kNoSlot && std::ranges::count(touches_[from].written, way.piece.slot) != 0;
  const bool loads = instruction.does == Does::kAccess && loads_from(program_.accesses[instruction.index]);
  if (!written) {
    if (loads && !way.used) note_passed(way, from);
    if (loads && way.used && how_.loads != nullptr && how_.loads->contains(from)) way.loaded = true;
    return true;
  }
  if (!always) due_.push_back(way);  // lanes for which the predicate does not hold
  const bool counts = loads && (how_.loads == nullptr || how_.loads->contains(from));
  return counts ? load(way, from) : operate(way, from);
}

void OriginSearch::note_passed(Way& way, std::uint32_t load) {
  if (!how_.with_facts)
    passed_.insert(load);
  else if (std::ranges::find(way.passed, load) == way.passed.end())
    way.passed.insert(std::ranges::upper_bound(way.passed, load), load);
}

bool OriginSearch::end(const Way& way) {
  passed_.insert(way.passed.begin(), way.passed.end());
  return false;
}

bool OriginSearch::loads_from(const Access& access) const {
  return may_be(access, AccessKind::kLoad, Space::kGlobal) ||
         (how_.from_local && may_be(access, AccessKind::kLoad, Space::kLocal));
}

bool OriginSearch::load(const Way& way, std::uint32_t from) {
  const Access& access = program_.accesses[program_.code[from].index];
  // A register that is wider than what is loaded has its sign, or zeros, too.
  const bool widens = how_.through != nullptr && way.piece.offset == 0 && way.piece.bytes > access.bytes;
  const std::uint32_t bytes = widens ? access.bytes : way.piece.bytes;
  if (way.piece.offset + bytes > access.bytes || way.loaded) return failed_ = true, false;
  const auto value =
      static_cast<std::uint32_t>(std::ranges::find(access.values, way.piece.slot) - access.values.begin());
  found_.insert({from, value * access.bytes + way.piece.offset, bytes});
  return end(way);
}

bool OriginSearch::operate(Way& way, std::uint32_t from) {
  const Instruction& instruction = program_.code[from];
  const Operation* const operation = instruction.does == Does::kOperate ? operation_of(instruction.run) : nullptr;
  PartBefore source = operation != nullptr ? moved_before(program_, instruction, *operation, way.piece) : PartBefore{};
  if (operation != nullptr && how_.through != nullptr && !source.splits && !source.piece) {
    source = computed_before(instruction, *operation, way.piece, *how_.through);
  }
  splits_ = splits_ || source.splits;
  failed_ = failed_ || source.splits;
  if (source.piece && !begins_filled(source.piece->slot)) return way.piece = *source.piece, true;
  others_ = true;
  way.piece = {};
  return !way.used || end(way);
}

bool OriginSearch::begins_filled(Slot slot) const {
  const auto is_it = [&](const auto& each) { return each.slot == slot; };
  return std::ranges::any_of(program_.constants, is_it) || std::ranges::any_of(program_.arguments, is_it) ||
         std::ranges::any_of(program_.specials, is_it);
}

}  // namespace gemmscope::lockstep
