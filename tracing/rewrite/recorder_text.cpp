// SPDX-License-Identifier: MIT
#include "tracing/rewrite/recorder_text.h"

#include <cstddef>

#include "tracing/rewrite/control.h"

namespace gemmscope::rewrite {
namespace {

using ptx::Of;
using ptx::OperandKind;

std::string number(std::uint64_t n) { return std::to_string(n); }

/// [gemmscope_control+8]
std::string control(std::size_t offset) { return "[" + std::string(kControl) + "+" + number(offset) + "]"; }

std::string counter(const Place& place) { return "gs_counter_" + number(place.number); }

std::string label(const Place& place, const char* kind, std::uint32_t n) {
  return "$gs_" + std::string(kind) + number(place.number) + "_" + number(n);
}

std::string name_of(const Place& place, const ptx::Operand& operand) {
  if (operand.of == Of::kRegister) return place.kernel.registers[operand.index].name();
  return std::string(ptx::variable_of(place.module, place.kernel, operand)->name);
}

/// The address into %gs_x.
std::string address_text(const Place& place, const ptx::Operand& address) {
  const std::string offset = std::to_string(address.value);
  if (address.of == Of::kNothing) return "mov.u64 %gs_x, " + offset + ";\n";
  const std::string base = name_of(place, address);
  const bool is_narrow = address.of == Of::kRegister && ptx::bits_of(place.kernel.registers[address.index].type) == 32;
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
  const ptx::Statement& s = place.kernel.code[site.statement];
  const bool has_threads = s.operand_count == (place.kernel.has(s, "red") ? 4u : 2u);
  const auto word = [&](std::uint32_t operand) {
    return std::string(place.module.text(place.kernel.operands[operand].span));
  };
  return "mov.u32 %gs_a, " + word(site.address) + "; mov.u32 %gs_b, " +
         (has_threads ? word(site.address + 1) : std::string("0")) + "; mov.b64 %gs_x, {%gs_a, %gs_b};\n";
}

/// What a lane writes down, in %gs_x.
std::string value_text(const Place& place, const Site& site) {
  constexpr const char* kDense = "16";  // PTX ISA, "wmma": the leading dimension, where none is written
  if (site.kind == SiteKind::kBarrier) return barrier_text(place, site);
  const bool is_number =
      site.address == ptx::kNoIndex || place.kernel.operands[site.address].kind != OperandKind::kAddress;
  if (is_number)
    return "mov.u32 %gs_a, " +
           (site.address == ptx::kNoIndex ? kDense
                                          : std::string(place.module.text(place.kernel.operands[site.address].span))) +
           "; cvt.u64.u32 %gs_x, %gs_a;\n";
  return address_text(place, place.kernel.operands[site.address]) + tag_text(site.space);
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

/// Lanes that do not do it leave for `to`.
std::string leave_text(const Place& place, const Site& site, const std::string& to) {
  std::string text = "@!%gs_on bra " + to + ";\n";
  const ptx::Statement& s = place.kernel.code[site.statement];
  if (s.predicate != ptx::kNoIndex)
    text += std::string("@") + (s.predicate_negated ? "" : "!") + place.kernel.registers[s.predicate].name() + " bra " +
            to + ";\n";
  if (site.condition == ptx::kNoIndex) return text;
  const ptx::Operand& condition = place.kernel.operands[site.condition];
  const std::string word(place.module.text(condition.span));
  if (condition.kind == OperandKind::kRegister &&
      place.kernel.registers[condition.index].type == ptx::Type::kPred) {  // the predicate says that nothing is read
    const std::string name = place.kernel.registers[condition.index].name();
    return text + "@" + (condition.negated ? "!" : "") + name + " bra " + to + ";\n";
  }
  return text + "mov.b32 %gs_a, " + word + "; setp.eq.u32 %gs_p, %gs_a, 0; @%gs_p bra " + to + ";\n";
}

}  // namespace

std::string declarations(const Place& place) {
  std::string text =
      "\n.reg .pred %gs_on, %gs_write, %gs_p, %gs_q;\n"
      ".reg .b32 %gs_counter, %gs_lane, %gs_before, %gs_most, %gs_a, %gs_b, %gs_c, %gs_m, %gs_n;\n"
      ".reg .b64 %gs_count, %gs_records, %gs_x, %gs_y, %gs_z;\n";
  if (place.counts_in_shared) text += ".shared .align 4 .b8 " + counter(place) + "[128];\n";
  return text;
}

std::string prologue(const Place& place) {
  // %gs_c: the block's number, then that among those which record; %gs_b: the warp's in the block, %gs_a: in the
  // launch.
  std::string text =
      "\nmov.u32 %gs_a, %ctaid.z; mov.u32 %gs_b, %nctaid.y; mov.u32 %gs_c, %ctaid.y;\n"
      "mad.lo.u32 %gs_c, %gs_a, %gs_b, %gs_c; mov.u32 %gs_a, %nctaid.x; mov.u32 %gs_b, %ctaid.x;\n"
      "mad.lo.u32 %gs_c, %gs_c, %gs_a, %gs_b;\n"
      "mov.u32 %gs_a, %tid.z; mov.u32 %gs_b, %ntid.y; mov.u32 %gs_m, %tid.y; mad.lo.u32 %gs_b, %gs_a, %gs_b, %gs_m;\n"
      "mov.u32 %gs_a, %ntid.x; mov.u32 %gs_m, %tid.x; mad.lo.u32 %gs_b, %gs_b, %gs_a, %gs_m;\n"
      "and.b32 %gs_lane, %gs_b, 31; shr.u32 %gs_b, %gs_b, 5; mov.u32 %gs_before, %lanemask_lt;\n"
      "mov.u32 %gs_m, %ntid.y; mul.lo.u32 %gs_a, %gs_a, %gs_m; mov.u32 %gs_m, %ntid.z; mul.lo.u32 %gs_a, %gs_a, %gs_m;\n"
      "add.u32 %gs_a, %gs_a, 31; shr.u32 %gs_a, %gs_a, 5; mad.lo.u32 %gs_a, %gs_a, %gs_c, %gs_b;\n";
  text += "ld.global.u32 %gs_m, " + control(offsetof(Control, first_block)) + "; sub.u32 %gs_c, %gs_c, %gs_m;\n";
  text += "ld.global.u32 %gs_m, " + control(offsetof(Control, blocks)) + "; setp.lt.u32 %gs_on, %gs_c, %gs_m;\n";
  text += "ld.global.u64 %gs_count, " + control(offsetof(Control, counts)) +
          "; mul.wide.u32 %gs_x, %gs_a, 4; add.u64 %gs_count, %gs_count, %gs_x;\n";
  if (place.counts_in_shared)
    text += "mov.u32 %gs_counter, " + counter(place) +
            "; shl.b32 %gs_b, %gs_b, 2; add.u32 %gs_counter, %gs_counter, %gs_b; mov.u32 %gs_n, 0;\n"
            "st.shared.u32 [%gs_counter], %gs_n; activemask.b32 %gs_m; bar.warp.sync %gs_m;\n";
  text += "ld.global.u64 %gs_records, " + control(offsetof(Control, records)) +
          "; setp.ne.u64 %gs_write, %gs_records, 0; mov.u32 %gs_most, 0;\n";
  const std::string end = label(place, "begin", 0), others = label(place, "begin", 1);
  text += "@!%gs_on bra " + end + ";\nsetp.ne.u32 %gs_p, %gs_c, 0; @%gs_p bra " + others + ";\n";
  const auto arrays = arrays_of(place.module, place.kernel);  // one block says where they begin
  for (std::uint32_t i = 0; i < arrays.size(); ++i)
    if (!is_late(place, *arrays[i])) text += base_text(*arrays[i], i);
  text += others + ":\n@!%gs_write bra " + end + ";\n";
  text += "ld.global.u64 %gs_x, " + control(offsetof(Control, offsets)) +
          "; mul.wide.u32 %gs_y, %gs_a, 8; add.u64 %gs_x, %gs_x, %gs_y;\n"
          "ld.global.u64 %gs_y, [%gs_x+8]; ld.global.u64 %gs_x, [%gs_x]; sub.u64 %gs_y, %gs_y, %gs_x;\n"
          "cvt.u32.u64 %gs_most, %gs_y; mul.lo.u64 %gs_x, %gs_x, " +
          number(sizeof(Record)) + "; add.u64 %gs_records, %gs_records, %gs_x;\n";
  return text + end + ":\n";
}

bool is_late(const Place& place, const ptx::Variable& array) {
  return array.span.begin > place.begin && array.span.begin < place.kernel.body.end;
}

std::string base_of_late(const Place& place, std::uint32_t n) {
  const std::string end = label(place, "array", n);
  return "\n@!%gs_on bra " + end + ";\n" + base_text(*arrays_of(place.module, place.kernel)[n], n) + end + ":\n";
}

std::string recorder(const Place& place, const Site& site, std::uint32_t n) {
  const std::string end = label(place, "site", n);
  // The lowest lane takes a place for all and tells them.
  std::string text = "\n" + leave_text(place, site, end) +
                     "activemask.b32 %gs_m; and.b32 %gs_a, %gs_m, %gs_before; setp.eq.u32 %gs_p, %gs_a, 0;\n"
                     "mov.u32 %gs_n, 0; @%gs_p atom." +
                     (place.counts_in_shared ? "shared.add.u32 %gs_n, [%gs_counter], 1;\n"
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

std::string epilogue(const Place& place, std::uint32_t n) {
  if (!place.counts_in_shared) return "";
  const std::string end = label(place, "end", n);
  return "\n@!%gs_on bra " + end + ";\nld.shared.u32 %gs_a, [%gs_counter]; red.global.max.u32 [%gs_count], %gs_a;\n" +
         end + ":\n";
}

}  // namespace gemmscope::rewrite
