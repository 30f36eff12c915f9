// SPDX-License-Identifier: MIT
// The recordings that come with the program: which there are, and what is shown when one is chosen.
#include "app/session/shipped.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "kernels/table.h"
#include "tracing/cuda/device.h"

namespace gemmscope::session {
namespace {

TEST(Shipped, EveryKernelIsThereFromEveryRecorder) {
  const auto shipped = shipped_recordings();
  ASSERT_FALSE(shipped.empty());
  for (const ShippedRecording& one : shipped)
    for (const kernels::KernelInfo& kernel : kernels::all_kernels())
      EXPECT_EQ(1, std::ranges::count_if(shipped,
                                         [&](const ShippedRecording& r) {
                                           return r.recorder == one.recorder && r.kernel == kernel.name;
                                         }))
          << one.recorder << ", " << kernel.name;
  EXPECT_EQ(shipped.back().recorder, "emulator");
}

TEST(Shipped, EachOpensWithItsSizeAndRecordsFurtherHere) {
  for (const ShippedRecording& one : shipped_recordings()) {
    Session session;
    session.desk.error = "of before";
    open_shipped(session, one);
    ASSERT_TRUE(session.look.current) << one.kernel;
    EXPECT_EQ(session.desk.error, "");
    EXPECT_EQ(session.bench.wanted.kernel, one.kernel);
    const auto [M, N, K] = std::tuple(session.bench.wanted.M, session.bench.wanted.N, session.bench.wanted.K);
    EXPECT_EQ(one.size, std::to_string(M) + " × " + std::to_string(N) + " × " + std::to_string(K));
    EXPECT_EQ(session.look.recording()->origin.date.substr(0, one.date.size()), one.date);
    EXPECT_FALSE(session.bench.record_due);
    EXPECT_TRUE(cuda::find_device() || session.bench.wanted.backend == record::Backend::kCpu);
  }
}

TEST(Shipped, OneThatCannotBeReadIsASentence) {
  Session session;
  open_shipped(session, {.recorder = "emulator", .kernel = "naive", .size = "", .date = "", .file = "nothing"});
  EXPECT_NE(session.desk.error, "");
  EXPECT_EQ(session.look.loaded, nullptr);
}

TEST(Shipped, StandsInForWhatCannotBeRecorded) {
  Session session;
  open_shipped_instead(session, "warp_tile", "there is no compiler");
  ASSERT_TRUE(session.look.current);
  EXPECT_EQ(session.look.recording()->kernel, "warp_tile");
  EXPECT_EQ(session.desk.notice, "");
  EXPECT_TRUE(session.desk.error.starts_with("there is no compiler; ")) << session.desk.error;
  EXPECT_TRUE(session.desk.error.ends_with(" " + shipped_recordings().front().recorder)) << session.desk.error;
  open_shipped_instead(session = {}, "unheard_of", "there is no compiler");
  EXPECT_EQ(session.desk.error, "there is no compiler");
}

}  // namespace
}  // namespace gemmscope::session
