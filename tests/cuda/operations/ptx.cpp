// SPDX-License-Identifier: MIT
#include "tests/cuda/operations/ptx.h"

#include <algorithm>

#include "tests/cuda/operations/words.h"

namespace gemmscope::operations {
namespace {

template <class... Names>
bool is_one_of(std::string_view word, Names... names) {
  return ((word == names) || ...);
}

/// The name of operand i's register.
std::string name_of(const Operation& operation, int i) {
  static constexpr const char* kLetters[] = {"", "%p", "%h", "%w", "%d"};
  return kLetters[static_cast<int>(operation.operands[static_cast<std::size_t>(i)])] + std::to_string(i);
}

/// Whether PTX wants a rounding said where the table leaves out that to nearest.
bool wants_nearest(const Words& words) {
  const std::string_view to = words.last(1), from = words.last();
  if (words.has_any("rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi", "rna", "approx", "full")) return false;
  if (words.base != "cvt")
    return is_one_of(words.base, "add", "sub", "mul", "fma", "div", "rcp", "sqrt") && (is_float(from) || is_pair(from));
  const auto width = [](std::string_view type) { return type == "f64" ? 64 : type == "f32" ? 32 : 16; };
  return is_pair(to) ||
         (is_float(to) && (!is_float(from) || width(to) < width(from) || (is_half(to) && to != from && is_half(from))));
}

/// As PTX writes it, with the roundings that the table leaves out.
std::string opcode_of(const Operation& operation) {
  const Words words(operation.mnemonic);
  std::string opcode(words.base);
  if (wants_nearest(words)) opcode += ".rn";
  for (const std::string_view word : words.modifiers) opcode.append(".").append(word);
  return opcode;
}

/// Operands [from, to), with commas between them.
std::string list(const Operation& operation, int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) text += (i == from ? "" : ", ") + name_of(operation, i);
  return text;
}

/// A statement with its operands in the row's order; two results are a pair, d|p.
std::string plain(const Operation& operation) {
  const int results = operation.results, all = operands_of(operation);
  std::string text = opcode_of(operation) + " " + name_of(operation, 0);
  if (results_of(operation) == 2) text += "|" + name_of(operation, 1);
  if (all > results) text += ", " + list(operation, results, all);
  return text + ";\n";
}

/// mov.b32 d, {a, b}, or the other way round.
std::string packing(const Operation& operation) {
  const bool packs = operation.results == 1;
  const int all = operands_of(operation), whole = packs ? 0 : all - 1;
  const std::string parts = "{" + (packs ? list(operation, 1, all) : list(operation, 0, all - 1)) + "}";
  const std::string opcode =
      operation.operands[static_cast<std::size_t>(whole)] == Holds::k32 ? "mov.b32 " : "mov.b64 ";
  return opcode + (packs ? name_of(operation, 0) + ", " + parts : parts + ", " + name_of(operation, whole)) + ";\n";
}

/// The carry flag has no name in PTX: it is set by a sum before and read by one after. Of a difference it is the
/// borrow.
std::string carrying(const Operation& operation) {
  const bool takes = operation.mnemonic.find("c.") < 5 && operation.mnemonic.find("c.") > 2,
             gives = operation.results == 2, borrows = operation.mnemonic.starts_with("sub");
  const int all = operands_of(operation);
  std::string text;
  if (takes)
    text += "selp.u32 %t1, 1, 0, " + name_of(operation, all - 1) + ";\n" +
            (borrows ? "sub.cc.u32 %t1, 0, %t1;\n" : "add.cc.u32 %t1, %t1, 0xffffffff;\n");
  text += opcode_of(operation) + " " + name_of(operation, 0) + ", " +
          list(operation, operation.results, all - (takes ? 1 : 0)) + ";\n";
  if (gives)
    text += std::string(borrows ? "subc" : "addc") + ".u32 %t1, 0, 0;\nsetp.ne.u32 " + name_of(operation, 1) +
            ", %t1, 0;\n";
  return text;
}

/// PTX wants the table as a number: one statement for each, of which a lane runs that of its table.
std::string by_tables(const Operation& operation) {
  std::string text;
  for (int table = 0; table < 256; ++table)
    text += "setp.eq.u32 %q, " + name_of(operation, 4) + ", " + std::to_string(table) + ";\n@%q lop3.b32 " +
            list(operation, 0, 4) + ", " + std::to_string(table) + ";\n";
  return text;
}

bool is_carrying(const Words& words) { return words.has("cc") || is_one_of(words.base, "addc", "subc", "madc"); }

/// The address of the thread's value of operand i, in %a1.
std::string address(const Operation& operation, int i) {
  const std::string bytes = std::to_string(stored_bytes(operation.operands[static_cast<std::size_t>(i)]));
  return "ld.param.u64 %a0, [o" + std::to_string(i) + "];\nmul.wide.u32 %a1, %thread, " + bytes +
         ";\nadd.s64 %a1, %a0, %a1;\n";
}

std::string load(const Operation& operation, int i) {
  const Holds holds = operation.operands[static_cast<std::size_t>(i)];
  const std::string name = name_of(operation, i);
  if (holds == Holds::kPredicate)
    return address(operation, i) + "ld.global.u32 %t1, [%a1];\nsetp.ne.u32 " + name + ", %t1, 0;\n";
  return address(operation, i) + "ld.global.b" + std::to_string(8 * stored_bytes(holds)) + " " + name + ", [%a1];\n";
}

std::string store(const Operation& operation, int i) {
  const Holds holds = operation.operands[static_cast<std::size_t>(i)];
  const std::string name = name_of(operation, i);
  if (holds == Holds::kPredicate)
    return "selp.u32 %t1, 1, 0, " + name + ";\n" + address(operation, i) + "st.global.u32 [%a1], %t1;\n";
  return address(operation, i) + "st.global.b" + std::to_string(8 * stored_bytes(holds)) + " [%a1], " + name + ";\n";
}

/// %thread; and lanes that do not run go to the end.
constexpr const char* kBegin =
    "mov.u32 %t0, %ctaid.x;\nmov.u32 %t1, %ntid.x;\nmov.u32 %t2, %tid.x;\nmad.lo.u32 %thread, %t0, %t1, %t2;\n"
    "shr.u32 %t0, %thread, 5;\nmul.wide.u32 %a1, %t0, 4;\nld.param.u64 %a0, [active];\nadd.s64 %a1, %a0, %a1;\n"
    "ld.global.u32 %t1, [%a1];\nand.b32 %t2, %thread, 31;\nshr.u32 %t1, %t1, %t2;\nand.b32 %t1, %t1, 1;\n"
    "setp.eq.u32 %q, %t1, 0;\n@%q bra $end;\n";

}  // namespace

