// SPDX-License-Identifier: MIT
/// @file known_registers.h
/// What ptxas has said of kernels before, in one file of the user's cache: a sweep asks for the same ones again, and
/// each costs a tenth of a second. A cache that cannot be used costs time only.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tracing/machine/machine_code.h"

namespace gemmscope::machine {

/// A name for what `ptxas`, that program as it is now, is asked.
[[nodiscard]] std::string name_of_question(const std::string& ptxas, std::string_view ptx, std::string_view entry,
                                           std::string_view architecture);

[[nodiscard]] std::optional<Registers> known_registers(const std::string& question);
/// From any thread and process. A file that has become long begins anew.
void note_registers(const std::string& question, const Registers& registers);

}  // namespace gemmscope::machine
