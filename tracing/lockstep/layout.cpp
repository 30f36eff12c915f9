// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "tracing/lockstep/layout.h"

#include "tracing/ptx/readable_names.h"

namespace gemmscope::lockstep {
namespace {

std::uint32_t rounded_up(std::uint32_t n, std::uint32_t align) { return (n + align - 1) / align * align; }

std::uint32_t place(std::uint32_t& end, const ptx::Variable& variable) {
  const std::uint32_t at = rounded_up(end, std::max(variable.align, 1u));
  end = at + static_cast<std::uint32_t>(variable.bytes);
  return at;
}

/// More than any GPU has: of a block's shared memory, a lane's local memory, a kernel's arguments. PTX ISA, "State
/// Spaces".
class Sizes {
 public:
  void add(const std::vector<ptx::Variable>& variables) {
    for (const ptx::Variable& variable : variables) add(variable);
  }
  void add(const ptx::Variable& variable) { bytes_ += std::min(variable.bytes, kMost) + variable.align; }
  bool fit() const { return bytes_ <= kMost; }

 private:
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 20;
  std::uint64_t bytes_ = 0;
};

/// What each call passes, of Function::variables, in the order of the text.
struct Passed {
  std::uint32_t statement;
  std::vector<std::uint32_t> variables;
};

std::vector<Passed> passed_by(const ptx::Function& function) {
  std::vector<Passed> all;
  for (std::uint32_t s = 0; s < function.code.size(); ++s) {
    if (function.code[s].base != "call") continue;
    all.push_back({s, {}});
    const auto operands = function.operands_of(function.code[s]);
    for (const std::size_t list : {std::size_t{0}, std::size_t{2}})
      for (const ptx::Operand& each : function.children_of(operands[list]))
        if (each.of == ptx::Of::kLocalVariable) all.back().variables.push_back(each.index);
  }
  return all;
}

/// Whether what one call passes is used between the call before and the call behind alone, and before what the next one
/// passes: then all calls can use one place in the frame. nvcc writes every call so.
bool can_share(const ptx::Function& function, const std::vector<Passed>& calls) {
  std::vector<std::uint32_t> call_of(function.variables.size(), ptx::kNoIndex);
  for (std::uint32_t c = 0; c < calls.size(); ++c)
    for (const std::uint32_t variable : calls[c].variables) {
      if (call_of[variable] != ptx::kNoIndex && call_of[variable] != c) return false;
      call_of[variable] = c;
    }
  std::uint32_t next = 0, last = 0;  // the call that the text comes to; and whose variable it has named last
  for (std::uint32_t s = 0; s < function.code.size(); ++s) {
    for (const ptx::Operand& operand : function.operands_of(function.code[s])) {
      if (operand.of != ptx::Of::kLocalVariable || call_of[operand.index] == ptx::kNoIndex) continue;
      const std::uint32_t call = call_of[operand.index];
      if ((call != next && call + 1 != next) || call < last || operand.kind == ptx::OperandKind::kSymbol) return false;
      last = call;
    }
    if (next < calls.size() && calls[next].statement == s) ++next;
  }
  return true;
}

/// A kernel's parameters are its arguments, which are no part of the frame.
Layout::Of lay_out_frame(const ptx::Function& function) {
  Layout::Of of;
  std::uint32_t end = 0;
  if (!function.is_entry) {
    for (const ptx::Variable& each : function.parameters) of.parameters.push_back(place(end, each));
    for (const ptx::Variable& each : function.returns) of.returns.push_back(place(end, each));
  }
  const std::vector<Passed> calls = passed_by(function);
  const bool shares = can_share(function, calls);
  std::vector<bool> is_passed(function.variables.size());
  for (const Passed& call : calls)
    for (const std::uint32_t variable : call.variables) is_passed[variable] = shares;
  of.variables.resize(function.variables.size());
  for (std::size_t v = 0; v < function.variables.size(); ++v)
    if (function.variables[v].space != ptx::Space::kShared && !is_passed[v])
      of.variables[v] = place(end, function.variables[v]);
  std::uint32_t most = end;
  for (const Passed& call : shares ? calls : std::vector<Passed>()) {
    std::uint32_t call_end = end;
    for (const std::uint32_t variable : call.variables)
      of.variables[variable] = place(call_end, function.variables[variable]);
    most = std::max(most, call_end);
  }
  of.frame_bytes = rounded_up(most, kFrameAlign);
  if (!function.is_entry) of.frame_bytes = std::max(of.frame_bytes, kFrameAlign);  // its return address is there
  return of;
}

class Shared {
 public:
  explicit Shared(Program& program) : program_(program) {}
  std::uint32_t add(const ptx::Variable& variable) {
    const std::uint32_t at = place(program_.shared_bytes, variable);
    program_.shared.push_back({std::string(variable.name), at, static_cast<std::uint32_t>(variable.bytes),
                               variable.bytes == 0 && variable.is_array});
    return at;
  }

