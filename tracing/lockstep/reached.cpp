// SPDX-License-Identifier: MIT
#include "tracing/lockstep/reached.h"

#include <algorithm>

namespace gemmscope::lockstep {
namespace {

std::uint32_t without_alias(const ptx::Module& module, std::uint32_t function) {
  const std::uint32_t of = module.functions[function].alias_of;
  return of == ptx::kNoIndex ? function : of;
}

bool are_alike(const std::vector<ptx::Variable>& a, const std::vector<ptx::Variable>& b) {
  return std::ranges::equal(a, b, {}, &ptx::Variable::bytes, &ptx::Variable::bytes);
}

/// By module.functions: whether some code or variable holds its address.
std::vector<bool> have_pointers(const ptx::Module& module) {
  std::vector<bool> all(module.functions.size());
  for (const ptx::Function& function : module.functions)
    for (const ptx::Statement& statement : function.code)
      for (std::size_t i = 0; const ptx::Operand& operand : function.operands_of(statement))
        if (operand.of == ptx::Of::kFunction && !(statement.base == "call" && i++ == 1))
          all[without_alias(module, operand.index)] = true;
  for (const ptx::Variable& variable : module.variables)
    for (const ptx::Reference& reference : variable.references)
      if (reference.of == ptx::Of::kFunction) all[without_alias(module, reference.index)] = true;
  return all;
}

}  // namespace

Callees callees_of(const ptx::Module& module, const ptx::Function& caller, const ptx::Statement& statement) {
  const auto operands = caller.operands_of(statement);
  if (operands[1].of == ptx::Of::kFunction) return {{without_alias(module, operands[1].index)}, false};
  Callees callees{{}, true};
  if (operands.size() < 4) return callees;
  const ptx::Prototype& prototype = caller.prototypes[operands[3].index];
  if (!prototype.targets.empty()) {
    for (const std::uint32_t target : prototype.targets) callees.functions.push_back(without_alias(module, target));
    return callees;
  }
  const std::vector<bool> has_pointer = have_pointers(module);
  for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
    const ptx::Function& function = module.functions[f];
    if (has_pointer[f] && !function.is_entry && are_alike(function.parameters, prototype.parameters) &&
        are_alike(function.returns, prototype.returns))
      callees.functions.push_back(f);
  }
  return callees;
}

std::vector<std::uint32_t> reached_from(const ptx::Module& module, std::uint32_t kernel) {
  std::vector<std::uint32_t> reached{kernel};
  std::vector<bool> known(module.functions.size());
  known[kernel] = true;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const ptx::Function& function = module.functions[reached[i]];
    for (const ptx::Statement& statement : function.code) {
      if (statement.base != "call") continue;
      for (const std::uint32_t callee : callees_of(module, function, statement).functions)
        if (!known[callee] && module.functions[callee].is_defined) known[callee] = true, reached.push_back(callee);
    }
  }
  return reached;
}

namespace {

/// Whom each function calls, by Program::functions.
std::vector<std::vector<std::uint32_t>> called_by(const Program& program) {
  std::vector<std::vector<std::uint32_t>> called(program.functions.size());
  for (std::size_t f = 0; f < called.size(); ++f) {
    const std::size_t end = f + 1 < called.size() ? program.functions[f + 1].begin : program.code.size();
    for (std::size_t i = program.functions[f].begin; i < end; ++i)
      if (const Instruction& instruction = program.code[i]; instruction.does == Does::kCall)
        for (const std::uint32_t callee : program.calls[instruction.index].functions) called[f].push_back(callee);
  }
  return called;
}

}  // namespace

Result<void> settle_calls(Program& program) {
  const auto called = called_by(program);
  const std::size_t count = called.size();
  for (std::uint32_t f = 0; f < count; ++f) {
    std::vector<bool> seen(count);
    std::vector<std::uint32_t> due{f};
    while (!due.empty()) {
      const std::uint32_t g = due.back();
      due.pop_back();
      for (const std::uint32_t next : called[g])
        if (!seen[next]) seen[next] = true, due.push_back(next);
    }
    program.functions[f].calls_itself = seen[f];
    program.recurses = program.recurses || seen[f];
  }
  std::vector<std::uint64_t> deepest(count);  // chain of frames from each function on; of cycles, once around
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = count; f-- > 0;) {
      std::uint64_t most = program.functions[f].frame_bytes;
      for (const std::uint32_t next : called[f])
        most = std::max(most, program.functions[f].frame_bytes + deepest[next]);
      changed = changed || most != deepest[f];
      deepest[f] = most;
    }
    if (program.recurses) break;
  }
  constexpr std::uint64_t kMost = std::uint64_t{1} << 20;  // of a lane; a GPU has half of it
  if (deepest[0] > kMost)
    return fail(ErrorKind::kUsage,
                "kernel " + program.name +
                    ": the functions that it calls have more variables than any GPU's local memory holds");
  program.local_bytes = static_cast<std::uint32_t>(deepest[0]);
  return {};
}

}  // namespace gemmscope::lockstep
