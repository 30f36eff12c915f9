// SPDX-License-Identifier: MIT
/// @file inlined_copies.h
/// Which call of an inlined function a statement is of, where .loc leaves that open.
#pragma once

#include <vector>

#include "tracing/ptx/module.h"

namespace gemmscope::ptx {

/// Of each statement the places that it is of, from the innermost function outward: Module::locations, of which only
/// file, line, column and function count here. Empty: it has none.
///
/// `inlined_at 2 518 5` names a place by its line alone. If a function is inlined at two lines, and that line in both,
/// it may be either: nvcc means the one or the other, and a reader takes the last. If there are as many copies of a
/// statement as there are calls of which it may be, they are taken in the order of the calls' lines.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> places_of(const Module& module, const Function& function);

}  // namespace gemmscope::ptx
