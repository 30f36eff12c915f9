// SPDX-License-Identifier: MIT
/// @file remark_words.h
/// Sentences about what a launch leaves unused.
#pragma once

#include <string>

#include "tracing/analysis/remarks.h"

namespace gemmscope::words {

/// "A: all 589,824 elements are read and none was ever written: the program does not fill it."
std::string sentence(const format::Recording& recording, const analysis::Remark& remark);
/// The word for it in JSON: "unfilled", "untouched", "never read".
std::string_view name_of(analysis::Remark::Kind kind);

}  // namespace gemmscope::words
