// SPDX-License-Identifier: MIT
// Sites are called after their tensor, or as the kernel's text says at the end of the line.
#include <gtest/gtest.h>

#include "tracing/record/assemble.h"

namespace gemmscope::record {
namespace {

using kernels::kAs;
using kernels::kC;

/// The name of the only site of a recording: an access to `key` by one lane, in a kernel of this text.
std::string name_of(LogKey key, const std::string& text) {
  Capture capture({{0, 1}, {0, 1}, {0, 1}, {0, 1}, true}, 1);
  const std::vector<LogEntry> log{pack(key, 0)};
  const std::vector<std::span<const LogEntry>> lanes{log};
  capture.begin_block(0, 0);
  capture.add(0, 0, lanes);
  capture.end_block();
  format::Recording r;
  r.M = r.N = r.K = 8;
  r.threads = 32;
  r.tensors.resize(4);
  r.tensors[2].name = "C";
  r.tensors[3].space = format::Space::kShared, r.tensors[3].of = "A";
  r.source.text = text;
  const Capture::Parts* parts[] = {&capture.parts()};
  EXPECT_TRUE(assemble(r, parts));
  EXPECT_EQ(r.sites.size(), 1u);
  return r.sites.empty() ? "" : r.sites[0].name;
}

constexpr LogKey as_load(int line) { return access_key(line, kAs, false, 16); }
constexpr const char* kText = "x = As[0];\ny = As[1];  // [sA_load_lo]\nC = y;  // [c_write]";

TEST(SiteName, IsWhatTheLineSays) {
  EXPECT_EQ(name_of(as_load(2), kText), "sA_load_lo");
  EXPECT_EQ(name_of(access_key(3, kC, true, 16), kText), "c_write");  // the last line, without an end
}

TEST(SiteName, OfAnEdgeIsMarkedAsSuch) { EXPECT_EQ(name_of(access_key(3, kC, true, 4, true), kText), "c_write_tail"); }

TEST(SiteName, IsOtherwiseOfTensorAndDirection) {
  EXPECT_EQ(name_of(as_load(1), kText), "sA_load");
  EXPECT_EQ(name_of(as_load(7), kText), "sA_load");  // there is no such line
  EXPECT_EQ(name_of(as_load(1), ""), "sA_load");
}

TEST(SiteName, IsNotTakenFromOtherComments) {
  EXPECT_EQ(name_of(as_load(1), "y = As[1];  // (BK,BM) [k][m]\n"), "sA_load");
  EXPECT_EQ(name_of(as_load(1), "y = As[1];  // [lo] and more\n"), "sA_load");
  EXPECT_EQ(name_of(as_load(1), "y = As[regM[0]]\n"), "sA_load");
}

}  // namespace
}  // namespace gemmscope::record
