// SPDX-License-Identifier: MIT
/// @file program.h
/// What the program has registered with the CUDA runtime, and what it has asked of the device's memory.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "tracing/preload/real.h"
#include "tracing/preload/turns.h"
#include "tracing/rewrite/rewrite.h"
#include "tracing/rewrite/sites.h"
#include "tracing/runtime/fat_binary.h"
#include "tracing/runtime/modules.h"
#include "tracing/runtime/wish.h"

namespace gemmscope::preload {

/// One PTX text of a fat binary: the driver takes the newest that its GPU can run.
struct Image {
  unsigned architecture = 0;
  runtime::Module module;  ///< `variables`: where they are on the device, once that is known
  rewrite::Rewritten rewritten;
};

/// A variable of the program on the device.
struct Variable {
  const void* shadow = nullptr;  ///< the host's, by which the runtime knows it
  std::string name;
  bool is_managed = false;  ///< the shadow is a pointer to it
};

/// A fat binary, and what was registered with it.
struct LoadedModule {
  void** handle = nullptr;            ///< null: no longer registered
  std::vector<std::byte> fat_binary;  ///< with rewritten PTX; empty: the program's own is in use
  std::string trouble;                ///< why none of its kernels can be recorded
  std::deque<Image> images;
  std::deque<Variable> variables;
  std::deque<char> shadows;   ///< of variables and twins that we have registered
  bool knows_places = false;  ///< variables are among the allocations

  std::uint64_t control_bytes() const;
  /// The one that a driver takes for a GPU of this architecture; null: none.
  Image* image_for(unsigned architecture);
};

struct LoadedKernel {
  LoadedModule* module = nullptr;
  runtime::Kernel kernel;  ///< of the image that runs
  std::string twin_name;
  const char* twin = nullptr;  ///< the twin's stub; null: it has none
};

struct Graph;

/// All that is known of the process's program. Its users lock it.
struct Program {
  std::mutex mutex;
  Turns turns;  ///< of threads that use its memory; a launch that is recorded is alone. Taken behind `mutex`
  std::deque<LoadedModule> modules;
  std::unordered_map<const void*, LoadedKernel> kernels;  ///< by stub
  std::unordered_map<const void*, const void*> stubs;     ///< by cudaKernel_t
  std::unordered_map<cudaGraphExec_t, std::shared_ptr<Graph>> graphs;
  std::set<cudaStream_t> captured;  ///< in which a capture has begun
  std::optional<int> first_gpu{};   ///< whose kernels are recorded
  std::set<int> gpus;               ///< on which it has something
  lockstep::Allocations allocations;
  runtime::Wish wish = runtime::wish_of_environment(runtime::kGpuFolderVariable);
  /// What is wished for is timed, not recorded: once, or for as long as the process lives. No kernel has a twin then.
  enum class Measures : std::uint8_t { kNo, kOnce, kOn } measures = measures_of_environment();

  static Measures measures_of_environment();

  LoadedModule* module_of(void** handle);
  /// The kernel of a stub or a cudaKernel_t; null: the program has not registered it.
  LoadedKernel* kernel_of(const void* kernel);
};

/// The one of this process; never destroyed, because programs call the API until their very end.
Program& program();

/// Gives the module twins, and says what the runtime is to be given instead of the fat binary. Null: the same.
const std::byte* rewrite_module(LoadedModule& module, const runtime::FatBinaryWrapper& given);

/// Finds the kernel in the PTX that runs on this device and decodes it, once. Errors: why it cannot be recorded.
Result<void> decode(LoadedKernel& kernel, unsigned architecture);

}  // namespace gemmscope::preload
