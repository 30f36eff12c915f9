// SPDX-License-Identifier: MIT
#include "tracing/rewrite/recorder_text.h"

#include <algorithm>
#include <cstddef>

#include "tracing/ptx/calls.h"
#include "tracing/rewrite/control.h"

namespace gemmscope::rewrite {
namespace {

using ptx::Of;
using ptx::OperandKind;

std::string number(std::uint64_t n) { return std::to_string(n); }

/// [gemmscope_control+8]
std::string control(std::size_t offset) { return "[" + std::string(kControl) + "+" + number(offset) + "]"; }

std::string counter(const Place& place) { return "gs_counter_" + number(place.of.number); }

std::string label(const Place& place, const char* kind, std::uint32_t n) {
  return "$gs_" + std::string(kind) + number(place.of.number) + "_" + number(n);
}

std::string name_of(const Place& place, const ptx::Operand& operand) {
  if (operand.of == Of::kRegister) return place.function.registers[operand.index].name();
  return std::string(ptx::variable_of(place.of.module, place.function, operand)->name);
}

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

std::string tag_text(ptx::Space space) {
  if (space == ptx::Space::kShared) return or_tag(kSharedTag);
  if (space == ptx::Space::kConst) return or_tag(kConstantTag);
  if (space != ptx::Space::kNone) return "";
  return "isspacep.shared %gs_p, %gs_x; @%gs_p cvta.to.shared.u64 %gs_x, %gs_x; @%gs_p " + or_tag(kSharedTag) +
         "isspacep.local %gs_q, %gs_x; and.pred %gs_q, %gs_q, !%gs_p; @%gs_q " + or_tag(kLocalTag);
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
  return address_text(place, place.function.operands[site.address]) + tag_text(site.space);
}

/// Lanes that ask where blocks wait for each other leave for `to`: that is CUDA's business, and takes other rounds each
/// time. cooperative_groups has that place from %envreg1 and 2 (details/driver_abi.h).
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

/// Says where the array begins. `n`: of arrays_of().
std::string base_text(const ptx::Variable& array, std::uint32_t n) {
  return "mov.u64 %gs_x, " + std::string(array.name) + "; st.global.u64 " +
         control(sizeof(Control) + n * sizeof(std::uint64_t)) + ", %gs_x;\n";
}

/// Lanes for which the predicate holds, or does not, leave for `to`.
std::string leave_if(const Place& place, std::uint32_t predicate, bool holds, const std::string& to) {
  return std::string("@") + (holds ? "" : "!") + place.function.registers[predicate].name() + " bra " + to + ";\n";
}

/// Lanes that do not do it leave for `to`.
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

/// Which block and warp this is: %gs_c is the block's number among those that record, %gs_on whether it is one of them;
/// %gs_b the warp's in the block, %gs_a in the launch, %gs_count where it is counted.
std::string position_text() {
  return "\nmov.u32 %gs_a, %ctaid.z; mov.u32 %gs_b, %nctaid.y; mov.u32 %gs_c, %ctaid.y;\n"
         "mad.lo.u32 %gs_c, %gs_a, %gs_b, %gs_c; mov.u32 %gs_a, %nctaid.x; mov.u32 %gs_b, %ctaid.x;\n"
         "mad.lo.u32 %gs_c, %gs_c, %gs_a, %gs_b;\n"
         "mov.u32 %gs_a, %tid.z; mov.u32 %gs_b, %ntid.y; mov.u32 %gs_m, %tid.y; mad.lo.u32 %gs_b, %gs_a, %gs_b, %gs_m;\n"
         "mov.u32 %gs_a, %ntid.x; mov.u32 %gs_m, %tid.x; mad.lo.u32 %gs_b, %gs_b, %gs_a, %gs_m;\n"
         "and.b32 %gs_lane, %gs_b, 31; shr.u32 %gs_b, %gs_b, 5; mov.u32 %gs_before, %lanemask_lt;\n"
         "mov.u32 %gs_m, %ntid.y; mul.lo.u32 %gs_a, %gs_a, %gs_m; mov.u32 %gs_m, %ntid.z; mul.lo.u32 %gs_a, %gs_a, %gs_m;\n"
         "add.u32 %gs_a, %gs_a, 31; shr.u32 %gs_a, %gs_a, 5; mad.lo.u32 %gs_a, %gs_a, %gs_c, %gs_b;\n"
         "ld.global.u32 %gs_m, " +
         control(offsetof(Control, first_block)) +
         "; sub.u32 %gs_c, %gs_c, %gs_m;\n"
         "ld.global.u32 %gs_m, " +
         control(offsetof(Control, blocks)) +
         "; setp.lt.u32 %gs_on, %gs_c, %gs_m;\n"
         "ld.global.u64 %gs_count, " +
         control(offsetof(Control, counts)) + "; mul.wide.u32 %gs_x, %gs_a, 4; add.u64 %gs_count, %gs_count, %gs_x;\n";
}

/// The warp's records begin at %gs_records, and there is room for %gs_most. Wants %gs_a.
std::string room_text() {
  return "ld.global.u64 %gs_records, " + control(offsetof(Control, records)) +
         "; setp.ne.u64 %gs_p, %gs_records, 0; mov.u32 %gs_most, 0;\nld.global.u64 %gs_x, " +
         control(offsetof(Control, offsets)) +
         "; mul.wide.u32 %gs_y, %gs_a, 8; add.u64 %gs_x, %gs_x, %gs_y;\n"
         "@%gs_p ld.global.u64 %gs_y, [%gs_x+8]; @%gs_p ld.global.u64 %gs_x, [%gs_x]; sub.u64 %gs_y, %gs_y, %gs_x;\n"
         "@%gs_p cvt.u32.u64 %gs_most, %gs_y; mul.lo.u64 %gs_x, %gs_x, " +
         number(sizeof(Record)) + "; add.u64 %gs_records, %gs_records, %gs_x;\n";
}

bool is_inside(const ptx::Function& function, const ptx::Variable& array) {
  return array.span.begin > function.body.begin && array.span.begin < function.body.end;
}

}  // namespace

std::string declarations(const Place& place) {
  std::string text =
      "\n.reg .pred %gs_on, %gs_p, %gs_q;\n"
      ".reg .b32 %gs_counter, %gs_lane, %gs_before, %gs_most, %gs_a, %gs_b, %gs_c, %gs_m, %gs_n;\n"
      ".reg .b64 %gs_count, %gs_records, %gs_x, %gs_y, %gs_z, %gs_f;\n";
  if (place.of.counts_in_shared) text += ".shared .align 4 .b8 " + counter(place) + "[128];\n";
  return text;
}

std::string prologue(const Place& place) {
  std::string text = position_text();
  if (place.of.counts_in_shared)
    text += "mov.u32 %gs_counter, " + counter(place) +
            "; shl.b32 %gs_b, %gs_b, 2; add.u32 %gs_counter, %gs_counter, %gs_b; mov.u32 %gs_n, 0;\n"
            "st.shared.u32 [%gs_counter], %gs_n; activemask.b32 %gs_m; bar.warp.sync %gs_m;\n";
  const std::string end = label(place, "begin", 0);
  text += "@!%gs_on bra " + end + ";\n" + room_text() + "setp.ne.u32 %gs_p, %gs_c, 0; @%gs_p bra " + end + ";\n";
  const auto& arrays = place.of.arrays;  // one block says where they begin
  const auto is_others = [&](const ptx::Variable& v) {
    return std::ranges::any_of(place.of.functions, [&](std::uint32_t f) {
      const ptx::Function& function = place.of.module.functions[f];
      return &function != &place.function && is_inside(function, v);
    });
  };
  for (std::uint32_t i = 0; i < arrays.size(); ++i)
    if (!is_others(*arrays[i]) && !is_late(place, *arrays[i])) text += base_text(*arrays[i], i);
  return text + end + ":\n";
}

bool is_late(const Place& place, const ptx::Variable& array) {
  return is_inside(place.function, array) && (!place.is_kernel() || array.span.begin > place.begin);
}

/// In a function every lane says it: shared arrays lie at the same place in all blocks.
std::string base_of_late(const Place& place, std::uint32_t n) {
  const std::string text = base_text(*place.of.arrays[n], n);
  if (!place.is_kernel()) return "\n" + text;
  const std::string end = label(place, "array", n);
  return "\n@!%gs_on bra " + end + ";\n" + text + end + ":\n";
}

std::string recorder(const Place& place, const Site& site, std::uint32_t n) {
  const std::string end = label(place, "site", n);
  std::string text = "\n" + leave_text(place, site, end);
  if (!place.is_kernel()) text += position_text();
  text += "@!%gs_on bra " + end + ";\n";
  if (!place.is_kernel()) text += room_text();
  text += leave_grid_text(place, site, end);
  // The lowest lane takes a place for all and tells them.
  text +=
      "activemask.b32 %gs_m; and.b32 %gs_a, %gs_m, %gs_before; setp.eq.u32 %gs_p, %gs_a, 0;\n"
      "mov.u32 %gs_n, 0; @%gs_p atom." +
      std::string(place.of.counts_in_shared ? "shared.add.u32 %gs_n, [%gs_counter], 1;\n"
                                            : "global.add.u32 %gs_n, [%gs_count], 1;\n") +
      "brev.b32 %gs_a, %gs_m; clz.b32 %gs_a, %gs_a; shfl.sync.idx.b32 %gs_n, %gs_n, %gs_a, 31, %gs_m;\n"
      "setp.ge.u32 %gs_q, %gs_n, %gs_most; @%gs_q bra " +
      end + ";\n";
  text += "mul.wide.u32 %gs_z, %gs_n, " + number(sizeof(Record)) +
          "; add.u64 %gs_z, %gs_z, %gs_records; mov.u32 %gs_a, " + number(n) +
          "; @%gs_p st.global.v2.u32 [%gs_z], {%gs_a, %gs_m};\n";
  return text + what_text(place, site) + end + ":\n";
}

std::string before_print(const Place& place, std::uint32_t n) {
  return "\nld.global.u32 %gs_a, " + control(offsetof(Control, prints)) + "; setp.eq.u32 %gs_p, %gs_a, 0; @%gs_p bra " +
         label(place, "print", n) + ";\n";
}

std::string behind_print(const Place& place, std::uint32_t n) { return "\n" + label(place, "print", n) + ":\n"; }

std::string twin_suffix(const Recorded& kernel, const ptx::Function& function) {
  return std::string(kTwin) + (function.is_entry ? "" : "_" + number(kernel.number));
}

std::string before_call(const Place& place, const ptx::Statement& call) {
  const std::string pointer = name_of(place, place.function.operands_of(call)[1]);
  std::string text = "\nmov.b64 %gs_f, " + pointer + ";\n";
  for (const std::uint32_t f : ptx::callees_of(place.of.module, place.function, call).functions) {
    const ptx::Function& callee = place.of.module.functions[f];
    if (!callee.is_defined) continue;
    const std::string name(callee.name);
    text += "mov.u64 %gs_x, " + name + "; setp.eq.u64 %gs_p, %gs_x, " + pointer + "; mov.u64 %gs_x, " + name +
            twin_suffix(place.of, callee) + "; selp.b64 %gs_f, %gs_x, %gs_f, %gs_p;\n";
  }
  return text;
}

std::string epilogue(const Place& place, std::uint32_t n) {
  if (!place.of.counts_in_shared) return "";
  const std::string end = label(place, "end", n);
  return "\n@!%gs_on bra " + end + ";\nld.shared.u32 %gs_a, [%gs_counter]; red.global.max.u32 [%gs_count], %gs_a;\n" +
         end + ":\n";
}

}  // namespace gemmscope::rewrite
