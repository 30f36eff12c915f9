// SPDX-License-Identifier: MIT
#include "tests/ptx/written.h"

#include <cinttypes>
#include <cstdio>

namespace gemmscope::ptx::testing {
namespace {

constexpr const char* kSpecials[] = {"tid",
                                     "ntid",
                                     "laneid",
                                     "warpid",
                                     "nwarpid",
                                     "ctaid",
                                     "nctaid",
                                     "smid",
                                     "nsmid",
                                     "gridid",
                                     "is_explicit_cluster",
                                     "clusterid",
                                     "nclusterid",
                                     "cluster_ctaid",
                                     "cluster_nctaid",
                                     "cluster_ctarank",
                                     "cluster_nctarank",
                                     "lanemask_eq",
                                     "lanemask_le",
                                     "lanemask_lt",
                                     "lanemask_ge",
                                     "lanemask_gt",
                                     "clock",
                                     "clock_hi",
                                     "clock64"};
constexpr const char* kSelectors[] = {"", ".x", ".y", ".z", ".w", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"};

std::string printed(const char* format, std::uint64_t value) {
  char text[40];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string number(std::string_view as_written, std::int64_t value) {
  if (as_written.starts_with('-')) return std::to_string(value);
  if (as_written.starts_with("0x")) return printed("0x%" PRIx64, static_cast<std::uint64_t>(value));
  return std::to_string(static_cast<std::uint64_t>(value));
}

std::string base(const Module& module, const Function& function, const Operand& operand) {
  if (operand.of == Of::kNothing) return "";
  if (operand.of == Of::kRegister) return function.registers[operand.index].name();
  if (operand.of == Of::kFunction) return std::string(module.functions[operand.index].name);
  return std::string(variable_of(module, function, operand)->name);
}

std::string children(const Module& module, const Function& function, const Operand& operand, const char* between) {
  std::string text;
  for (const Operand& child : function.children_of(operand))
    text += (text.empty() ? "" : between) + written(module, function, child);
  return text;
}

/// The label of that statement that has this name, or any.
std::string label(const Function& function, const Operand& operand, std::string_view name) {
  std::string any = "?";
  for (const Label& label : function.labels) {
    if (label.statement != operand.index) continue;
    any = label.name;
    if (label.name == name) break;
  }
  return any;
}

}  // namespace

std::string written(const Module& module, const Function& function, const Operand& operand) {
  const std::string source = squeezed(module.text(operand.span));
  const std::string part = kSelectors[static_cast<int>(operand.selector)];
  switch (operand.kind) {
    case OperandKind::kRegister: return (operand.negated ? "!" : "") + function.registers[operand.index].name() + part;
    case OperandKind::kSpecial:
      if (operand.special() == Special::kEnvreg) return "%envreg" + std::to_string(operand.number());
      return "%" + std::string(kSpecials[operand.index]) + part;
    case OperandKind::kInteger: return number(source, operand.value);
    case OperandKind::kFloat: return printed("0f%08" PRIX64, static_cast<std::uint64_t>(operand.value));
    case OperandKind::kDouble: return printed("0d%016" PRIX64, static_cast<std::uint64_t>(operand.value));
    case OperandKind::kSymbol:
      return base(module, function, operand) + (operand.value == 0 ? "" : "+" + std::to_string(operand.value));
    case OperandKind::kAddress: {
      std::string text = "[" + base(module, function, operand);
      if (operand.of == Of::kNothing)
        text += number(source.substr(1), operand.value);
      else if (operand.value != 0 || source.find("+0") != std::string::npos)
        text += "+" + std::to_string(operand.value);
      if (operand.count > 0) text += "," + children(module, function, operand, ",");
      return text + "]";
    }
    case OperandKind::kVector: return "{" + children(module, function, operand, ",") + "}";
    case OperandKind::kPair: return children(module, function, operand, "|");
    case OperandKind::kList: return "(" + children(module, function, operand, ",") + ")";
    case OperandKind::kSink: return "_";
    case OperandKind::kLabel: return label(function, operand, source);
    case OperandKind::kTable: return std::string(function.tables[operand.index].name);
    case OperandKind::kPrototype: return std::string(function.prototypes[operand.index].name);
  }
  return "?";
}

std::string written(const Module& module, const Function& function, const Statement& statement) {
  std::string text;
  bool first = true;
  for (const Operand& operand : function.operands_of(statement)) {
    if (operand.kind == OperandKind::kList && operand.span.begin == operand.span.end) continue;  // a call without one
    text += (first ? "" : ",") + written(module, function, operand);
    first = false;
  }
  return text;
}

std::string squeezed(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "//")
      i = std::min(text.find('\n', i), text.size() - 1);
    else if (std::string_view(" \t\r\n").find(text[i]) == std::string_view::npos)
      out += text[i];
  }
  return out;
}

}  // namespace gemmscope::ptx::testing
