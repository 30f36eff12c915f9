// SPDX-License-Identifier: MIT
/// @file interpreted.h
/// A kernel of the ladder, compiled to PTX as plain CUDA, run and recorded as `gemmscope run` runs and records a
/// program's.
#pragma once

#include <map>

#include "kernels/reference.h"
#include "tests/ladder_ptx/entries.h"
#include "tracing/record/plan.h"
#include "tracing/runtime/modules.h"

namespace gemmscope::ladder {

/// The PTX files of the build, each read once, each kernel decoded once.
class Modules {
 public:
  /// Null: the file has no such kernel. Fails the program if it cannot be read or run.
  const runtime::Kernel* find(const Entry& entry);

 private:
  std::map<std::string, runtime::Module> modules_;
  std::map<std::string, runtime::Kernel> kernels_;
};

/// The whole launch. `data`: C is replaced by the result.
/// Errors: as run_recorded, or what the kernel did wrong.
[[nodiscard]] Result<format::Recording> interpret(const runtime::Kernel& kernel, const Entry& entry,
                                                  const record::Plan& plan, kernels::GemmData& data);

}  // namespace gemmscope::ladder
