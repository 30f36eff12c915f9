// SPDX-License-Identifier: MIT
/// @file calls.h
/// Which functions a kernel may call.
#pragma once

#include <vector>

#include "tracing/ptx/module.h"

namespace gemmscope::ptx {

/// What a call statement calls.
struct Callees {
  std::vector<std::uint32_t> functions;  ///< of the module, without aliases
  bool by_pointer = false;
};
/// For a call by pointer: all functions of these parameters whose address some code or variable of the module holds.
[[nodiscard]] Callees callees_of(const Module& module, const Function& caller, const Statement& statement);

/// What is called through any call from the kernel on, itself first, by module.functions; each once. Without those that
/// have no body.
[[nodiscard]] std::vector<std::uint32_t> reached_from(const Module& module, std::uint32_t kernel);

}  // namespace gemmscope::ptx
