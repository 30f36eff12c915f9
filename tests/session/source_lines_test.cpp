// SPDX-License-Identifier: MIT
#include "app/session/source_lines.h"

#include <ctime>

#include <gtest/gtest.h>

namespace gemmscope::session {
namespace {

using NumberedLines = std::vector<std::pair<std::uint32_t, std::string>>;

NumberedLines pairs(const std::vector<SourceLine>& lines) {
  NumberedLines all;
  for (const SourceLine& line : lines) all.emplace_back(line.number, line.text);
  return all;
}

/// A recording of which only the text and the lines of its sites matter.
format::Recording with_text(const std::string& text, const std::vector<std::uint32_t>& lines) {
  format::Recording recording;
  recording.source.text = text;
  for (const std::uint32_t line : lines) recording.sites.push_back({.name = "A_load", .line = line});
  return recording;
}

const char* const kKernel =
    "__global__ void kernel() {\n"
    "    int row = 0;\n"
    "\n"
    "    for (int k = 0; k < K; ++k) {\n"
    "        for (int m = 0; m < TM; ++m)\n"
    "            regM[m] = As[m];\n"
    "        __syncthreads();\n"
    "    }\n"
    "}\n";

TEST(SourceLines, TheWholeSourceIsEveryLineAsItStands) {
  const auto lines = pairs(whole_source(kKernel));
  ASSERT_EQ(lines.size(), 9u);
  EXPECT_EQ(lines[2], std::pair(3u, std::string()));
  EXPECT_EQ(lines[5], std::pair(6u, std::string("            regM[m] = As[m];")));
}

TEST(SourceLines, MemoryLinesAreAccessesAndBarriersWithTheLoopsAroundThem) {
  EXPECT_EQ(pairs(memory_lines(with_text(kKernel, {6}))), (NumberedLines{{4, "for (int k = 0; k < K; ++k) {"},
                                                                         {5, "  for (int m = 0; m < TM; ++m)"},
                                                                         {6, "    regM[m] = As[m];"},
                                                                         {7, "  __syncthreads();"}}));
}

TEST(SourceLines, OtherKernelsOfTheFileAreLeftOut) {
  const std::string other =
      "#define N 4\n"
      "__global__ void other() {\n"
      "    __syncthreads();\n"
      "}\n";
  const std::string text = other + kKernel + other;
  EXPECT_EQ(pairs(memory_lines(with_text(text, {10}))), (NumberedLines{{8, "for (int k = 0; k < K; ++k) {"},
                                                                       {9, "  for (int m = 0; m < TM; ++m)"},
                                                                       {10, "    regM[m] = As[m];"},
                                                                       {11, "  __syncthreads();"}}));
}

/// naive and coalesced differ in nothing else.
TEST(SourceLines, HaveWhatDecidesWhereAccessesGo) {
  const std::string text =
      "__global__ void k(const float* A, float* C, int N) {\n"
      "  constexpr int BM = 32;\n"
      "  const int tid = threadIdx.x;\n"
      "  int row = blockIdx.y * BM + tid % BM, unused = 3;\n"
      "  float sum = 0;\n"
      "  const float scale = 2.0f;\n"
      "  A += blockIdx.x * BM;\n"
      "  int other = threadIdx.y;\n"
      "  sum = sum + scale * A[row];\n"
      "  bool same = row == N;\n"
      "  C[row * N] = sum * scale;\n"
      "}\n"
      "__global__ void another(int row) {\n"
      "  row = threadIdx.y;\n"
      "}\n";
  std::vector<std::uint32_t> numbers;
  for (const SourceLine& line : memory_lines(with_text(text, {9, 11}))) numbers.push_back(line.number);
  EXPECT_EQ(numbers, (std::vector<std::uint32_t>{3, 4, 7, 9, 11}));
}

TEST(SourceLines, AnElseComesWithItsIf) {
  const std::string text =
      "__global__ void k(float* s) {\n"
      "  if(threadIdx.x < 8) {\n"
      "    f();\n"
      "  } else if (threadIdx.x < 16) {\n"
      "    s[0] = 1;\n"
      "  }\n"
      "  else {\n"
      "    s[1] = 1;\n"
      "  }\n"
      "  elsewhere[2] = 1;\n"
      "}\n";
  EXPECT_EQ(pairs(memory_lines(with_text(text, {5, 8, 10}))), (NumberedLines{{2, "if(threadIdx.x < 8) {"},
                                                                             {4, "} else if (threadIdx.x < 16) {"},
                                                                             {5, "  s[0] = 1;"},
                                                                             {7, "else {"},
                                                                             {8, "  s[1] = 1;"},
                                                                             {10, "elsewhere[2] = 1;"}}));
}

/// Scopes are found by how far lines are indented.
TEST(SourceLines, TabsAreBlanksAndLineEndsOfWindowsAreLineEnds) {
  const std::string blanks = kKernel;
  std::string tabs, windows;
  for (std::size_t i = 0; i < blanks.size(); ++i) {
    const bool tab = blanks.compare(i, 4, "    ") == 0;
    tabs += tab ? '\t' : blanks[i], i += tab ? 3 : 0;
  }
  for (const char c : blanks) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  ASSERT_NE(tabs.find("\n\t\tfor"), tabs.npos);
  for (const std::string& text : {tabs, windows}) {
    EXPECT_EQ(pairs(whole_source(text)), pairs(whole_source(blanks)));
    EXPECT_EQ(pairs(memory_lines(with_text(text, {6}))), pairs(memory_lines(with_text(blanks, {6}))));
  }
  EXPECT_EQ(whole_source("ab\tc\t\td\n\u00fc\te")[0].text, "ab  c       d");
  EXPECT_EQ(whole_source("ab\tc\t\td\n\u00fc\te")[1].text, "\u00fc   e");
}

TEST(SourceLines, BarriersThatWerePassedAreShownWhateverTheyLookLike) {
  const char* const text =
      "namespace a {\n"
      "  __global__ void other() { __syncthreads(); }\n"
      "  __global__ void kernel() {\n"
      "    As[0] = 1;\n"
      "    block.sync();\n"
      "  }\n"
      "}\n";
  format::Recording recording = with_text(text, {4});
  recording.patterns.emplace_back().barrier_lines = {5, 0};
  EXPECT_EQ(pairs(memory_lines(recording)), (NumberedLines{{4, "As[0] = 1;"}, {5, "block.sync();"}}));
}

/// They are what a finding names.
TEST(SourceLines, HaveWhatThreadsHaveNotMetAt) {
  const std::string text =
      "__global__ void k(float* C, float x) {\n"
      "  if (threadIdx.x < 16)\n"
      "    x += __shfl_down_sync(~0u, x, 8);\n"
      "  C[threadIdx.x] = x;\n"
      "  x += 1;\n"
      "}\n";
  format::Recording recording = with_text(text, {4});
  recording.absent_lanes = {{.thread = 3, .line = 3, .other_thread = 16}};
  EXPECT_EQ(pairs(memory_lines(recording)),
            (NumberedLines{
                {2, "if (threadIdx.x < 16)"}, {3, "  x += __shfl_down_sync(~0u, x, 8);"}, {4, "C[threadIdx.x] = x;"}}));
  recording.divergences = {{.line = 3, .other_line = 5}};
  EXPECT_EQ(memory_lines(recording).back().number, 5u);
}

TEST(SourceLines, AScopeAroundNothingButAnotherScopeIsLeftOut) {
  const char* const text =
      "  for (int i = 0; i < 2; ++i)\n"
      "    for (int j = 0; j < 2; ++j)\n"
      "      C[i] = acc[j];\n";
  EXPECT_EQ(pairs(memory_lines(with_text(text, {3}))),
            (NumberedLines{{2, "for (int j = 0; j < 2; ++j)"}, {3, "  C[i] = acc[j];"}}));
}

TEST(SourceLines, AVeryLongLineIsCutBetweenCharacters) {
  const std::string start(998, 'x'), text = start + "\u00b5\u00b5\u00b5";
  const auto lines = pairs(whole_source(text));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].second, start + "\u00b5\u2026");
}

