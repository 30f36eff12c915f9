// SPDX-License-Identifier: MIT
/// @file remark_words.h
/// Sentences about what a launch leaves unused, and what is doubtful in a matrix product.
#pragma once

#include <string>
#include <vector>

#include "tracing/analysis/remarks.h"

namespace gemmscope::words {

/// "A: all 589,824 elements are read and none was ever written: the program does not fill it."
std::string sentence(const format::Recording& recording, const analysis::Remark& remark);
/// The word for it in JSON: "unfilled", "untouched", "never read", "repeated", "left out", "skipped"; "index" for
/// kSwapped and kUnfit.
std::string_view name_of(analysis::Remark::Kind kind);

/// A remark about a product, as a clause: "k from 48 to 63 of A and B is never loaded: the outer loop may end too
/// early".
std::string clause(const format::Recording& recording, const analysis::Remark& remark);

/// "64 × 64 × 48 (M × N × K)".
std::string size_in_words(const analysis::Product& product);

/// What figures of the whole launch count if k's are left out: "k from 48 to 63 of A and B is never loaded; the figures
/// are for what the kernel computes, 64 × 64 × 48 (M × N × K)". Empty: none is left out.
std::string counted_product(const format::Recording& recording, const std::vector<analysis::Remark>& remarks);

}  // namespace gemmscope::words
