// SPDX-License-Identifier: MIT
/// @file variables.h
/// Variables of the environment, by which `gemmscope run` tells the program that it starts what to record.
#pragma once

namespace gemmscope::runtime {

inline constexpr char kFolderVariable[] = "GEMMSCOPE_RECORD_TO";      ///< a folder; none: nothing is recorded
inline constexpr char kKernelVariable[] = "GEMMSCOPE_RECORD_KERNEL";  ///< a regular expression (ECMAScript)
inline constexpr char kLaunchVariable[] = "GEMMSCOPE_RECORD_LAUNCH";  ///< the n-th launch of each kernel, from 1
inline constexpr char kAddressesVariable[] = "GEMMSCOPE_RECORD_ADDRESSES_ONLY";  ///< 1: results are left out

}  // namespace gemmscope::runtime
