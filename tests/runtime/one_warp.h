// SPDX-License-Identifier: MIT
/// @file one_warp.h
/// Kernels of a few instructions, launched and recorded as a program's are.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tracing/lockstep/decode.h"
#include "tracing/ptx/read.h"
#include "tracing/runtime/launch_fault.h"
#include "tracing/runtime/memory.h"
#include "tracing/runtime/recorded_launch.h"
#include "tracing/runtime/wish.h"

namespace gemmscope::runtime {

/// A kernel of one warp for each block, called with addresses, and the memory that it works in.
class OneWarp {
 public:
  explicit OneWarp(const std::string& text) {
    module_.ptx = ptx::read(text);
    kernel_.module = &module_;
    kernel_.function = &*std::ranges::find_if((*module_.ptx)->functions, &ptx::Function::is_entry);
    kernel_.name = kernel_.function->name;
    kernel_.program = lockstep::decode(**module_.ptx, *kernel_.function, module_.variables);
    EXPECT_TRUE(*kernel_.program) << kernel_.program->error().message;
    launch.block = {lockstep::kLanes, 1, 1};
  }
  /// `body`: it finds 4 * the lane in %rd1, 128 * the block more in %rd4, and the arguments in %rd2 and %rd3.
  static OneWarp of(const std::string& body) {
    return OneWarp(R"(.version 9.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b) {
  .reg .b32 %r<20>;
  .reg .b16 %h<20>;
  .reg .pred %p<4>;
  .reg .b64 %rd<20>;
  ld.param.u64 %rd2, [a];
  ld.param.u64 %rd3, [b];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd1, %r1, 4;
  mov.u32 %r2, %ctaid.x;
  mul.wide.u32 %rd4, %r2, 128;
  add.u64 %rd4, %rd4, %rd1;
)" + body + "  ret;\n}\n");
  }

  RecordedLaunch run(const std::vector<const std::byte*>& addresses, Results results = Results::kRight,
                     unsigned threads = 1) {
    pass(addresses);
    return run_recorded(kernel_, launch, selection.value_or(Wish().part_of(launch)), memory, results, threads);
  }
  std::vector<lockstep::Fault> run_only(const std::vector<const std::byte*>& addresses, unsigned threads) {
    pass(addresses);
    return run_grid(**kernel_.program, launch, memory.allocations(), threads);
  }
  std::vector<format::UnwrittenRead> found(const std::vector<const std::byte*>& addresses,
                                           Results results = Results::kRight, unsigned threads = 1) {
    const auto done = run(addresses, results, threads);
    EXPECT_TRUE(done.recording) << done.recording.error().message;
    return done.recording->unwritten.value();
  }
  std::string text(const lockstep::Fault& fault) const {
    return text_of(fault, {**kernel_.program, launch, memory.allocations(), **module_.ptx});
  }
  /// With everything that is known about the kernel.
  std::string whole_text(const lockstep::Fault& fault) const {
    return text_of(fault, FaultTeller(kernel_, launch, memory.allocations()).scene());
  }
  std::byte* words(std::uint64_t count) { return memory.allocate(4 * count, true); }

  Memory memory;
  lockstep::Launch launch;
  std::optional<format::Selection> selection;  ///< nothing: all

 private:
  void pass(const std::vector<const std::byte*>& addresses) {
    launch.arguments.clear();
    for (const std::byte* const address : addresses) {
      const auto bytes = std::as_bytes(std::span(&address, 1));
      launch.arguments.insert(launch.arguments.end(), bytes.begin(), bytes.end());
    }
  }

  Module module_;
  Kernel kernel_;
};

}  // namespace gemmscope::runtime
