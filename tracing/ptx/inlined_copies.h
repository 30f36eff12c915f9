// SPDX-License-Identifier: MIT
/// @file inlined_copies.h
/// Which call of an inlined function a statement belongs to, where .loc leaves that open.
#pragma once

#include <vector>

#include "tracing/ptx/module.h"

namespace gemmscope::ptx {

/// For each statement its places, from the innermost function outward: Module::locations, of which only file, line,
/// column and function count here. Empty: it has none.
///
/// `inlined_at 2 518 5` names a place by its line alone. If a function is inlined at two lines, and that line in both,
/// it may be either: nvcc means one of them, and a reader takes the last. If a statement has one copy for each call
/// that it may belong to, the copies are taken in the order of the calls' lines.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> places_of(const Module& module, const Function& function);

}  // namespace gemmscope::ptx
