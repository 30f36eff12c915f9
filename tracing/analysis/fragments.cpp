// SPDX-License-Identifier: MIT
#include "tracing/analysis/fragments.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include "tracing/ptx/calls.h"
#include "tracing/ptx/read.h"
#include "tracing/ptx/statement_registers.h"

namespace gemmscope::analysis {
namespace {

/// m16n8k16.
struct Size {
  int m = 0, k = 0;
};
std::optional<Size> size_of(std::string_view modifier) {
  Size size;
  const std::size_t n = modifier.find('n'), k = modifier.find('k');
  if (!modifier.starts_with('m') || n == modifier.npos || k == modifier.npos || k < n) return std::nullopt;
  std::from_chars(modifier.data() + 1, modifier.data() + n, size.m);
  std::from_chars(modifier.data() + k + 1, modifier.data() + modifier.size(), size.k);
  if ((size.m != 8 && size.m != 16) || size.k < 4 || size.k > 128) return std::nullopt;
  return size;
}

/// What the instructions of a line load.
struct Loads {
  std::uint32_t instructions = 0, with_unused = 0, registers = 0, unused = 0;
};
using LoadsOfLines = std::map<std::pair<std::uint32_t, std::string>, Loads>;  ///< by line and instruction

std::string fragment_load(const ptx::Function& function, const ptx::Statement& statement) {
  if (statement.base == "ldmatrix") return "ldmatrix";
  return statement.base == "wmma" && function.has(statement, "load") ? "wmma.load" : "";
}

class Finder {
 public:
  Finder(const format::Recording& recording, const ptx::Module& module, const ptx::Function& function)
      : recording_(recording),
        module_(module),
        function_(function),
        loaded_(function.registers.size()),
        read_(function.registers.size()) {
    for (const ptx::Statement& statement : function.code) {
      note(statement);
      ptx::for_read(function, statement, [&](std::uint32_t reg) { read_[reg] = true; });
    }
  }

  void add_loads(LoadsOfLines& by_line) const {
    for (const ptx::Statement& statement : function_.code) {
      const std::string name = fragment_load(function_, statement);
      const std::uint32_t line = name.empty() ? 0 : line_of(statement);
      if (line == 0) continue;
      Loads& loads = by_line[{line, name}];
      const std::uint32_t before = loads.unused;
      ptx::for_written(function_, statement,
                       [&](std::uint32_t reg) { ++loads.registers, loads.unused += read_[reg] ? 0 : 1; });
      ++loads.instructions, loads.with_unused += loads.unused != before;
    }
  }

  void add_repeated(std::vector<RepeatedFragment>& all) const {
    for (const ptx::Statement& statement : function_.code) {
      if (statement.base != "mma") continue;
      std::optional<Size> size;
      for (const std::string_view word : function_.modifiers_of(statement))
        if (!size) size = size_of(word);
      const auto operands = function_.operands_of(statement);
      if (!size || operands.size() < 4) continue;
      for (const bool of_b : {false, true})
        if (const auto found = repeated(operands[of_b ? 2 : 1], *size, of_b)) {
          RepeatedFragment each = *found;
          each.line = line_of(statement);
          const auto same = [&](const RepeatedFragment& f) { return f.line == each.line && f.of_b == each.of_b; };
          if (std::ranges::none_of(all, same)) all.push_back(each);
        }
    }
  }

 private:
  /// Registers that some instruction loads into, directly or by packing halves.
  void note(const ptx::Statement& statement) {
    const auto operands = function_.operands_of(statement);
    const bool packs = statement.base == "mov" && operands.size() == 2 && operands[1].kind == ptx::OperandKind::kVector;
    if (operands.empty() || (statement.base != "ld" && statement.base != "ldmatrix" && !packs)) return;
    const auto add = [&](const ptx::Operand& operand) {
      if (operand.kind == ptx::OperandKind::kRegister && operand.index < loaded_.size()) loaded_[operand.index] = true;
    };
    add(operands[0]);
    if (operands[0].kind == ptx::OperandKind::kVector)
      for (const ptx::Operand& child : function_.children_of(operands[0])) add(child);
  }

  /// PTX ISA, "Matrix Fragments for mma": registers of A go down its rows first, 8 at a time, those of B along k.
  std::optional<RepeatedFragment> repeated(const ptx::Operand& operand, Size size, bool of_b) const {
    if (operand.kind != ptx::OperandKind::kVector) return std::nullopt;
    const auto registers = function_.children_of(operand);
    const int down = of_b ? 1 : size.m / 8, along = static_cast<int>(registers.size()) / down;
    if (along == 0 || size.k % along != 0) return std::nullopt;
    const auto part = [&](std::size_t r) {
      const int row = static_cast<int>(r) % down * 8, k = static_cast<int>(r) / down * (size.k / along);
      const auto byte = [](int n) { return static_cast<std::uint8_t>(n); };
      const FragmentPart of_a{byte(row), byte(row + 7), byte(k), byte(k + size.k / along - 1)};
      return of_b ? FragmentPart{of_a.first_column, of_a.last_column, 0, 7} : of_a;
    };
    for (std::size_t i = 0; i < registers.size(); ++i)
      for (std::size_t j = i + 1; j < registers.size(); ++j)
        if (registers[i].kind == ptx::OperandKind::kRegister && registers[j].kind == ptx::OperandKind::kRegister &&
            registers[i].index == registers[j].index && registers[i].index < loaded_.size() &&
            loaded_[registers[i].index])
          return RepeatedFragment{0, of_b, part(i), part(j)};
    return std::nullopt;
  }

  std::uint32_t line_of(const ptx::Statement& statement) const {
    std::uint32_t at = statement.location;
    if (at >= module_.locations.size()) return 0;
    while (module_.locations[at].caller < at) at = module_.locations[at].caller;
    const ptx::File* const file = module_.find_file(module_.locations[at].file);
    return file != nullptr && file->name == recording_.source.path ? module_.locations[at].line : 0;
  }

  const format::Recording& recording_;
  const ptx::Module& module_;
  const ptx::Function& function_;
  std::vector<bool> loaded_, read_;  ///< by register
};

}  // namespace

Fragments fragments_of(const format::Recording& recording) {
  Fragments fragments;
  const std::string& text = recording.code.ptx;
  const auto has = [&](const char* word) { return text.find(word) != text.npos; };
  if (!has("mma.sync") && !has("ldmatrix") && !has("wmma.load")) return fragments;
  const auto module = ptx::read(text);
  const ptx::Function* const entry = module ? module->find_function(recording.code.entry) : nullptr;
  if (entry == nullptr) return fragments;
  LoadsOfLines by_line;
  for (const std::uint32_t f :
       ptx::reached_from(*module, static_cast<std::uint32_t>(entry - module->functions.data()))) {
    const Finder finder(recording, *module, module->functions[f]);
    finder.add_repeated(fragments.repeated), finder.add_loads(by_line);
  }
  for (const auto& [at, loads] : by_line)
    if (loads.unused != 0 && 2 * loads.with_unused >= loads.instructions)
      fragments.unused.push_back({at.second, at.first, loads.unused, loads.registers});
  return fragments;
}

}  // namespace gemmscope::analysis
