// SPDX-License-Identifier: MIT
/// @file runtime.h
/// The emulated device of this process, and what is launched on it.
///
/// A launch is done when its call returns, whatever its stream: that is one of the orders that CUDA allows. Times
/// between events are those that the emulator took.
#pragma once

#include <mutex>
#include <optional>

#include "tracing/lockstep/heap.h"
#include "tracing/lockstep/launch.h"
#include "tracing/runtime/memory.h"
#include "tracing/runtime/modules.h"
#include "tracing/runtime/wish.h"

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

/// How a launch ended.
enum class Outcome : std::uint8_t {
  kDone,
  kBadConfiguration,  ///< too many threads or blocks, or none
  kTooLarge,          ///< a cooperative launch of more blocks than the device has room for
  kBadSharedSize,     ///< more shared memory than the kernel may have
  kBadAddress,        ///< a fault, of which it says more on standard error
  kMisaligned,
  kStackOverflow,
  kAsserted,
  kTrapped,
  kNoEnd,
};

struct Runtime {
  std::mutex mutex;  ///< held by whoever uses the rest
  Memory memory;
  Modules modules{memory};
  Wish wish = wish_of_environment();
  std::uint32_t stack_bytes = kStackBytes;  ///< cudaLimitStackSize
  std::uint64_t heap_bytes = kHeapBytes;    ///< cudaLimitMallocHeapSize
  std::optional<lockstep::Heap> heap;       ///< of the first launch on that may use it
  std::byte* grid_workspace = nullptr;      ///< see lockstep::Launch; of the first cooperative launch on

  /// Runs it to its end. `arguments`: the address of each, in the order of the kernel's parameters.
  ///
  /// A program with a kernel that cannot be run ends here, with a sentence: its results would be wrong.
  /// `cooperative`: its blocks may wait for each other; they must all fit on the device.
  Outcome launch(Kernel& kernel, const std::array<std::uint32_t, 3>& grid, const std::array<std::uint32_t, 3>& block,
                 const void* const* arguments, std::uint64_t dynamic_shared, bool cooperative = false);
  /// Makes the heap, if there is none.
  void need_heap();
  /// The same end for whatever else is not supported.
  [[noreturn]] void refuse(const Error& error);
};

/// How many blocks an SM has room for: by threads, blocks and shared memory. Registers are ptxas's, and not known here.
[[nodiscard]] std::uint64_t resident_blocks(const lockstep::Program& program, std::uint32_t threads,
                                            std::uint64_t dynamic_shared);

/// The one of this process; never destroyed, because programs call the API until their very end.
Runtime& runtime();

}  // namespace gemmscope::runtime
