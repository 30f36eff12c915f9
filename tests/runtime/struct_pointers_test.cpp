// SPDX-License-Identifier: MIT
// Pointers in a struct that is a parameter: PTX has no names of members, so arrays are named by their byte in it.
#include <gtest/gtest.h>

#include "tests/runtime/one_warp.h"

namespace gemmscope::runtime {
namespace {

TEST(StructPointers, AreNamedByTheirByte) {
  OneWarp warp(R"(.version 9.0
.target sm_80
.address_size 64
.visible .entry k(.param .align 8 .b8 p[24], .param .u64 r) {
  .reg .b32 %r<4>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd2, [p];
  ld.param.u64 %rd3, [p+16];
  ld.param.u64 %rd4, [r];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd1, %r1, 4;
  add.u64 %rd2, %rd2, %rd1;
  add.u64 %rd3, %rd3, %rd1;
  add.u64 %rd4, %rd4, %rd1;
  ld.global.u32 %r2, [%rd2];
  ld.global.u32 %r3, [%rd3];
  st.global.u32 [%rd4], %r2;
  ret;
}
)");
  const std::byte *x = warp.words(32), *y = warp.words(32), *r = warp.words(32);
  const auto done = warp.run({x, nullptr, y, r});
  ASSERT_TRUE(done.recording) << done.recording.error().message;
  std::vector<std::string> names;
  for (const format::Tensor& tensor : done.recording->tensors) names.push_back(tensor.name);
  EXPECT_EQ(names, (std::vector<std::string>{"parameter 0+0", "parameter 0+16", "parameter 1"}));
}

}  // namespace
}  // namespace gemmscope::runtime
