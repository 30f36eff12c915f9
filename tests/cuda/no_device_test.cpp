// SPDX-License-Identifier: MIT
// Without a GPU every entry says so in one sentence. Where there is one, these tests have nothing to say.
#include <gtest/gtest.h>

#include "tracing/cuda/bench.h"
#include "tracing/cuda/recorder.h"

namespace gemmscope::cuda {
namespace {

class WithoutGpu : public testing::Test {
 protected:
  void SetUp() override {
    if (find_device()) GTEST_SKIP() << "this machine has a GPU";
  }
  static void expect_one_sentence(const Error& error) {
    EXPECT_EQ(error.kind, ErrorKind::kNoDevice);
    EXPECT_GT(error.message.size(), 20u);
    EXPECT_EQ(error.message.find('\n'), std::string::npos);
    EXPECT_NE(error.message.find("emulator"), std::string::npos) << error.message;
  }
};

TEST_F(WithoutGpu, RecordSaysSo) {
  const auto recording = record(record::RecordRequest{});
  ASSERT_FALSE(recording);
  expect_one_sentence(recording.error());
}

#if !defined(GEMMSCOPE_CUDA)
TEST_F(WithoutGpu, ABuildWithoutTheRecorderSaysWhatBuildsIt) {
  const auto device = find_device();
  ASSERT_FALSE(device);
  EXPECT_NE(device.error().message.find("scripts/run"), std::string::npos) << device.error().message;
}
#endif

TEST_F(WithoutGpu, AWrongRequestIsStillToldFirst) {
  record::RecordRequest request;
  request.preset = "no such preset";
  const auto recording = record(request);
  ASSERT_FALSE(recording);
  EXPECT_EQ(recording.error().kind, ErrorKind::kUsage);
}

TEST_F(WithoutGpu, RunAndBenchSaySo) {
  record::RecordRequest request;
  request.M = request.N = request.K = 16;
  const record::Plan plan = record::make_plan(request).value();
  kernels::GemmData data = kernels::make_data(16, 16, 16);
  for (const auto& done : {run_plain(plan, data), run_traced(plan, data)}) {
    ASSERT_FALSE(done);
    expect_one_sentence(done.error());
  }
  const auto timed = bench(plan.variant, 16, 16, 16);
  ASSERT_FALSE(timed);
  expect_one_sentence(timed.error());
}

}  // namespace
}  // namespace gemmscope::cuda
