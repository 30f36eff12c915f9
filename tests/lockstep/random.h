// SPDX-License-Identifier: MIT
/// @file random.h
/// The same random numbers in every run.
#pragma once

#include <cstdint>
#include <random>

namespace gemmscope::lockstep::testing {

/// 0 to n - 1, near enough to equally often.
inline std::uint32_t below(std::mt19937& random, std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); }

}  // namespace gemmscope::lockstep::testing
