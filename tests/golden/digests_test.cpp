// SPDX-License-Identifier: MIT
// The same recordings on one host thread and on two, and by every compiler.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "tests/golden/digests.h"

namespace gemmscope {
namespace {

/// Where what kernels access is meant to change, print_digests writes the file anew.
TEST(Digests, AreThoseOfTheFile) {
  std::ifstream file("tests/data/digests.txt");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  EXPECT_EQ(lines, digest_lines(0));
}

TEST(Digests, AreTheSameForOneAndTwoHostThreads) {
  const std::vector<std::string> one = digest_lines(1);
  EXPECT_EQ(one, digest_lines(2));
  EXPECT_GT(one.size(), 300u);  // every configuration of every kernel once, every preset in five sizes
}

TEST(Digests, DifferBetweenRecordingsThatDiffer) {
  std::vector<std::string> digests;
  for (const std::string& line : digest_lines(2)) digests.push_back(line.substr(line.rfind(' ')));
  std::sort(digests.begin(), digests.end());
  // Few are equal, for a reason: without a k-tile only C is accessed; load=one_pass is load=strided where it is right.
  const auto different = std::unique(digests.begin(), digests.end()) - digests.begin();
  EXPECT_GT(static_cast<std::size_t>(different), digests.size() * 9 / 10);
}

}  // namespace
}  // namespace gemmscope
