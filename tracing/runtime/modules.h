// SPDX-License-Identifier: MIT
/// @file modules.h
/// What a program brings with it: its PTX, its kernels, its variables on the device.
///
/// nvcc's host code registers all of them before main() runs. A fat binary is read when the first of its kernels or
/// variables is asked for, a kernel decoded at its first launch: libraries bring hundreds that are never used.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "tracing/format/result.h"
#include "tracing/lockstep/program.h"
#include "tracing/ptx/module.h"
#include "tracing/runtime/memory.h"

namespace gemmscope::runtime {

/// What nvcc's host code registers as one: a fat binary, or those that were linked (nvcc -rdc=true).
struct Module {
  std::vector<const std::byte*> fat_binaries;  ///< one; of files that were compiled separately, one each
  std::optional<Result<ptx::Module>> ptx;      ///< empty: not read yet
  std::vector<std::uint64_t> variables;        ///< host's address of each of ptx's; 0: it is in no global memory
};

class KernelText;

/// A __global__ function.
struct Kernel {
  Module* module = nullptr;
  std::string name;                                  ///< mangled
  const ptx::Function* function = nullptr;           ///< once it is decoded
  std::optional<Result<lockstep::Program>> program;  ///< empty: not decoded yet
  const void* stub = nullptr;                        ///< by which programs name it
  unsigned launches = 0;                             ///< so far
  unsigned later_looks = 0;  ///< so many of the next ones are to be looked at, although they are not recorded
  std::uint32_t most_dynamic_shared = 48 * 1024;     ///< bytes; more if the program asks (cudaFuncSetAttribute)
  mutable std::shared_ptr<const KernelText> text{};  ///< once it is read: text_of(kernel)
};

/// A variable on the device, as the host names it.
struct Symbol {
  Module* module = nullptr;
  std::string name;
};

/// Where a variable is.
struct Place {
  std::byte* begin = nullptr;
  std::uint64_t bytes = 0;
};

class Modules {
 public:
  explicit Modules(Memory& memory) : memory_(memory) {}

  /// The fat binaries must stay where they are. They are not read here.
  Module* add(std::vector<const std::byte*> fat_binaries);
  /// `stub`: the address of the host's function of that name, by which programs name the kernel.
  void add_kernel(Module* module, const void* stub, std::string name);
  void add_symbol(Module* module, const void* shadow, std::string name);

  /// Null: nothing was registered at that address.
  [[nodiscard]] Kernel* kernel(const void* stub);
  /// Decodes `kernel` if it is not.
  ///
  /// Errors  kUsage: no PTX to be had, or a statement that cannot be run; says what to do.
  [[nodiscard]] Result<const lockstep::Program*> program(Kernel& kernel);
  /// The place of the variable whose shadow in the host is at that address; nothing where there is none.
  [[nodiscard]] Result<std::optional<Place>> place(const void* shadow);

 private:
  Result<const ptx::Module*> read(Module& module);

  Memory& memory_;
  std::deque<Module> modules_;  // never moved: handles point to them
  std::unordered_map<const void*, Kernel> kernels_;
  std::unordered_map<const void*, Symbol> symbols_;
};

}  // namespace gemmscope::runtime
