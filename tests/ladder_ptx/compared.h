// SPDX-License-Identifier: MIT
/// @file compared.h
/// Two recordings of one launch, made from different builds of a kernel's text.
#pragma once

#include <string>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::ladder {

/// The names of the sites of `a` whose figures `b` has not: requests, wavefronts by every rule, sectors, lines of 128
/// bytes, digest of the addresses. A site is a line, a direction and a width; one that only `b` has is called by its
/// line.
[[nodiscard]] std::vector<std::string> differing_sites(const format::Recording& a, const format::Recording& b);

/// Where a warp's requests are first not the same ones in the same order; empty: nowhere.
[[nodiscard]] std::string other_requests(const format::Recording& a, const format::Recording& b);

/// Where lanes, between two barriers, first do not move all the bytes in `b` that they move in `a`, or store others,
/// however wide their accesses are and in whatever order they make them; empty: nowhere. They may load more: nvcc
/// widens loads. Every matrix must be touched in both.
[[nodiscard]] std::string lost_bytes(const format::Recording& a, const format::Recording& b);

}  // namespace gemmscope::ladder
