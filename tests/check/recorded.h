// SPDX-License-Identifier: MIT
/// @file recorded.h
/// Recordings to check, and findings as text that two recordings can be compared by.
#pragma once

#include <set>
#include <string>

#include "kernels/broken.h"
#include "tests/recorded.h"
#include "tracing/analysis/check.h"
#include "tracing/record/request.h"

namespace gemmscope::testing {

std::vector<const kernels::KernelInfo*> all_broken();

/// At the size where it shows what is wrong.
record::RecordRequest request_of(const kernels::KernelInfo& broken);

/// The same with fewer warps, k-tiles and blocks, and without epilogue, where it has more than one of them.
std::vector<record::RecordRequest> parts_of(const record::RecordRequest& request);

/// "read after write line 92 As other line 71 in warp": without places and counts, so that a part can be compared with
/// the whole.
std::string kind_of(const format::Recording& recording, const analysis::Finding& finding);
std::set<std::string> kinds_of(const format::Recording& recording);

}  // namespace gemmscope::testing
