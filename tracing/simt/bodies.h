// SPDX-License-Identifier: MIT
/// @file bodies.h
/// The kernels compiled for the emulator: a table from variant to function.
#pragma once

#include "kernels/table.h"
#include "tracing/simt/block_runner.h"

namespace gemmscope::simt {

/// One CUDA thread of `variant`'s kernel; its argument points to kernels::GemmArguments. Every variant of the table has
/// one.
BlockRunner::Body find_body(const kernels::Variant& variant, bool traced, bool edges);

/// Of one kernel, each in a file of its own.
BlockRunner::Body warp_tile_body(const kernels::Variant& variant, bool traced, bool edges);

}  // namespace gemmscope::simt
