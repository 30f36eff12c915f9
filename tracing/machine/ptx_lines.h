// SPDX-License-Identifier: MIT
/// @file ptx_lines.h
/// The PTX of a kernel, statement by statement, with the line of the source that each belongs to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tracing/format/result.h"
#include "tracing/machine/access.h"

namespace gemmscope::machine {

struct PtxStatement {
  std::string text;        ///< in one line, blanks joined, without ';'
  std::uint32_t line = 0;  ///< of the kernel's own file: the innermost place there that it was inlined to; 0: none
  std::optional<Access> access;
};

struct PtxKernel {
  std::string target;  ///< "sm_80"
  std::vector<PtxStatement> statements;
};

/// Statements without a line have that of the one before. Functions that are called, not inlined, are left out.
///
/// Errors  kBadFile: the text is not PTX, or does not have the kernel.
[[nodiscard]] Result<PtxKernel> read_kernel(const std::string& ptx, const std::string& entry);

}  // namespace gemmscope::machine
