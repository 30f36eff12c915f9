// SPDX-License-Identifier: MIT
// Settings of numbers that a text's comments name.
#include "tracing/cxx/presets.h"

#include <gtest/gtest.h>

namespace gemmscope::cxx {
namespace {

std::string presets(std::string_view text) {
  const auto found = presets_of(text);
  if (!found) return "error: " + found.error().message;
  std::string all;
  for (const Preset& preset : *found) {
    all += preset.name + ":";
    for (const format::Parameter& number : preset.numbers) all += " " + number.name + "=" + number.value;
    all += ";";
  }
  return all;
}

TEST(Presets, AreCommentsThatSayPreset) {
  EXPECT_EQ(presets("int a;  // gemmscope: preset small: BM = 64, PAD=-1\n// gemmscope:preset  big :BM=0x80\n"),
            "small: BM=64 PAD=-1;big: BM=128;");
  EXPECT_EQ(presets("// gemmscope: block tile 64 x 64\n// preset other: BM = 1\n// gemmscope: As[8][132] = A^T\n"), "");
}

TEST(Presets, ThatAreWrittenOtherwiseAreNamedByTheirLine) {
  for (const char* wrong : {"preset", "preset small", "preset small BM = 1", "preset small:", "preset small: BM",
                            "preset small: BM = ", "preset small: BM = N", "preset small: BM = 1,",
                            "preset small: BM = 1 BN = 2", "preset 3: BM = 1"})
    EXPECT_EQ(presets("\n\n// gemmscope: " + std::string(wrong) + "\n"),
              "error: line 3: write a preset as in 'preset small: BM = 64, BN = 64'")
        << wrong;
  EXPECT_EQ(presets("// gemmscope: preset a: X = 1\n// gemmscope: preset a: X = 2\n"),
            "error: line 2: there is a preset a already");
}

TEST(Presets, AreFoundByTheirName) {
  const std::string text = "// gemmscope: preset a: X = 1\n// gemmscope: preset b: X = 2\n";
  const auto b = preset_named(text, "b", "my.cu");
  ASSERT_TRUE(b);
  EXPECT_EQ(*b, (std::vector<format::Parameter>{{"X", "2"}}));
  EXPECT_EQ(preset_named(text, "c", "my.cu").error().message, "my.cu has no preset c; it has a, b");
  EXPECT_EQ(preset_named("", "c", "my.cu").error().message, "my.cu has no preset c; it has none");
  EXPECT_EQ(preset_named("// gemmscope: preset", "c", "my.cu").error().message.substr(0, 14), "my.cu, line 1:");
}

}  // namespace
}  // namespace gemmscope::cxx
