// SPDX-License-Identifier: MIT
// The same recordings on one host thread and on two, and by every compiler.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>

#include "tests/golden/digests.h"
#include "tests/sweep.h"

namespace gemmscope {
namespace {

/// Where what kernels access is meant to change, print_digests writes the file anew.
std::vector<std::string> lines_of_the_file() {
  std::ifstream file("tests/data/digests.txt");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST(Digests, AreThoseOfTheFileForOneAndTwoHostThreads) {
  const std::vector<std::string> lines = lines_of_the_file();
  const std::vector<record::RecordRequest> requests = digest_requests();
  EXPECT_GT(lines.size(), 300u);  // every configuration of every kernel once, every preset in five sizes
  ASSERT_EQ(lines.size(), requests.size());
  std::vector<std::size_t> all(lines.size());
  std::iota(all.begin(), all.end(), 0);
  for (const std::size_t i : swept(all))
    for (const unsigned threads : {1u, 2u}) {
      record::RecordRequest request = requests[i];
      request.host_threads = threads;
      EXPECT_EQ(lines[i], digest_line(request)) << threads << " threads";
    }
}

TEST(Digests, DifferBetweenRecordingsThatDiffer) {
  std::vector<std::string> digests;
  for (const std::string& line : lines_of_the_file()) digests.push_back(line.substr(line.rfind(' ')));
  std::sort(digests.begin(), digests.end());
  // Few are equal, for a reason: without a k-tile only C is accessed; load=one_pass is load=strided where it is right.
  const auto different = std::unique(digests.begin(), digests.end()) - digests.begin();
  EXPECT_GT(static_cast<std::size_t>(different), digests.size() * 9 / 10);
}

}  // namespace
}  // namespace gemmscope