int operands_of(const Operation& operation) {
  return static_cast<int>(std::ranges::find(operation.operands, Holds::kNothing) - operation.operands.begin());
}

int results_of(const Operation& operation) {
  const Words words(operation.mnemonic);
  return words.base == "setp" && is_half(words.last()) ? 1 : operation.results;
}

std::string statements(const Operation& operation) {
  const Words words(operation.mnemonic);
  if (is_one_of(words.base, "pack", "unpack")) return packing(operation);
  if (words.base == "lop3") return by_tables(operation);
  return is_carrying(words) ? carrying(operation) : plain(operation);
}

std::string kernel(const Operation& operation, const std::string& name) {
  std::string text = ".visible .entry " + name + "(.param .u64 active";
  for (int i = 0; i < kMostOperands; ++i) text += ", .param .u64 o" + std::to_string(i);
  text += ")\n{\n.reg .pred %p<6>, %q;\n.reg .b16 %h<6>;\n.reg .b32 %w<6>, %t<3>, %thread;\n.reg .b64 %d<6>, %a<2>;\n";
  text += kBegin;
  for (int i = operation.results; i < operands_of(operation); ++i) text += load(operation, i);
  text += "// " + std::string(operation.mnemonic) + "\n" + statements(operation);
  for (int i = 0; i < results_of(operation); ++i) text += store(operation, i);
  return text + "$end:\nret;\n}\n";
}

std::string header(int target) { return ".version 8.0\n.target sm_" + std::to_string(target) + "\n.address_size 64\n"; }

}  // namespace gemmscope::operations
