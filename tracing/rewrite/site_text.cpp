// SPDX-License-Identifier: MIT
#include "tracing/rewrite/site_text.h"

#include <cstddef>

#include "tracing/rewrite/control.h"

namespace gemmscope::rewrite {

using ptx::Of;
using ptx::OperandKind;

std::string number(std::uint64_t n) { return std::to_string(n); }

std::string name_of(const Place& place, const ptx::Operand& operand) {
  if (operand.of == Of::kRegister) return place.function.registers[operand.index].name();
  return std::string(ptx::variable_of(place.of.module, place.function, operand)->name);
}

namespace {

/// The address into %gs_x.
std::string address_text(const Place& place, const ptx::Operand& address) {
  const std::string offset = std::to_string(address.value);
  if (address.of == Of::kNothing) return "mov.u64 %gs_x, " + offset + ";\n";
  const std::string base = name_of(place, address);
  const bool is_narrow =
      address.of == Of::kRegister && ptx::bits_of(place.function.registers[address.index].type) == 32;
  if (is_narrow) return "add.u32 %gs_a, " + base + ", " + offset + "; cvt.u64.u32 %gs_x, %gs_a;\n";
  if (address.of == Of::kRegister) return "add.u64 %gs_x, " + base + ", " + offset + ";\n";
  return "mov.u64 %gs_x, " + base + "; add.u64 %gs_x, %gs_x, " + offset + ";\n";
}

std::string or_tag(Tag tag) { return "or.b64 %gs_x, %gs_x, " + number(std::uint64_t{tag} << kTagShift) + ";\n"; }

/// `of`: what generic addresses may be of.
std::string tag_text(const Recorded& of, ptx::Space space) {
  if (space == ptx::Space::kShared) return or_tag(kSharedTag);
  if (space == ptx::Space::kConst) return or_tag(kConstantTag);
  if (space != ptx::Space::kNone) return "";
  const std::string arguments = of.names_arguments ? "isspacep.param %gs_p, %gs_x; @%gs_p " + or_tag(kArgumentTag) : "";
  return arguments + "isspacep.shared %gs_p, %gs_x; @%gs_p cvta.to.shared.u64 %gs_x, %gs_x; @%gs_p " +
         or_tag(kSharedTag) + "isspacep.local %gs_q, %gs_x; and.pred %gs_q, %gs_q, !%gs_p; @%gs_q " + or_tag(kLocalTag);
}

/// A barrier's number, and behind it how many threads meet, in %gs_x.
std::string barrier_text(const Place& place, const Site& site) {
  const ptx::Statement& s = place.function.code[site.statement];
  const bool has_threads = s.operand_count == (place.function.has(s, "red") ? 4u : 2u);
  const auto word = [&](std::uint32_t operand) {
    return std::string(place.of.module.text(place.function.operands[operand].span));
  };
  return "mov.u32 %gs_a, " + word(site.address) + "; mov.u32 %gs_b, " +
         (has_threads ? word(site.address + 1) : std::string("0")) + "; mov.b64 %gs_x, {%gs_a, %gs_b};\n";
}

/// What a lane writes down, in %gs_x.
std::string value_text(const Place& place, const Site& site) {
  constexpr const char* kDense = "16";  // PTX ISA, "wmma": the leading dimension, where none is written
  if (site.kind == SiteKind::kBarrier) return barrier_text(place, site);
  if (site.kind == SiteKind::kNowhere)
    return "mov.b64 %gs_x, " + name_of(place, place.function.operands[site.address]) + ";\n";
  const bool is_number =
      site.address == ptx::kNoIndex || place.function.operands[site.address].kind != OperandKind::kAddress;
  if (is_number)
    return "mov.u32 %gs_a, " +
           (site.address == ptx::kNoIndex
                ? kDense
                : std::string(place.of.module.text(place.function.operands[site.address].span))) +
           "; cvt.u64.u32 %gs_x, %gs_a;\n";
  return address_text(place, place.function.operands[site.address]) + tag_text(place.of, site.space);
}

/// Lanes for which the predicate holds, or does not, leave for `to`.
std::string leave_if(const Place& place, std::uint32_t predicate, bool holds, const std::string& to) {
  return std::string("@") + (holds ? "" : "!") + place.function.registers[predicate].name() + " bra " + to + ";\n";
}

}  // namespace

std::string leave_grid_text(const Place& place, const Site& site, const std::string& to) {
  const bool may_be = place.of.waits_for_grid && site.kind == SiteKind::kAccess &&
                      (site.space == ptx::Space::kNone || site.space == ptx::Space::kGlobal);
  if (!may_be) return "";
  return address_text(place, place.function.operands[site.address]) +
         "mov.u32 %gs_a, %envreg1; mov.u32 %gs_b, %envreg2; mov.b64 %gs_y, {%gs_b, %gs_a}; sub.u64 %gs_y, %gs_x, %gs_y;\n"
         "setp.lt.u64 %gs_p, %gs_y, " +
         number(kGridWorkspace) + "; @%gs_p bra " + to + ";\n";
}

std::string what_text(const Place& place, const Site& site) {
  if (site.kind == SiteKind::kEvent) return "";
  const std::string value = value_text(place, site);
  return value + "mul.wide.u32 %gs_y, %gs_lane, 8; add.u64 %gs_y, %gs_y, %gs_z; st.global.u64 [%gs_y+" +
         number(offsetof(Record, addresses)) + "], %gs_x;\n";
}

std::string leave_text(const Place& place, const Site& site, const std::string& to) {
  std::string text;
  const ptx::Statement& s = place.function.code[site.statement];
  if (s.predicate != ptx::kNoIndex) text += leave_if(place, s.predicate, s.predicate_negated, to);
  if (site.kind == SiteKind::kNowhere)
    text += "setp.ne.u64 %gs_p, %gs_f, " + name_of(place, place.function.operands[site.address]) + "; @%gs_p bra " +
            to + ";\n";
  if (site.condition == ptx::kNoIndex) return text;
  const ptx::Operand& condition = place.function.operands[site.condition];
  const std::string word(place.of.module.text(condition.span));
  if (site.kind == SiteKind::kTest) return text + leave_if(place, condition.index, false, to);
  if (condition.kind == OperandKind::kRegister &&
      place.function.registers[condition.index].type == ptx::Type::kPred)  // it says that nothing is read
    return text + leave_if(place, condition.index, !condition.negated, to);
  return text + "mov.b32 %gs_a, " + word + "; setp.eq.u32 %gs_p, %gs_a, 0; @%gs_p bra " + to + ";\n";
}

}  // namespace gemmscope::rewrite
