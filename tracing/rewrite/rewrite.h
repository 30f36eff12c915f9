// SPDX-License-Identifier: MIT
/// @file rewrite.h
/// Gives each kernel of a module a twin that records: whenever a warp comes to a site, it writes down which, with which
/// lanes, and their addresses.
///
/// Kernels stay as nvcc wrote them; a twin is a copy of one's text behind all functions, with text added at the sites.
/// Both are of one module, so they share its variables, and a program launches one or the other.
///
/// A kernel's twin calls twins of its own of the functions that the kernel calls. Pointers to functions stay what they
/// are, in registers and in memory: a twin compares one with those of all functions that it may name, and calls the
/// twin.
///
/// A warp's records follow each other in the order in which it ran. It counts them in shared memory, 128 bytes a block;
/// where a kernel has not that much left of 48 KiB, or calls functions, in Control::counts. Up to 8 registers more are
/// live throughout.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tracing/format/result.h"
#include "tracing/ptx/module.h"
#include "tracing/rewrite/control.h"

namespace gemmscope::rewrite {

struct Rewritten {
  std::string text;
  std::vector<std::string> kernels;  ///< that have a twin: those for which sites_of() has an answer
  std::uint64_t control_bytes = 0;   ///< of the variable kControl; 0: there is no twin
};

/// `counts_in_shared`: where there is room.
[[nodiscard]] Rewritten rewritten(const ptx::Module& module, bool counts_in_shared = true);

/// Whether a driver compiles PTX of that target for a GPU of that architecture, 90 of 9.0: sm_90 for it and all that
/// are newer, sm_90a for it alone, sm_100f for its family, 10.0 and newer of 10.
[[nodiscard]] bool runs_on(std::string_view target, unsigned architecture);

}  // namespace gemmscope::rewrite
