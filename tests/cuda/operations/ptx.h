// SPDX-License-Identifier: MIT
/// @file ptx.h
/// The rows of the table of operations as kernels in PTX: each thread loads its operands, runs the instruction, stores
/// the results.
///
/// A kernel's parameters are eight addresses: of a Mask for each warp, which says whose lanes run; then one for each
/// operand, in the row's order, of an array with a value for each thread. A predicate is 0 or 1 in 32 bits there.
#pragma once

#include <span>
#include <string>

#include "tracing/lockstep/operation.h"

namespace gemmscope::operations {

using lockstep::Holds;
using lockstep::kMostOperands;
using lockstep::Operation;

/// Bytes of one thread's value in memory.
[[nodiscard]] constexpr std::uint32_t stored_bytes(Holds holds) {
  return holds == Holds::kPredicate ? 4 : lockstep::bytes_of(holds);
}
[[nodiscard]] int operands_of(const Operation& operation);
/// How many results PTX gives: setp of halves has no second one.
[[nodiscard]] int results_of(const Operation& operation);

/// What stands between the loads and the stores. Operand i is %p<i>, %h<i>, %w<i> or %d<i>, by what it holds.
[[nodiscard]] std::string statements(const Operation& operation);
[[nodiscard]] std::string kernel(const Operation& operation, const std::string& name);

/// What a module begins with.
[[nodiscard]] std::string header(int target);

}  // namespace gemmscope::operations
