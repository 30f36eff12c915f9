// SPDX-License-Identifier: MIT
// To which array in shared memory a request is, where its lanes go to several.
#include "tests/runtime/one_warp.h"

namespace gemmscope::runtime {
namespace {

/// The arrays that a warp loads from with these instructions; t lies behind s, and %r5 is the lane's cell of t.
std::vector<std::string> loaded(const std::string& declared, const std::string& load) {
  OneWarp warp = OneWarp::of(declared +
                             "  mov.u32 %r3, s;\n  mov.u32 %r4, t;\n  cvt.u32.u64 %r6, %rd1;\n"
                             "  add.u32 %r5, %r4, %r6;\n  add.u32 %r7, %r3, %r6;\n  st.shared.u32 [%r5], %r1;\n"
                             "  setp.lt.u32 %p1, %r1, 16;\n" +
                             load);
  const auto done = warp.run({nullptr, nullptr});
  EXPECT_TRUE(done.recording) << done.recording.error().message;
  std::vector<std::string> arrays;
  if (!done.recording) return arrays;
  for (const format::Site& site : done.recording->sites)
    if (site.op == format::Op::kLoad) arrays.push_back(done.recording->tensors[site.tensor].name);
  return arrays;
}

using Names = std::vector<std::string>;
const std::string kTwo = "  .shared .align 4 .b32 s[32];\n  .shared .align 4 .b32 t[32];\n";

TEST(NamedShared, IsTheOneThatTheCodeNamesWhereverTheFirstLaneGoes) {
  EXPECT_EQ(loaded(kTwo, "  ld.shared.u32 %r8, [%r5+-4];\n"), Names{"t"});
  EXPECT_EQ(loaded(kTwo, "  ld.shared.u32 %r8, [%r7+80];\n"), Names{"s"});  // most of its lanes go to t
}

TEST(NamedShared, IsTheFirstLanesWhereLanesChoose) {
  EXPECT_EQ(loaded(kTwo, "  selp.b32 %r9, %r5, %r7, %p1;\n  ld.shared.u32 %r8, [%r9];\n"), Names{"t"});
  EXPECT_EQ(loaded(kTwo, "  selp.b32 %r9, %r7, %r5, %p1;\n  ld.shared.u32 %r8, [%r9];\n"), Names{"s"});
}

}  // namespace
}  // namespace gemmscope::runtime
