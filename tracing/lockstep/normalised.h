// SPDX-License-Identifier: MIT
/// @file normalised.h
#pragma once

#include <string>

#include "tracing/ptx/module.h"

namespace gemmscope::lockstep {

/// The opcode as the table of operations calls it: without the modifiers that change no result.
[[nodiscard]] std::string normalised(const ptx::Function& function, const ptx::Statement& statement);

}  // namespace gemmscope::lockstep
