// SPDX-License-Identifier: MIT
/// @file code_place.h
/// Where in its code a program calls the runtime, or touches memory.
#pragma once

#include <string>
#include <vector>

#include "tracing/runtime/order.h"
#include "tracing/runtime/program_log.h"

namespace gemmscope::runtime {

/// The calls that led here, except those in this library: the innermost first, each as a byte of the instruction that
/// calls. At most eight.
[[nodiscard]] CodePlace called_from();
/// The same for the code that a signal interrupted; the first is the instruction itself. `context`: the argument of the
/// signal handler.
[[nodiscard]] CodePlace interrupted(const void* context);
/// Whether the first byte is code of this library, or of another one next to it.
[[nodiscard]] bool is_of_runtime(const CodePlace& place);
/// Which of this library's functions the program called: "cudaMemcpy". Empty: not known.
[[nodiscard]] std::string called_function();
/// Whether the program uses the result of the call, as far as the code behind the call shows.
[[nodiscard]] bool takes_result(const CodePlace& place);

/// The same bytes as offsets in their files; bytes that are in no file are left out.
[[nodiscard]] std::vector<CodeByte> in_files(const CodePlace& place);

}  // namespace gemmscope::runtime
