// SPDX-License-Identifier: MIT
// Without a GPU every entry says so in one sentence. Where there is one, this test has nothing to say.
#include <gtest/gtest.h>

#include "tracing/cuda/cublas.h"
#include "tracing/cuda/device.h"

namespace gemmscope::cuda {
namespace {

TEST(WithoutGpu, EachEntrySaysSo) {
  const auto device = find_device();
  if (device) GTEST_SKIP() << "this machine has a GPU";
  const auto cublas = Cublas::open();
  ASSERT_FALSE(cublas);
  for (const Error& error : {device.error(), cublas.error()}) {
    EXPECT_EQ(error.kind, ErrorKind::kNoDevice);
    EXPECT_GT(error.message.size(), 20u);
    EXPECT_EQ(error.message.find('\n'), std::string::npos);
  }
#if !defined(GEMMSCOPE_CUDA)
  EXPECT_NE(device.error().message.find("scripts/run"), std::string::npos) << device.error().message;
#endif
}

}  // namespace
}  // namespace gemmscope::cuda
