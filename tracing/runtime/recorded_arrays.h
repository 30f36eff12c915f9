// SPDX-License-Identifier: MIT
/// @file recorded_arrays.h
/// The arrays of a finished launch, as its recording has them: names, sizes, elements, rows, and where they begin.
#pragma once

#include <deque>
#include <vector>

#include "tracing/runtime/arguments.h"
#include "tracing/runtime/modules.h"
#include "tracing/runtime/numbering.h"

namespace gemmscope::runtime {

/// The launch that the arrays belong to.
struct LaunchOf {
  const Kernel& kernel;
  const lockstep::Launch& launch;
  const Arguments& arguments;
  const std::vector<lockstep::SharedArray>& shared;  ///< the program's, but a cut array is replaced by its parts
};

/// Adds the tensors, global ones first, in the order of their numbers. `heard`: by all host threads.
void add_tensors(format::Recording& r, const LaunchOf& of, const std::deque<Recorder>& heard, const Arrays& arrays,
                 const Numbering& numbering);

}  // namespace gemmscope::runtime
