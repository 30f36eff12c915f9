// SPDX-License-Identifier: MIT
// What the model says of each statement is what its text says, in all files that nvcc wrote.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/ptx/source.h"
#include "tests/ptx/written.h"

namespace gemmscope::ptx::testing {
namespace {

class File : public ::testing::TestWithParam<std::filesystem::path> {
 protected:
  const Module module = read_or_fail(contents(GetParam()));
};

TEST_P(File, StatementsFollowEachOtherWithoutOverlap) {
  ASSERT_FALSE(module.functions.empty());
  for (const Function& function : module.functions) {
    std::uint32_t at = function.body.begin;
    for (const Statement& statement : function.code) {
      EXPECT_LE(at, statement.span.begin);
      const std::string_view between = module.text({at, statement.span.begin});
      EXPECT_EQ(std::count(between.begin(), between.end(), '@'), 0) << between;
      at = statement.span.end;
      EXPECT_EQ(module.text()[at - 1], ';');
    }
    if (function.is_defined) {
      EXPECT_LE(at, function.body.end);
      EXPECT_EQ(module.text()[function.body.begin - 1], '{');
      EXPECT_EQ(module.text()[function.body.end], '}');
    }
  }
}

TEST_P(File, OperandsAreWhatIsWritten) {
  for (const Function& function : module.functions) {
    for (const Statement& statement : function.code) {
      std::string text;
      if (statement.predicate != kNoIndex)
        text = std::string("@") + (statement.predicate_negated ? "!" : "") +
               function.registers[statement.predicate].name();
      text += std::string(statement.opcode) + written(module, function, statement) + ";";
      EXPECT_EQ(text, squeezed(module.text(statement.span)));
      std::string opcode(statement.base);
      for (const auto modifier : function.modifiers_of(statement)) opcode += "." + std::string(modifier);
      EXPECT_EQ(opcode, statement.opcode);
    }
  }
}

TEST_P(File, OfATextThatIsCutAnywhereIsReadOrRefusedWithALine) {
  const std::string text = contents(GetParam());
  for (std::size_t length = 0; length < text.size(); length += 61) {
    const auto part = read(text.substr(0, length));
    EXPECT_TRUE(part || part.error().message.starts_with("line ")) << part.error().message;
  }
}

INSTANTIATE_TEST_SUITE_P(Data, File, ::testing::ValuesIn(ptx_files()),
                         [](const auto& of) { return of.param.stem().string(); });

}  // namespace
}  // namespace gemmscope::ptx::testing
