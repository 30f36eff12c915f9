// SPDX-License-Identifier: MIT
/// @file cut_shared.h
/// The arrays in shared memory of a launch, where one that the source cuts into several by pointers counts as several.
#pragma once

#include "tracing/lockstep/launch.h"
#include "tracing/ptx/module.h"
#include "tracing/runtime/named_shared.h"

namespace gemmscope::runtime {

struct SharedArrays {
  std::vector<lockstep::SharedArray> arrays;  ///< the program's, but a cut array is replaced by its parts, in order
  std::vector<std::uint32_t> named;           ///< named_shared(), of these
};

/// `source`: the text of the kernel's file, `file` its number in the module. `memory_is_here`: this program can read
/// what the allocations hold, which are not a GPU's.
///
/// Rule    An array is cut if all of this holds: the source makes all pointers to it that the kernel uses, and changes
///         none (CutNames); what the first block stores by one of them begins behind all that it stores by the one
///         before, but for a few statements; it loads by each of them; and it reaches by one into the next part by at
///         most a quarter of that part. Then a part ends where the next begins, and an access that goes on is out of
///         bounds. A kernel that means to go from one part into another does so everywhere, or does not load by both
///         names. A statement that names several parts means the one that has most of what it accesses; but what all
///         threads load alike is loaded by the name that has an index which all threads have.
/// Limits  The first block is run ahead to see this, without its stores to global memory. Nothing is cut if it does not
///         end so; if data decide what it accesses, and it stores by addresses of which the space is not known, or the
///         memory is a GPU's; or if there would be more than 8 arrays.
[[nodiscard]] SharedArrays shared_arrays_of(const ptx::Module& module, const lockstep::Program& program,
                                            const lockstep::Launch& launch, const lockstep::Allocations& allocations,
                                            bool memory_is_here, std::string_view source, std::uint32_t file);

}  // namespace gemmscope::runtime
