// SPDX-License-Identifier: MIT
/// @file fault_text.h
/// A fault of a kernel as a sentence.
#pragma once

#include <string>
#include <vector>

#include "tracing/runtime/fault_place.h"

namespace gemmscope::runtime {

/// "tiled.cu:12: in block (3,0,0) thread (37,0,0) loads 4 bytes beyond the end of in (400 bytes), at byte 416"; an
/// allocation without a name is `allocation 2`. Of a function that was inlined, its line and the one that calls it:
/// "tile.cuh:9: called in tiled.cu:12: in block ...".
[[nodiscard]] std::string text_of(const lockstep::Fault& fault, const FaultScene& scene);

/// The same without its place: what the thread does, and why that is so.
struct FaultParts {
  std::string does;     ///< "loads 4 bytes beyond the end of in (400 bytes), at byte 416"
  std::string cause{};  ///< empty: not known
};
[[nodiscard]] FaultParts parts_of(const lockstep::Fault& fault, const FaultScene& scene);

/// "tile.cuh:9", "tiled.cu:12": its line, and the lines of the calls that lead there, outward to the kernel.
[[nodiscard]] std::vector<std::string> places_of(const lockstep::Fault& fault, const FaultScene& scene);

/// Whether both are one mistake in one line, which nvcc has made several instructions of: they differ only in thread
/// and address.
[[nodiscard]] bool tell_the_same(const lockstep::Fault& a, const lockstep::Fault& b, const FaultScene& scene);

}  // namespace gemmscope::runtime
