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
#include "tracing/runtime/emulated_device.h"
#include "tracing/runtime/hazards.h"
#include "tracing/runtime/later_reads.h"
#include "tracing/runtime/memory.h"
#include "tracing/runtime/modules.h"
#include "tracing/runtime/wish.h"

namespace gemmscope::runtime {

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

/// Knows whether the calling thread holds it.
class RuntimeMutex {
 public:
  void lock() { mutex_.lock(), mine_ = true; }
  bool try_lock() { return mutex_.try_lock() && (mine_ = true); }
  void unlock() { mine_ = false, mutex_.unlock(); }
  static bool is_mine() { return mine_; }

 private:
  std::mutex mutex_;
  static thread_local bool mine_;
};

struct Runtime {
  RuntimeMutex mutex;  ///< must be held to use the rest
  Memory memory;
  Modules modules{memory};
  Wish wish = wish_of_environment();
  Hazards hazards{wish.folder, memory};
  std::string why{};                        ///< the call that runs fails; empty: there is no more to say
  StreamId stream = Order::kLegacy;         ///< of the work that is done now
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
  /// Makes the heap, if there is none. False: there is no memory for it.
  [[nodiscard]] bool has_heap();
  /// The same end for whatever else is not supported.
  [[noreturn]] void refuse(const Error& error);
  /// If the launch waits for memory that the host may change meanwhile, the program ends here.
  void refuse_wait_for_host(const std::vector<lockstep::Fault>& faults, const Kernel& kernel,
                            const lockstep::Launch& launch);
  /// Reports on standard error what has ended the launch, and in one line the other faults in it.
  void tell(const std::vector<lockstep::Fault>& faults, const Kernel& kernel, const lockstep::Launch& launch);
  void tell(const LaterReads& reads, Kernel& kernel, const lockstep::Launch& launch);
};

/// The one of this process; never destroyed, because programs call the API until their very end.
Runtime& runtime();

}  // namespace gemmscope::runtime
