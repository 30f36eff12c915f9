// SPDX-License-Identifier: MIT
// Writing a kernel over the access policies costs nothing: its plain build is, byte for byte, the hand-written kernel.
#include <gtest/gtest.h>

#include "tests/machine_code/disassembly.h"

namespace gemmscope::machine_code {
namespace {

class WarpTileMachineCode : public testing::TestWithParam<Target> {};

TEST_P(WarpTileMachineCode, IsThatOfTheHandWrittenKernel) {
  const auto [architecture, pad] = GetParam();
  const auto plain = disassembly("plain", architecture, pad), raw = disassembly("raw", architecture, pad);
  ASSERT_GT(plain.size(), 2000u);  // 2048 multiply-adds, at the least
  for (std::size_t i = 0; i < std::min(plain.size(), raw.size()); ++i)
    ASSERT_TRUE(plain[i] == raw[i]) << "instruction " << i << " of " << plain.size() << " and " << raw.size()
                                    << "\n  plain: " << plain[i].text << "  " << plain[i].encoding << "  (line "
                                    << plain[i].line << ")\n  raw:   " << raw[i].text << "  " << raw[i].encoding
                                    << "  (line " << raw[i].line << ")";
  EXPECT_EQ(plain.size(), raw.size());
}

TEST(MachineCode, OfTwoLayoutsDiffers) {  // or the test above would compare nothing
  EXPECT_FALSE(disassembly("plain", 90, 0) == disassembly("plain", 90, 4));
  EXPECT_FALSE(disassembly("raw", 75, 0) == disassembly("raw", 80, 0));
}

INSTANTIATE_TEST_SUITE_P(, WarpTileMachineCode, testing::ValuesIn(kTargets),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace
}  // namespace gemmscope::machine_code
