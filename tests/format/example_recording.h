// SPDX-License-Identifier: MIT
/// @file example_recording.h
/// Recordings made by hand, for tests that need one and not the kernel behind it.
#pragma once

#include <cstdint>

#include "tracing/format/recording.h"

namespace gemmscope::format::testing {

/// As files have them: 2 x 2 blocks of 2 warps over 3 k-tiles of a made-up kernel on 14 x 14 x 12 elements. The four
/// blocks have two patterns, the tiles As (transposed, padded, swizzled) and Bs; at the edges only some lanes take
/// part, and warp 1 of an edge block stores nothing.
Recording example_recording();

/// The same, but that template 0 ends with bulk copies from A to As: five pieces of lane 31, in two pairs of rows,
/// three and two, and one piece of lane 0.
Recording bulk_recording();

/// One block whose `requests` requests to `bytes` bytes of A have nothing in common: the worst case of the coding.
Recording irregular_recording(std::uint32_t requests, std::uint32_t bytes);

/// What warp_tile with square block tiles looks like on square matrices. 4096: 1024 blocks share one pattern of 2052
/// segments; 130 million requests. Sizes that do not divide have four patterns.
Recording large_recording(std::uint32_t size = 4096, std::uint32_t tile = 128);

/// The recording tests/data/recorded/async_copy.gst of a program, its 12 blocks numbered as in a grid of 2 x 3 x 2.
Recording recording_with_z();

}  // namespace gemmscope::format::testing
