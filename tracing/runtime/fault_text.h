// SPDX-License-Identifier: MIT
/// @file fault_text.h
/// A fault of a kernel as a sentence.
#pragma once

#include <functional>
#include <string>

#include "tracing/lockstep/launch.h"
#include "tracing/ptx/module.h"

namespace gemmscope::runtime {

/// What the kernel calls an allocation; empty: nothing that is known.
using NameOf = std::function<std::string(const lockstep::Allocation&)>;

/// "tiled.cu:12: in block (3,0,0) thread (37,0,0) loads 4 bytes beyond the end of in (400 bytes), at byte 416"; an
/// allocation without a name is `allocation 2`. Of a function that was inlined, its line and the one that calls it:
/// "tile.cuh:9: called in tiled.cu:12: in block ...".
[[nodiscard]] std::string text_of(const lockstep::Fault& fault, const lockstep::Program& program,
                                  const lockstep::Launch& launch, const lockstep::Allocations& allocations,
                                  const ptx::Module& module, const NameOf& name_of = {});

/// Whether both are one mistake in one line, which nvcc has made several instructions of: they differ only in thread
/// and address.
[[nodiscard]] bool tell_the_same(const lockstep::Fault& a, const lockstep::Fault& b, const lockstep::Program& program,
                                 const lockstep::Allocations& allocations, const ptx::Module& module);

}  // namespace gemmscope::runtime
