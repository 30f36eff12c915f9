// SPDX-License-Identifier: MIT
/// @file replay.h
/// The records of a block's warps, told as the interpreter tells of a block that it runs: up to each barrier warp after
/// warp, then what met there.
#pragma once

#include "tracing/lockstep/launch.h"
#include "tracing/preload/places.h"
#include "tracing/ptx/module.h"
#include "tracing/rewrite/sites.h"

namespace gemmscope::preload {

/// The records of one warp, in the order in which it ran.
using Records = std::span<const rewrite::Record>;

struct Replay {
  const ptx::Module& module;
  const lockstep::Program& program;  ///< of the kernel
  const lockstep::Launch& launch;
  const lockstep::Allocations& allocations;
  const std::vector<rewrite::Site>& sites;
  const Places& places;

  /// Accesses beyond what there is are faults, as are barriers that lanes of one warp reach apart from each other, and
  /// calls by pointers to no function of the module.
  ///
  /// Errors  kBadFile: records that no run of this kernel can have left.
  [[nodiscard]] Result<void> block(std::uint64_t number, std::span<const Records> warps, lockstep::Listener& listener,
                                   std::vector<lockstep::Fault>& faults) const;
};

}  // namespace gemmscope::preload
