// SPDX-License-Identifier: MIT
#include "tracing/lockstep/carried.h"

#include <algorithm>
#include <string_view>

#include "tracing/lockstep/slice.h"

namespace gemmscope::lockstep {
namespace {

using What = Carry::What;
using Is = Carry::Source::Is;

/// Bytes of "u32", "s8" or "b16"; 0: it is no integer.
std::uint8_t bytes_of_integer(std::string_view type) {
  if (type.empty() || (type[0] != 's' && type[0] != 'u' && type[0] != 'b')) return 0;
  const std::string_view bits = type.substr(1);
  return bits == "8" ? 1 : bits == "16" ? 2 : bits == "32" ? 4 : bits == "64" ? 8 : 0;
}

/// cvt.u32.u16: the bytes that both types have, then zeros, or the sign.
Carry conversion(std::string_view types) {
  const std::size_t point = types.find('.');
  if (point == types.npos) return {};
  const std::string_view to = types.substr(0, point), from = types.substr(point + 1);
  const std::uint8_t moved = std::min(bytes_of_integer(to), bytes_of_integer(from));
  if (moved == 0) return {};
  return {.what = What::kMove, .moved = moved, .is_signed = to[0] == 's' || from[0] == 's'};
}

/// What an operation makes of its sources. `result`: which of its results; `bytes`: of each.
Carry carry_of(std::string_view name, std::uint8_t result, std::uint8_t bytes) {
  const auto is = [&](std::string_view begin) { return name.starts_with(begin); };
  const std::string_view type = name.substr(name.rfind('.') + 1);
  const auto moved_from = [&](std::size_t first) {
    return Carry{.what = What::kMove, .first = static_cast<std::uint8_t>(first), .moved = bytes};
  };
  if (is("mov.") || is("pack.")) return moved_from(0);
  if (is("unpack.")) return moved_from(std::size_t{result} * bytes);
  if (is("cvt.")) return conversion(name.substr(4));
  if (bytes_of_integer(type) == 0) return {};
  const bool is_signed = type[0] == 's';
  if (is("shl.")) return {.what = What::kShiftLeft};
  if (is("shr.")) return {.what = What::kShiftRight, .is_signed = is_signed};
  if (is("and.")) return {.what = What::kAnd};
  if (is("or.")) return {.what = What::kOr};
  if (is("xor.")) return {.what = What::kXor};
  if (is("not.")) return {.what = What::kNot};
  if (name == "prmt.b32") return {.what = What::kTake};
  if (is("bfe.")) return {.what = What::kExtract, .is_signed = is_signed};
  if (is("bfi.")) return {.what = What::kInsert};
  if (is("shf.l.")) return {.what = What::kFunnelLeft, .wraps = is("shf.l.wrap")};
  if (is("shf.r.")) return {.what = What::kFunnelRight, .wraps = is("shf.r.wrap")};
  return {};
}

/// The index of the first source that is an amount or a selector; all behind it are, too.
std::size_t first_amount(What what) {
  switch (what) {
    case What::kShiftLeft:
    case What::kShiftRight:
    case What::kExtract: return 1;
    case What::kTake:
    case What::kInsert:
    case What::kFunnelLeft:
    case What::kFunnelRight: return 2;
    default: return kMostOperands;
  }
}

/// Whether no whole byte comes through if that source is this constant.
bool cuts_bytes(What what, std::size_t source, std::uint64_t constant, std::uint32_t bytes) {
  if (source >= first_amount(what)) return what != What::kTake && constant % 8 != 0;
  if (what != What::kAnd) return false;
  for (std::uint32_t b = 0; b < bytes; ++b)
    if (const std::uint64_t byte = constant >> (8 * b) & 0xff; byte != 0 && byte != 0xff) return true;
  return false;
}

}  // namespace

CarrySearch::Node CarrySearch::node_of(const Definition& definition) {
  const Instruction& instruction = program_.code[definition.first];
  Node node;
  node.is_load = node.reaches = loads_[definition.first];
  const Operation* const operation = instruction.does == Does::kOperate ? operation_of(instruction.run) : nullptr;
  if (operation == nullptr) return node;
  const auto result = std::ranges::find(instruction.operands, definition.second) - instruction.operands.begin();
  const auto bytes = static_cast<std::uint8_t>(bytes_of(operation->operands[static_cast<std::size_t>(result)]));
  if (bytes == 0) return node;
  node.carry = carry_of(operation->mnemonic, static_cast<std::uint8_t>(result), bytes);
  node.carry.bytes = bytes;
  node.plain = node.carry.what == What::kMove || node.carry.what == What::kForget;
  for (std::size_t i = operation->results; i < kMostOperands && operation->operands[i] != Holds::kNothing; ++i)
    node.carry.from.push_back(
        {instruction.operands[i], static_cast<std::uint8_t>(bytes_of(operation->operands[i])), Is::kUnknown, 0});
  if (node.carry.what != What::kForget) set_sources(node, definition.first);
  if (node.carry.what == What::kForget) node.carry.from.clear();
  return node;
}

void CarrySearch::set_sources(Node& node, std::uint32_t at) {
  Carry& carry = node.carry;
  for (std::size_t s = 0; s < carry.from.size(); ++s) {
    Carry::Source& source = carry.from[s];
    const Constant* const constant = constant_in(program_, source.slot);
    const bool is_number = constant != nullptr || definitions_.is_plain(at, source.slot);
    const bool is_cut = constant != nullptr && cuts_bytes(carry.what, s, constant->bits, source.bytes);
    if (is_cut || source.bytes == 0 || (s >= first_amount(carry.what) && !is_number)) {
      carry.what = What::kForget;
      return;
    }
    source.is = is_number ? Is::kNumber : Is::kCarried;
    node.plain = node.plain || (carry.what == What::kShiftRight && s == 1 && constant != nullptr);
  }
}

void CarrySearch::expand(std::uint32_t at, Slot slot) {
  std::vector<std::pair<std::uint32_t, Slot>> due{{at, slot}};
  while (!due.empty()) {
    const auto [to, its] = due.back();
    due.pop_back();
    for (const std::uint32_t from : definitions_.of(to, its)) {
      const auto [known, is_new] = graph_.try_emplace({from, its});
      if (!is_new) continue;
      known->second = node_of(known->first);
      for (const Carry::Source& source : known->second.carry.from)
        if (source.is == Is::kCarried) due.emplace_back(from, source.slot);
    }
  }
}

bool CarrySearch::reaches(std::uint32_t at, Slot slot) {
  return std::ranges::any_of(definitions_.of(at, slot), [&](std::uint32_t from) {
    return graph_.at({from, slot}).reaches;
  });
}

void CarrySearch::find_what_reaches() {
  for (bool more = true; more;) {
    more = false;
    for (auto& [definition, node] : graph_)
      for (const Carry::Source& source : node.carry.from)
        if (!node.reaches && source.is == Is::kCarried && reaches(definition.first, source.slot))
          node.reaches = more = true;
  }
}

std::set<CarrySearch::Definition> CarrySearch::all_behind(std::uint32_t at, Slot slot) {
  std::set<Definition> all;
  std::vector<std::pair<std::uint32_t, Slot>> due{{at, slot}};
  while (!due.empty()) {
    const auto [to, its] = due.back();
    due.pop_back();
    for (const std::uint32_t from : definitions_.of(to, its)) {
      const Node& node = graph_.at({from, its});
      if (!all.insert({from, its}).second || !node.reaches) continue;
      for (const Carry::Source& source : node.carry.from)
        if (source.is == Is::kCarried && reaches(from, source.slot)) due.emplace_back(from, source.slot);
    }
  }
  return all;
}

std::optional<std::uint32_t> CarrySearch::add(std::uint32_t store, Slot slot) {
  const std::size_t known = graph_.size();
  expand(store, slot);
  if (graph_.size() != known) find_what_reaches();
  const std::set<Definition> all = all_behind(store, slot);
  const bool by_numbers = std::ranges::any_of(all, [&](const Definition& each) {
    const Node& node = graph_.at(each);
    return node.reaches && !node.is_load && !node.plain;
  });
  if (definitions_.spent() || !reaches(store, slot) || !by_numbers) return std::nullopt;
  for (const Definition& each : all)
    if (kept_.insert(each).second) keep(each, graph_.at(each));
  return number_of(slot);
}

void CarrySearch::keep(const Definition& definition, const Node& node) {
  const auto [at, slot] = definition;
  if (node.is_load) {
    const Access& access = program_.accesses[program_.code[at].index];
    const auto value = static_cast<std::size_t>(std::ranges::find(access.values, slot) - access.values.begin());
    result_.loads.emplace_back(at, CarriedLoad{.to = number_of(slot),
                                               .bytes = static_cast<std::uint8_t>(bytes_of(access.holds[value])),
                                               .first = static_cast<std::uint8_t>(value * access.bytes),
                                               .loaded = access.bytes,
                                               .is_signed = access.extends_sign});
    return;
  }
  Carry carry = node.carry;
  carry.to = number_of(slot);
  for (Carry::Source& source : carry.from) {
    if (source.is != Is::kCarried) continue;
    source.is = reaches(at, source.slot) ? Is::kCarried : Is::kUnknown;
    if (source.is == Is::kCarried) source.carried = number_of(source.slot);
  }
  result_.in_front.emplace_back(at, static_cast<std::uint32_t>(result_.carries.size()));
  result_.carries.push_back(std::move(carry));
}

std::uint32_t CarrySearch::number_of(Slot slot) {
  const auto [known, is_new] = number_.try_emplace(slot, result_.registers);
  result_.registers += is_new ? 1 : 0;
  return known->second;
}

Program with_carries(const Program& program, const Carried& carried) {
  std::vector<std::vector<Instruction>> added(program.code.size());
  for (const auto& [before, index] : carried.in_front) {
    Instruction carry;
    carry.does = Does::kCarry, carry.index = index;
    carry.predicate = program.code[before].predicate, carry.negated = program.code[before].negated;
    carry.operands.fill(kNoSlot);
    std::size_t i = 0;
    for (const Carry::Source& source : carried.carries[index].from)
      if (source.is == Is::kNumber) carry.operands[i++] = source.slot;
    const bool in_two = before > 0 && program.code[before - 1].does == Does::kMembers;  // which nothing may part
    added[in_two ? before - 1 : before].push_back(carry);
  }
  return rewritten(program, std::vector<bool>(program.code.size(), true), added);
}

}  // namespace gemmscope::lockstep
