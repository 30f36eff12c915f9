// SPDX-License-Identifier: MIT
// What the nvcc of this machine writes for each architecture is read, and nothing of it is lost.
#include <cstdlib>
#include <map>
#include <regex>

#include <gtest/gtest.h>

#include "tests/ptx/source.h"
#include "tests/ptx/written.h"

namespace gemmscope::ptx::testing {
namespace {

const std::filesystem::path kSource = GEMMSCOPE_SOURCE_DIR;

std::string output_of(const std::string& command) {
  std::string output;
  if (FILE* pipe = popen(command.c_str(), "r")) {
    char piece[4096];
    for (std::size_t size; (size = fread(piece, 1, sizeof piece, pipe)) > 0;) output.append(piece, size);
    if (pclose(pipe) != 0) output.clear();
  }
  return output;
}

/// How often each opcode stands in the text: words at the begin of a line, or behind a predicate, a brace, a semicolon
/// or a label in it, without looking at anything else.
std::map<std::string, int> opcodes_by_pattern(const std::string& text) {
  static const std::regex comment("//[^\n]*"),
      statement(R"((?:^|[;{}:\n])\s*(?:@!?[%\w]+\s+)?([a-z][a-z0-9_]*(?:\.[\w:]+)*)(?=[\s;]))");
  const std::string plain = std::regex_replace(text, comment, "");
  std::map<std::string, int> counts;
  for (std::sregex_iterator match(plain.begin(), plain.end(), statement), end; match != end; ++match)
    ++counts[(*match)[1]];
  return counts;
}

class Nvcc : public ::testing::TestWithParam<const char*> {};

TEST_P(Nvcc, WritesWhatIsRead) {
  std::string nvcc = output_of("'" + (kSource / "scripts/find_nvcc").string() + "' 2>/dev/null");
  while (nvcc.ends_with('\n')) nvcc.pop_back();
  if (nvcc.empty()) GTEST_SKIP() << "no nvcc here";
  const std::string arch = GetParam();
  const std::string text = output_of("'" + nvcc + "' -ptx -lineinfo -std=c++17 -arch=sm_" + arch + " '" +
                                     (kSource / "tests/data/ptx/instructions.cu").string() + "' -o - 2>/dev/null");
  if (text.empty()) GTEST_SKIP() << "this nvcc does not know sm_" << arch;

  const Module module = read_or_fail(text);
  EXPECT_EQ(module.target, "sm_" + arch);
  std::map<std::string, int> counts;
  for (const Function& function : module.functions) {
    for (const Statement& statement : function.code) {
      ++counts[std::string(statement.opcode)];
      EXPECT_NE(squeezed(module.text(statement.span))
                    .find(std::string(statement.opcode) + written(module, function, statement)),
                std::string::npos)
          << module.text(statement.span);
      EXPECT_NE(statement.location, kNoIndex);
    }
  }
  EXPECT_EQ(counts, opcodes_by_pattern(text));
  EXPECT_EQ(module.functions.size(), std::stoi(arch) >= 90 ? 5u : std::stoi(arch) >= 80 ? 4u : 3u);
}

INSTANTIATE_TEST_SUITE_P(Architectures, Nvcc, ::testing::Values("75", "80", "86", "90", "90a", "100", "120"),
                         [](const auto& of) { return std::string("sm_") + of.param; });

}  // namespace
}  // namespace gemmscope::ptx::testing
