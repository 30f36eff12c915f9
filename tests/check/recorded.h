// SPDX-License-Identifier: MIT
/// @file recorded.h
/// Recordings to check, and findings as text that two recordings can be compared by.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/steps/step.h"
#include "tracing/analysis/check.h"

namespace gemmscope::testing {

/// As `check` sees it: with its tiles, where there are any.
format::Recording opened(const Step& step, const Product& product);
/// A broken kernel, at the size where it shows what is wrong.
format::Recording broken(const std::string& name);

/// "read after write line 92 As other line 71 in warp": without places and counts, so that a part can be compared with
/// the whole.
std::string kind_of(const format::Recording& recording, const analysis::Finding& finding);
std::set<std::string> kinds_of(const format::Recording& recording);

}  // namespace gemmscope::testing
