// SPDX-License-Identifier: MIT
/// @file bodies.h
/// The kernels compiled for the emulator.
#pragma once

#include "tracing/simt/bound_body.h"

namespace gemmscope::simt {

/// The traced or the plain build of a variant with a preset's tile sizes; every one of the table has both.
Bind compiled_in(const kernels::Variant& variant, bool traced);

/// Of the kernel whose builds (kernels/builds.h) these are; instantiated in a file of its own for each kernel.
template <class Builds>
BoundBody bind_traced(const kernels::GemmArguments& arguments, bool edges);
template <class Builds>
BoundBody bind_plain(const kernels::GemmArguments& arguments, bool edges);

}  // namespace gemmscope::simt
