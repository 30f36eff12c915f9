// SPDX-License-Identifier: MIT
/// @file value_uses.h
/// What becomes of the values that two steps load and store, as far as registers show it.
#pragma once

#include "tracing/ptx/kernel_graph.h"

namespace gemmscope::ptx {

/// Whether a thread gets from one step to another, maybe past barriers, without a further pass of a loop that has both.
[[nodiscard]] bool leads_past_barriers(const KernelGraph& graph, std::uint32_t from, std::uint32_t to);

/// Whether threads that store go on with the stored value where other threads go on with the loaded one. nvcc has
/// turned a load behind a branch into two: the threads that took the branch keep the value in a register.
///
/// Rule    Some register comes from the load on the one way, and on the other it comes from the stored value, or the
///         stored value from it.
[[nodiscard]] bool is_kept_for(const KernelGraph& graph, std::uint32_t store, std::uint32_t load);

/// Whether an atomic exchange replaces what came between the load and it: the load decides whether it is made, compared
/// with the value that it stores, or the value comes from the load, and what it replaces is never looked at.
[[nodiscard]] bool is_blind_exchange(const KernelGraph& graph, std::uint32_t load, std::uint32_t exchange);

/// Whether the step is an atomic operation that changes nothing, or tells that it changed nothing, if another thread
/// came between a look at the value and the operation: max, min, and, or, cas; exch if its result is used.
[[nodiscard]] bool tells_of_others(const KernelGraph& graph, std::uint32_t step);

}  // namespace gemmscope::ptx
