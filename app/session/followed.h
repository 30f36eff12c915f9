// SPDX-License-Identifier: MIT
/// @file followed.h
/// Elements, and what is followed, as text for links and the command line.
///
///   A[3][5]         an element of A, B or C, or a cell of As or Bs
///   As[5][3]@2      what that cell holds in k-tile 2; without @2, in the first that is recorded
///   lane13[2]@0,28  what lane 13 of warp 0 loads by request 28, its element 2; [0] may be left out
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/session/selected.h"
#include "tracing/analysis/life.h"
#include "tracing/format/result.h"

namespace gemmscope::session {

/// "A[3][5]", "x[5]" of an array without rows.
std::string text_of(const format::Recording& recording, const Element& element);
/// nullopt if the recording does not have that tensor or element.
std::optional<Element> element_from(const format::Recording& recording, std::string_view text);

std::string text_of(const format::Recording& recording, const analysis::Followed& what);

/// Errors: kUsage if the text has another form, or names a tensor, row or column that the recording does not have.
Result<analysis::Followed> followed_from(const format::Recording& recording, std::string_view text);

/// What the life is of: the element, or, without one, what was asked for.
std::string subject_of(const format::Recording& recording, const analysis::Life& life);

}  // namespace gemmscope::session
