// SPDX-License-Identifier: MIT
// The host's part of the GPU recorder, with the emulator standing in for the device.
#include "tracing/cuda/record_with.h"

#include <gtest/gtest.h>

#include "tests/cuda/emulated_run.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::cuda {
namespace {

record::RecordRequest small(std::uint32_t M, std::uint32_t N, std::uint32_t K) {
  record::RecordRequest request;
  request.preset = "tm1_small";
  request.M = M, request.N = N, request.K = K;
  return request;
}

/// What the emulator records, without its origin.
format::Recording emulated(const record::RecordRequest& request) {
  format::Recording recording = simt::record(request).value();
  recording.origin = {};
  return recording;
}

void expect_same_as_the_emulator(const record::RecordRequest& request, std::uint64_t bytes_at_once = kBytesAtOnce) {
  const record::Plan plan = record::make_plan(request).value();
  EmulatedRun run(plan);
  const auto recording = record_with(run, plan, {}, bytes_at_once);
  ASSERT_TRUE(recording) << recording.error().message;
  EXPECT_GT(recording->request_count(), 0u);
  EXPECT_TRUE(*recording == emulated(request));
}

TEST(GpuRecorder, StreamsOfAnInteriorLaunchGiveTheEmulatorsRecording) {
  expect_same_as_the_emulator(small(128, 128, 32));
}

TEST(GpuRecorder, EveryPresetDoes) {
  for (const kernels::Preset& preset : kernels::warp_tile_info().presets) {
    record::RecordRequest request = small(256, 256, 48);
    request.preset = preset.name;
    request.overrides = {{"PA", "4"}};
    SCOPED_TRACE(preset.name);
    expect_same_as_the_emulator(request);
  }
}

TEST(GpuRecorder, HalfsDo) {
  record::RecordRequest request = small(72, 70, 40);  // rows of A are whole vectors, those of B and C are not
  request.kernel = "half_padded", request.preset = "h64";
  request.overrides = {{"pad", "2"}, {"width", "4"}};
  request.beta = 1;
  expect_same_as_the_emulator(request);
}

TEST(GpuRecorder, MisalignedAccessesAreForTheEmulatorAlone) {
  record::RecordRequest request = small(64, 64, 32);
  request.kernel = "half_padded", request.preset = "h64";
  request.wrong_too = true;
  for (const char* pad : {"0", "8"}) {
    request.overrides = {{"pad", pad}};
    EXPECT_TRUE(check_defined(record::make_plan(request).value())) << pad;
  }
  request.overrides = {{"pad", "2"}};
  const auto refused = check_defined(record::make_plan(request).value());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kUsage);
  EXPECT_NE(refused.error().message.find("width=16 needs pad to be a multiple of 8"), std::string::npos);
}

TEST(GpuRecorder, RequestsThatNoLaneTakesPartInAreLeftOutAlike) {
  record::RecordRequest request = small(70, 65, 13);  // rows of B and C are no whole vectors
  request.beta = 0.5f;
  expect_same_as_the_emulator(request);
}

TEST(GpuRecorder, NothingButAnEpilogue) { expect_same_as_the_emulator(small(64, 64, 0)); }

TEST(GpuRecorder, SelectionsGiveTheEmulatorsPart) {
  record::RecordRequest request = small(256, 192, 40);
  request.block_y = format::Range{1, 4};
  request.block_x = format::Range{1, 3};
  request.warps = format::Range{1, 3};
  request.k_tiles = format::Range{2, 4};
  expect_same_as_the_emulator(request);
  request.epilogue = false;
  expect_same_as_the_emulator(request);
}

TEST(GpuRecorder, ManySmallLaunchesGiveTheSameAsOne) {
  const record::RecordRequest request = small(256, 256, 24);
  const record::Plan plan = record::make_plan(request).value();
  EmulatedRun run(plan);
  const auto recording = record_with(run, plan, {}, 1);
  ASSERT_TRUE(recording);
  EXPECT_EQ(run.launches, 16);
  EXPECT_TRUE(*recording == emulated(request));
}

