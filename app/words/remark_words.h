// SPDX-License-Identifier: MIT
/// @file remark_words.h
/// What a launch leaves unused, in sentences.
#pragma once

#include <string>

#include "tracing/analysis/remarks.h"

namespace gemmscope::words {

/// "A: all 589,824 elements are read and none was ever written: the program does not fill it."
std::string sentence(const format::Recording& recording, const analysis::Remark& remark);
/// A word for it, as JSON has it: "unfilled", "untouched", "never read".
std::string_view name_of(analysis::Remark::Kind kind);

}  // namespace gemmscope::words