TEST(SourceLines, ManyScopesTakeNoLongerThanTheirText) {
  std::string text;
  for (int i = 0; i < 60'000; ++i) text += "  for (;;)\n";
  text += "    As[0] = 1;\n";
  const std::clock_t begin = std::clock();
  EXPECT_EQ(memory_lines(with_text(text, {60'001})).size(), 2u);
  EXPECT_LT((std::clock() - begin) / CLOCKS_PER_SEC, 2);  // looking back from each line takes a minute
}

TEST(SourceLines, OfAnIncludedFileAreThoseThatStandOrAreCalledThere) {
  format::Recording recording = with_text(kKernel, {6, 2});
  recording.source.path = "a/kernel.cu";
  recording.included = {{"a/inner.cuh", "one\n two\n"}, {"b/inner.cuh", "three\nfour\n"}, {"/lib/other.cuh", ""}};
  recording.sites[0].called = {{1, 2}, {2, 1}, {0, 6}};
  const std::vector<SourceFile> files = source_files(recording);
  ASSERT_EQ(files.size(), 4u);
  EXPECT_EQ(files[0].name, "kernel.cu");
  EXPECT_EQ(files[1].name, "a/inner.cuh");
  EXPECT_EQ(files[2].name, "b/inner.cuh");
  EXPECT_EQ(files[3].name, "other.cuh");
  EXPECT_EQ(pairs(files[0].memory), pairs(memory_lines(recording)));
  EXPECT_EQ(pairs(files[1].memory), (NumberedLines{{1, "one"}, {2, "  two"}}));
  EXPECT_EQ(pairs(files[2].memory), (NumberedLines{{1, "three"}}));
  EXPECT_EQ(files[2].whole.size(), 2u);
  EXPECT_TRUE(files[3].whole.empty());
}

TEST(SourceLines, ALineBeyondTheTextIsNoHarm) { EXPECT_TRUE(memory_lines(with_text("", {0, 7})).empty()); }

}  // namespace
}  // namespace gemmscope::session
