// SPDX-License-Identifier: MIT
/// @file code_place.h
/// Where in its code a program calls the runtime, or touches memory.
#pragma once

#include <string>
#include <vector>

#include "tracing/runtime/order.h"
#include "tracing/runtime/program_log.h"

namespace gemmscope::runtime {

/// The calls that led here, but for those in this library: the innermost first, each a byte of the instruction that
/// calls. At most eight.
[[nodiscard]] CodePlace called_from();
/// The same of what a signal interrupted; the first is the instruction itself. `context`: what the handler is given.
[[nodiscard]] CodePlace interrupted(const void* context);
/// Whether the first byte is code of this library, or of another one that stands beside it.
[[nodiscard]] bool is_of_runtime(const CodePlace& place);
/// Which of this library's functions the program called: "cudaMemcpy". Empty: not known.
[[nodiscard]] std::string called_function();
/// Whether the program takes what the call gives back, as far as the code behind the call shows.
[[nodiscard]] bool takes_result(const CodePlace& place);

/// The same bytes as their files count them; what is in no file is left out.
[[nodiscard]] std::vector<CodeByte> in_files(const CodePlace& place);

}  // namespace gemmscope::runtime