TEST(GpuRecorder, EveryLaunchTakesTheRoomOfItsOwnBlocks) {
  expect_same_as_the_emulator(small(70, 65, 13), 1);  // four blocks, no two alike, a launch for each
}

TEST(GpuRecorder, OneHostThreadGivesTheSameAsThree) {
  record::RecordRequest request = small(256, 256, 24);
  request.host_threads = 1;
  expect_same_as_the_emulator(request);
  request.host_threads = 3;
  expect_same_as_the_emulator(request);
}

TEST(GpuRecorder, StopsWhenAsked) {
  const record::Plan plan = record::make_plan(small(256, 256, 24)).value();
  EmulatedRun run(plan);
  const auto stopped = record_with(
      run, plan, [](std::uint64_t done, std::uint64_t) { return done < 3; }, 1);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::kUsage);
}

TEST(GpuRecorder, WhatAHostThreadThrowsReachesTheCaller) {
  record::RecordRequest request = small(256, 256, 24);
  request.host_threads = 3;
  const record::Plan plan = record::make_plan(request).value();
  EmulatedRun run(plan);
  const auto out_of_memory = [](std::uint64_t done, std::uint64_t) { return done > 1 ? throw std::bad_alloc() : true; };
  EXPECT_THROW((void)record_with(run, plan, out_of_memory), std::bad_alloc);
}

struct Damage {
  const char* name;
  void (*apply)(Stream&);
};

class DamagedStream : public testing::TestWithParam<Damage> {};

TEST_P(DamagedStream, IsRefused) {
  const record::Plan plan = record::make_plan(small(64, 64, 16)).value();
  EmulatedRun run(plan);
  run.damage = GetParam().apply;
  const auto recording = record_with(run, plan, {});
  ASSERT_FALSE(recording);
  EXPECT_EQ(recording.error().kind, ErrorKind::kNoDevice);
  EXPECT_NE(recording.error().message.find("contradicts itself"), std::string::npos);
}

StreamEntry& entry(Stream& s, std::size_t i) { return const_cast<StreamEntry&>(s.entries[i]); }

INSTANTIATE_TEST_SUITE_P(GpuRecorder, DamagedStream,
                         testing::Values(Damage{"MoreThanCounted", [](Stream& s) { ++s.written[1].requests; }},
                                         Damage{"FewerThanCounted", [](Stream& s) { --s.written[0].entries; }},
                                         Damage{"AMarkerTurnedRequest", [](Stream& s) { entry(s, 0).key = 1u << 16; }},
                                         Damage{"ABarrierMoved",
                                                [](Stream& s) {
                                                  for (std::size_t i = 0; i < s.entries.size(); ++i)
                                                    if (s.entries[i].key ==
                                                        record::marker_key(record::Marker::kBarrier)) {
                                                      ++entry(s, i).value;
                                                      return;
                                                    }
                                                }}),
                         [](const auto& test) { return test.param.name; });

TEST(Split, FillsLaunchesUpToTheLimitAndNeverCutsABlock) {
  const std::vector<WarpCount> counts(10, WarpCount{1, 1});  // 5 blocks of 2 warps: 272 bytes each
  const auto sizes = [&](std::uint64_t limit) {
    std::vector<std::uint32_t> all;
    for (const BlockSpan& s : split(counts, 2, limit)) all.push_back(s.count);
    return all;
  };
  EXPECT_EQ(sizes(5 * 272), (std::vector<std::uint32_t>{5}));
  EXPECT_EQ(sizes(2 * 272), (std::vector<std::uint32_t>{2, 2, 1}));
  EXPECT_EQ(sizes(2 * 272 - 1), (std::vector<std::uint32_t>{1, 1, 1, 1, 1}));
  EXPECT_EQ(sizes(0), (std::vector<std::uint32_t>{1, 1, 1, 1, 1}));
}

}  // namespace
}  // namespace gemmscope::cuda
