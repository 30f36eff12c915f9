// SPDX-License-Identifier: MIT
/// @file path.h
/// The ways that a warp's lanes are on.
#pragma once

#include "tracing/lockstep/operation.h"

namespace gemmscope::lockstep {

/// Lanes that run together, from instruction `at` to `meets`, where they wait for others.
struct Path {
  Mask lanes;
  std::uint32_t at, meets;
  bool operator==(const Path&) const = default;
};

}  // namespace gemmscope::lockstep
