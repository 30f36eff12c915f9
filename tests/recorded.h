// SPDX-License-Identifier: MIT
/// @file recorded.h
/// Recordings by the emulator, and the kernels that tests go through.
#pragma once

#include <gtest/gtest.h>

#include "kernels/table.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::testing {

/// Fails the test if it cannot be recorded.
inline format::Recording recorded(const record::RecordRequest& request) {
  auto recording = simt::record(request);
  EXPECT_TRUE(recording) << (recording ? "" : recording.error().message);
  return std::move(recording).value_or(format::Recording{});
}

/// The correct ones, as all_kernels() has them.
inline std::vector<const kernels::KernelInfo*> every_kernel() {
  std::vector<const kernels::KernelInfo*> kernels;
  for (const kernels::KernelInfo& kernel : kernels::all_kernels()) kernels.push_back(&kernel);
  return kernels;
}
/// The name of a test of one of them.
inline std::string name_of_kernel(const ::testing::TestParamInfo<const kernels::KernelInfo*>& kernel) {
  return std::string(kernel.param->name);
}

}  // namespace gemmscope::testing