 private:
  Program& program_;
};

}  // namespace

Result<Layout> lay_out(const ptx::Module& module, const std::vector<std::uint32_t>& functions, Program& program) {
  const ptx::Function& kernel = module.functions[functions.front()];
  Sizes shared_sizes, argument_sizes;
  argument_sizes.add(kernel.parameters);
  for (const ptx::Variable& variable : module.variables)
    if (variable.space == ptx::Space::kShared) shared_sizes.add(variable);
  std::vector<bool> used(module.variables.size());
  bool fits = true;
  for (const std::uint32_t f : functions) {
    const ptx::Function& function = module.functions[f];
    Sizes frame_sizes;
    if (!function.is_entry) frame_sizes.add(function.parameters), frame_sizes.add(function.returns);
    for (const ptx::Variable& variable : function.variables)
      (variable.space == ptx::Space::kShared ? shared_sizes : frame_sizes).add(variable);
    fits = fits && frame_sizes.fit();
    for (const ptx::Operand& operand : function.operands)
      if (operand.of == ptx::Of::kModuleVariable) used[operand.index] = true;
  }
  if (!fits || !shared_sizes.fit() || !argument_sizes.fit())
    return fail(ErrorKind::kUsage, "kernel " + ptx::short_name(std::string(kernel.name)) +
                                       ": its variables are larger than any GPU's memory for them");

  Layout layout;
  Shared shared(program);
  for (const std::uint32_t f : functions) {
    const ptx::Function& function = module.functions[f];
    layout.functions.push_back(lay_out_frame(function));
    for (std::size_t v = 0; v < function.variables.size(); ++v)
      if (function.variables[v].space == ptx::Space::kShared)
        layout.functions.back().variables[v] = shared.add(function.variables[v]);
  }
  for (const ptx::Variable& parameter : kernel.parameters)
    program.parameters.push_back(
        {place(program.argument_bytes, parameter), static_cast<std::uint32_t>(parameter.bytes)});
  layout.module_variables.assign(module.variables.size(), 0);
  const auto is_dynamic = [](const ptx::Variable& variable) { return variable.bytes == 0 && variable.is_array; };
  std::uint32_t align = 1;  // memory that a launch adds begins where the rest ends; all of it begins in one place
  for (const bool dynamic : {false, true}) {
    if (dynamic) program.shared_bytes = rounded_up(program.shared_bytes, align);
    for (std::size_t v = 0; v < module.variables.size(); ++v) {
      const ptx::Variable& variable = module.variables[v];
      if (variable.space != ptx::Space::kShared || !used[v]) continue;
      if (is_dynamic(variable)) align = std::max(align, variable.align);
      if (is_dynamic(variable) == dynamic) layout.module_variables[v] = shared.add(variable);
    }
  }
  return layout;
}

}  // namespace gemmscope::lockstep
