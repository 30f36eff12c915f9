// SPDX-License-Identifier: MIT
#include "tracing/ptx/module.h"

#include <algorithm>

namespace gemmscope::ptx {

std::string Register::name() const {
  std::string whole(prefix);
  if (number >= 0) whole += std::to_string(number);
  return whole;
}

bool Function::has(const Statement& statement, std::string_view modifier) const {
  return std::ranges::find(modifiers_of(statement), modifier) != modifiers_of(statement).end();
}

const Directive* Function::find_directive(std::string_view directive) const {
  const auto found = std::ranges::find(directives, directive, &Directive::name);
  return found == directives.end() ? nullptr : &*found;
}

const Function* Module::find_function(std::string_view name) const {
  const auto found = std::ranges::find(functions, name, &Function::name);
  return found == functions.end() ? nullptr : &*found;
}

const Variable* Module::find_variable(std::string_view name) const {
  const auto found = std::ranges::find(variables, name, &Variable::name);
  return found == variables.end() ? nullptr : &*found;
}

const File* Module::find_file(std::uint32_t number) const {
  const auto found = std::ranges::lower_bound(files, number, {}, &File::number);
  return found == files.end() || found->number != number ? nullptr : &*found;
}

std::uint32_t Module::line_at(std::uint32_t position) const {
  return 1 + static_cast<std::uint32_t>(std::ranges::count(text().substr(0, position), '\n'));
}

const Variable* variable_of(const Module& module, const Function& function, const Operand& operand) {
  switch (operand.of) {
    case Of::kModuleVariable: return &module.variables[operand.index];
    case Of::kParameter: return &function.parameters[operand.index];
    case Of::kReturn: return &function.returns[operand.index];
    case Of::kLocalVariable: return &function.variables[operand.index];
    case Of::kNothing:
    case Of::kRegister:
    case Of::kFunction: return nullptr;
  }
  return nullptr;
}

}  // namespace gemmscope::ptx
