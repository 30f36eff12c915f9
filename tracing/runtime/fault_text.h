// SPDX-License-Identifier: MIT
/// @file fault_text.h
/// A fault of a kernel as a sentence.
#pragma once

#include <string>

#include "tracing/lockstep/launch.h"
#include "tracing/ptx/module.h"

namespace gemmscope::runtime {

/// Of a function that was inlined, its line and the one that calls it: "tile.cuh:9: called in tiled.cu:12: in block
/// ...". "tiled.cu:12: in block 3,0,0 thread 37,0,0 loads 4 bytes behind the end of allocation 2 (400 bytes), at byte
/// 416"
[[nodiscard]] std::string text_of(const lockstep::Fault& fault, const lockstep::Program& program,
                                  const lockstep::Launch& launch, const lockstep::Allocations& allocations,
                                  const ptx::Module& module);

}  // namespace gemmscope::runtime
