// SPDX-License-Identifier: MIT
/// @file report_machine.h
/// What `gemmscope report --machine` says: what ptxas makes of the kernel, as text and as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tracing/format/recording.h"
#include "tracing/machine/machine_code.h"

namespace gemmscope::cli {

/// `line`: that line's PTX and instructions besides.
///
/// Errors  kUsage: nothing was made of that line.
[[nodiscard]] Result<std::string> machine_text(const format::Recording& recording, const machine::MachineCode& code,
                                               std::optional<std::uint32_t> line);
/// docs/report.md describes it.
std::string machine_json(const format::Recording& recording, const machine::MachineCode& code);

}  // namespace gemmscope::cli
