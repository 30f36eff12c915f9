// SPDX-License-Identifier: MIT
#include "tracing/analysis/unused_fragments.h"

#include <algorithm>
#include <map>

#include "tracing/ptx/calls.h"
#include "tracing/ptx/read.h"
#include "tracing/ptx/statement_registers.h"

namespace gemmscope::analysis {
namespace {

/// What the instructions of a line load.
struct Loads {
  std::uint32_t instructions = 0, with_unused = 0, registers = 0, unused = 0;
};

std::string fragment_load(const ptx::Function& function, const ptx::Statement& statement) {
  if (statement.base == "ldmatrix") return "ldmatrix";
  return statement.base == "wmma" && function.has(statement, "load") ? "wmma.load" : "";
}

/// The line of the kernel's file; 0: another file's.
std::uint32_t line_of(const format::Recording& recording, const ptx::Module& module, std::uint32_t at) {
  if (at >= module.locations.size()) return 0;
  while (module.locations[at].caller < at) at = module.locations[at].caller;
  const ptx::File* const file = module.find_file(module.locations[at].file);
  return file != nullptr && file->name == recording.source.path ? module.locations[at].line : 0;
}

}  // namespace

std::vector<UnusedFragment> unused_fragments(const format::Recording& recording) {
  const std::string& text = recording.code.ptx;
  if (text.find("ldmatrix") == text.npos && text.find("wmma.load") == text.npos) return {};
  const auto module = ptx::read(text);
  const ptx::Function* const entry = module ? module->find_function(recording.code.entry) : nullptr;
  if (entry == nullptr) return {};
  std::map<std::pair<std::uint32_t, std::string>, Loads> by_line;
  for (const std::uint32_t f :
       ptx::reached_from(*module, static_cast<std::uint32_t>(entry - module->functions.data()))) {
    const ptx::Function& function = module->functions[f];
    std::vector<bool> is_read(function.registers.size());
    for (const ptx::Statement& statement : function.code)
      ptx::for_read(function, statement, [&](std::uint32_t reg) { is_read[reg] = true; });
    for (const ptx::Statement& statement : function.code) {
      const std::string name = fragment_load(function, statement);
      const std::uint32_t line = name.empty() ? 0 : line_of(recording, *module, statement.location);
      if (line == 0) continue;
      Loads& loads = by_line[{line, name}];
      const std::uint32_t before = loads.unused;
      ptx::for_written(function, statement,
                       [&](std::uint32_t reg) { ++loads.registers, loads.unused += is_read[reg] ? 0 : 1; });
      ++loads.instructions, loads.with_unused += loads.unused != before;
    }
  }
  std::vector<UnusedFragment> all;
  for (const auto& [at, loads] : by_line)
    if (loads.unused != 0 && 2 * loads.with_unused >= loads.instructions)
      all.push_back({at.second, at.first, loads.unused, loads.registers});
  return all;
}

}  // namespace gemmscope::analysis
