// SPDX-License-Identifier: MIT
// The same recordings on one host thread and on two.
#include <gtest/gtest.h>

#include "tests/golden/digests.h"

namespace gemmscope {
namespace {

TEST(Digests, AreTheSameForOneAndTwoHostThreads) {
  const std::vector<std::string> one = digest_lines(1);
  EXPECT_EQ(one, digest_lines(2));
  EXPECT_EQ(one.size(), 100u);
}

TEST(Digests, DifferBetweenRecordingsThatDiffer) {
  std::vector<std::string> digests;
  for (const std::string& line : digest_lines(2)) digests.push_back(line.substr(line.rfind(' ')));
  std::sort(digests.begin(), digests.end());
  // Without a k-tile only C is accessed: no layout of shared memory makes a difference.
  const auto different = std::unique(digests.begin(), digests.end()) - digests.begin();
  EXPECT_GT(different, 80);
}

}  // namespace
}  // namespace gemmscope
