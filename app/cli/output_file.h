// SPDX-License-Identifier: MIT
/// @file output_file.h
#pragma once

#include <string>

#include "tracing/format/result.h"

namespace gemmscope::cli {

/// Whether `-o file` can be written, as far as that can be told beforehand: after minutes of work it would be late.
/// Errors: kUsage, naming the folder.
Result<void> check_output(const std::string& file);

}  // namespace gemmscope::cli
