// SPDX-License-Identifier: MIT
/// @file words.h
/// The numbers that NVIDIA's header gives cuRAND's words. tests/runtime holds them against it.
#pragma once

namespace gemmscope::runtime::curand {

enum class Status : int {
  kSuccess = 0,
  kNotInitialized = 101,
  kTypeError = 103,
  kOutOfRange = 104,
  kLengthNotMultiple = 105,
  kLaunchFailure = 201,
};

/// curandRngType: pseudorandom ones from the first to the second, quasirandom ones from the third to the fourth.
inline constexpr int kFirstPseudo = 100, kLastPseudo = 161, kFirstQuasi = 200, kLastQuasi = 204;

}  // namespace gemmscope::runtime::curand
