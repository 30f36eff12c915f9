// SPDX-License-Identifier: MIT
/// @file emulated_device.h
/// What the emulated device has room for.
#pragma once

#include <array>
#include <cstdint>

#include "tracing/lockstep/launch.h"

namespace gemmscope::runtime {

/// What the emulated device says of itself, and what it holds programs to: NVIDIA's of compute capability 8.0, the
/// newest whose instructions the interpreter has. Source: CUDA C++ Programming Guide, "Technical Specifications per
/// Compute Capability".
inline constexpr char kDeviceName[] = "gemmscope emulator (no GPU)";
inline constexpr int kMajor = 8, kMinor = 0;
inline constexpr int kMultiprocessors = 108;         ///< of an A100
inline constexpr std::uint32_t kMostThreads = 1024;  ///< of a block
inline constexpr std::uint32_t kMostThreadsOfSm = 2048, kMostBlocksOfSm = 32;
inline constexpr std::uint32_t kMostShared = 48 * 1024;  ///< bytes of a block that does not ask for more
inline constexpr std::uint32_t kMostSharedIfAsked = 163 * 1024;
inline constexpr std::uint32_t kSharedOfSm = 164 * 1024;
inline constexpr std::uint32_t kReservedShared = 1024;                            ///< of each block, for the system
inline constexpr std::uint32_t kStackBytes = 1024, kMostStackBytes = 512 * 1024;  ///< of a thread
inline constexpr std::uint64_t kHeapBytes = 8u << 20;                             ///< for malloc in kernels
inline constexpr std::array<std::uint32_t, 3> kMostBlock{1024, 1024, 64}, kMostGrid{0x7fffffff, 65535, 65535};

/// How many blocks an SM has room for: by threads, blocks and shared memory. Registers are ptxas's, and not known here.
[[nodiscard]] std::uint64_t resident_blocks(const lockstep::Program& program, std::uint32_t threads,
                                            std::uint64_t dynamic_shared);

/// And the whole device; at least one.
[[nodiscard]] std::uint64_t room_for_blocks(const lockstep::Program& program, const lockstep::Launch& launch);

}  // namespace gemmscope::runtime
