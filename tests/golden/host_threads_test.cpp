// SPDX-License-Identifier: MIT
// The same recordings on one host thread and on two.
#include <gtest/gtest.h>

#include "tests/golden/digests.h"

namespace gemmscope {
namespace {

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
