// SPDX-License-Identifier: MIT
/// @file variable_places.h
/// Where a program's __device__ variables lie, as far as its PTX tells: one behind another, so that most begin inside a
/// sector.
#pragma once

#include <cstdint>
#include <vector>

#include "tracing/ptx/module.h"

namespace gemmscope::runtime {

struct VariablePlace {
  std::uint64_t offset = 0;  ///< bytes from where the module's variables begin, which is a boundary (format::kBoundary)
  bool is_known = false;     ///< its remainder by a boundary; else it is one of several
};

/// [variable], of those in global memory; others are at 0.
///
/// Rule     those with an initial value first; of these and of the others, those of the largest alignment first, and of
///          one alignment the smallest. PTX does not tell in which order ptxas has those that are alike in
///          both, nor where managed ones are.
/// Source   cubins of ptxas 13.0 for sm_80 and sm_90: their symbols, and the segment that holds both sections.
[[nodiscard]] std::vector<VariablePlace> variable_places(const ptx::Module& module);

}  // namespace gemmscope::runtime
