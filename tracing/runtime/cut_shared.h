// SPDX-License-Identifier: MIT
/// @file cut_shared.h
/// The arrays in shared memory of a launch, where one that the source cuts into several by pointers counts as several.
#pragma once

#include "tracing/lockstep/launch.h"
#include "tracing/ptx/module.h"
#include "tracing/runtime/named_shared.h"

namespace gemmscope::runtime {

struct SharedArrays {
  std::vector<lockstep::SharedArray> arrays;  ///< the program's; instead of one that is cut, its parts, in order
  std::vector<std::uint32_t> named;           ///< named_shared(), of these
};

/// `source`: the text of the kernel's file, `file` its number in the module.
///
/// Rule    An array is cut where the source makes all pointers to it that the kernel uses, and changes none (CutNames);
///         where what the first block stores by one of them lies behind all that it stores by the one before; where it
///         loads by each of them; and where what it loads by one is of the next by a quarter at most. Then a part ends
///         where the next begins, and whoever goes on is out of bounds. Whoever means to go from one part into another
///         does so everywhere, or does not load by both names.
/// Limits  Nothing is cut where data decide what the kernel asks for, as the first block is run ahead for that; nor
///         where there would be more than 8 arrays.
[[nodiscard]] SharedArrays shared_arrays_of(const ptx::Module& module, const lockstep::Program& program,
                                            const lockstep::Launch& launch, const lockstep::Allocations& allocations,
                                            std::string_view source, std::uint32_t file);

}  // namespace gemmscope::runtime
