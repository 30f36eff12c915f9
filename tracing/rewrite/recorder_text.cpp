// SPDX-License-Identifier: MIT
#include "tracing/rewrite/recorder_text.h"

#include <algorithm>
#include <cstddef>

#include "tracing/ptx/calls.h"
#include "tracing/rewrite/control.h"
#include "tracing/rewrite/site_text.h"

namespace gemmscope::rewrite {
namespace {

/// [gemmscope_control+8]
std::string control(std::size_t offset) { return "[" + std::string(kControl) + "+" + number(offset) + "]"; }

std::string counter(const Place& place) { return "gs_counter_" + number(place.of.number); }

std::string label(const Place& place, const char* kind, std::uint32_t n) {
  return "$gs_" + std::string(kind) + number(place.of.number) + "_" + number(n);
}

/// Says where the array begins. `n`: of arrays_of().
std::string base_text(const ptx::Variable& array, std::uint32_t n) {
  return "mov.u64 %gs_x, " + std::string(array.name) + "; st.global.u64 " +
         control(sizeof(Control) + n * sizeof(std::uint64_t)) + ", %gs_x;\n";
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

/// In a function every lane says it: shared arrays are at the same place in all blocks.
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
