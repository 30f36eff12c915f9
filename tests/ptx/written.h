// SPDX-License-Identifier: MIT
/// @file written.h
/// Operands as text again, from the model alone but for how a number is written.
#pragma once

#include <string>

#include "tracing/ptx/module.h"

namespace gemmscope::ptx::testing {

[[nodiscard]] std::string written(const Module& module, const Function& function, const Operand& operand);
/// The operands of a statement, with commas between them.
[[nodiscard]] std::string written(const Module& module, const Function& function, const Statement& statement);
/// Without white space and comments.
[[nodiscard]] std::string squeezed(std::string_view text);

}  // namespace gemmscope::ptx::testing
