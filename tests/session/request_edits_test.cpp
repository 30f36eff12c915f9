// SPDX-License-Identifier: MIT
#include "app/session/request_edits.h"

#include <gtest/gtest.h>

#include <atomic>

#include "app/session/update_recording.h"
#include "tests/session/fixture.h"
#include "tests/temporary_folder.h"
#include "tracing/analysis/limits.h"

namespace gemmscope::session {
namespace {

using analysis::LayoutKey;

TEST(RequestEdits, ARecordingGivesTheRequestItWasMadeFrom) {
  record::RecordRequest request = small_request({{"PA", "4"}, {"swzB", "xor"}});
  request.block_y = format::Range{1, 2};
  request.warps = format::Range{0, 3};
  request.k_tiles = format::Range{0, 2};
  request.epilogue = false;
  const record::RecordRequest again = request_of(recording_of(request)->recording);
  EXPECT_EQ(again.kernel, "warp_tile");
  EXPECT_EQ(again.preset, "k10_a6000");
  EXPECT_EQ(again.overrides, request.overrides);
  EXPECT_EQ(again.block_y, request.block_y);
  EXPECT_EQ(again.block_x, std::nullopt);
  EXPECT_EQ(again.warps, request.warps);
  EXPECT_EQ(again.k_tiles, request.k_tiles);
  EXPECT_FALSE(again.epilogue);
  record::RecordRequest first_column = small_request();
  first_column.block_x = format::Range{0, 1};
  EXPECT_EQ(request_of(recording_of(first_column)->recording).block_x, first_column.block_x);
}

/// Figures of the launch need blocks at edges; what it takes to record them is one step.
TEST(RequestEdits, OneOfEachKindIsAsGoodAsAll) {
  const auto limits_of = [](const format::Recording& r) {
    return analysis::limits(r, analysis::CostTable(r), analysis::kMachineH200);
  };
  Session s;
  s.bench.wanted.kernel = "warp_tile", s.bench.wanted.M = 500, s.bench.wanted.N = 600, s.bench.wanted.K = 40;
  const LoadedPtr all = recording_of(s.bench.wanted);
  s.bench.wanted.block_y = s.bench.wanted.block_x = format::Range{0, 1};
  open(s, recording_of(s.bench.wanted));
  EXPECT_EQ(limits_of(*s.look.recording()).missing, analysis::Missing::kUnlike);
  record_one_of_each_kind(s);
  EXPECT_TRUE(s.bench.record_due);
  finish_recording(s, recording_of(s.bench.wanted));
  EXPECT_EQ(s.look.recording()->blocks.size(), 4u);
  const analysis::Limits some = limits_of(*s.look.recording()), whole = limits_of(all->recording);
  ASSERT_EQ(some.missing, analysis::Missing::kNothing);
  for (int by = 0; by < analysis::kLimits; ++by)
    EXPECT_EQ(some.limits[static_cast<std::size_t>(by)].work, whole.limits[static_cast<std::size_t>(by)].work) << by;
}

TEST(RequestEdits, ParametersAreThoseOfThePresetUntilSet) {
  Session s = small_session();
  EXPECT_EQ(wanted_parameter(s, "TM"), "8");
  EXPECT_EQ(wanted_number(s, "PA"), 0);
  set_parameter(s, "PA", "4");
  EXPECT_EQ(wanted_number(s, "PA"), 4);
  EXPECT_TRUE(s.bench.record_due);
  EXPECT_FALSE(has_parameter(s, "PC"));
}

std::vector<format::Parameter> sizes_of(const Session& s) { return s.bench.wanted.overrides; }

TEST(RequestEdits, ATileSizeThatCanBeHadIsRecorded) {
  Session s = small_session();
  set_tile_size(s, "BK", 32);
  EXPECT_TRUE(s.bench.record_due);
  EXPECT_EQ(sizes_of(s), (std::vector<format::Parameter>{{"BK", "32"}}));
  EXPECT_EQ(preset_in_words(s.bench.wanted), "k10_a6000 BK=32");
  set_parameter(s, "swzA", "xor");
  set_tile_size(s, "BK", 8);
  EXPECT_EQ(preset_in_words(s.bench.wanted), "k10_a6000 BK=8");
  EXPECT_EQ(wanted_parameter(s, "swzA"), "xor");
  set_preset(s, "k10_a6000");
  EXPECT_EQ(preset_in_words(s.bench.wanted), "k10_a6000");
}

TEST(RequestEdits, WhoWaitsForACompilerIsTold) {
  const TemporaryFolder cache;
  ::setenv("GEMMSCOPE_CACHE", cache.path().c_str(), 1);
  Session s = small_session();
  const LoadedPtr shown = s.look.loaded;
  const Result<format::Recording> failure = fail(ErrorKind::kNoDevice, "no compiler");
  std::atomic<bool> looked{false};
  const auto record = [&](const record::RecordRequest&, const record::Progress&) {
    looked.wait(false);
    return failure;
  };
  RecordQueue queue(record, {});
  set_tile_size(s, "BK", 32);
  update_recording(s, queue);
  EXPECT_EQ(s.desk.notice, "Compiling warp_tile k10_a6000 BK=32 \u2026");
  looked = true, looked.notify_all();
  queue.wait();
  update_recording(s, queue);
  EXPECT_EQ(s.desk.notice, "");
  EXPECT_EQ(s.desk.error, "no compiler");
  EXPECT_EQ(s.look.loaded, shown);
  EXPECT_EQ(preset_in_words(s.bench.wanted), "k10_a6000");
  ::unsetenv("GEMMSCOPE_CACHE");
}

/// Sizes that need each other can be typed one after the other.
TEST(RequestEdits, ATileSizeThatCannotBeHadWaitsForOthers) {
  Session s = small_session();
  const record::RecordRequest before = s.bench.wanted;
  set_tile_size(s, "BM", 64);
  EXPECT_EQ(s.bench.wanted, before);
  EXPECT_FALSE(s.bench.record_due);
  EXPECT_NE(s.bench.draft_refused.find("(BM/WM) * (BN/WN) must equal NT/32"), std::string::npos);
  EXPECT_EQ(typed_tile_sizes(s).front().second, "64");
  set_tile_size(s, "NT", 64);
  EXPECT_TRUE(s.bench.record_due);
  EXPECT_EQ(s.bench.draft_refused, "");
  EXPECT_EQ(sizes_of(s), (std::vector<format::Parameter>{{"BM", "64"}, {"NT", "64"}}));
}

TEST(RequestEdits, WhatWasTypedIsForgottenWithAnotherChoiceAndWhenItIsTakenBack) {
  Session s = small_session();
  set_tile_size(s, "BM", 64);
  set_tile_size(s, "BM", 128);
  EXPECT_TRUE(s.bench.tile_draft.empty());
  EXPECT_EQ(s.bench.draft_refused, "");
  set_tile_size(s, "BM", 96);
  set_padding(s, "PA", 4);
  EXPECT_EQ(typed_tile_sizes(s).front().second, "128");
  set_tile_size(s, "BM", 96);
  open(s, s.look.loaded);
  EXPECT_EQ(typed_tile_sizes(s).front().second, "128");
}

/// With the preset's BK, TM=4 and TN=4 exclude each other.
TEST(RequestEdits, TileSizesStayTogetherWhereALayoutGivesWay) {
  Session s = small_session();
  set_kernel(s, "vectorized");
  set_preset(s, "k6_small64");
  for (const auto& [name, value] : {std::pair{"BK", 16}, std::pair{"TM", 4}, std::pair{"TN", 4}})
    set_tile_size(s, name, value);
  set_parameter(s, "swzA", "xor");
  set_parameter(s, "As", "row");  // which excludes the swizzle
  EXPECT_EQ(preset_in_words(s.bench.wanted), "k9_a100");
  EXPECT_EQ(wanted_parameter(s, "As"), "row");
  EXPECT_EQ(wanted_parameter(s, "swzA"), "none");
}

TEST(RequestEdits, EqualTileSizesMakeEqualRequests) {
  Session s = small_session();
  set_preset(s, "tm1_wniter1");
  for (const auto& [name, value] : {std::pair{"TM", 8}, std::pair{"TN", 4}, std::pair{"WNITER", 4}})
    set_tile_size(s, name, value);
  EXPECT_EQ(preset_in_words(s.bench.wanted), "k10_a6000");
}

TEST(RequestEdits, AnotherKernelKeepsTheSizeAndRecordsAPartThatItHas) {
  Session s = small_session();
  s.bench.wanted.block_y = format::Range{1, 2}, s.bench.wanted.warps = format::Range{3, 4};
  set_kernel(s, "vectorized");
  EXPECT_EQ(s.bench.wanted.M, 256u);
  EXPECT_FALSE(s.bench.wanted.block_y);
  EXPECT_FALSE(s.bench.wanted.warps);
  set_size(s, 1024, 1024, 1024);
  set_kernel(s, "block_tile");
  EXPECT_EQ(s.bench.wanted.block_y, (format::Range{0, 1}));
}

TEST(RequestEdits, ABrokenKernelBringsItsFindingsToTheFront) {
  Session s = small_session();
  set_kernel(s, "vectorized_roles_swapped");
  EXPECT_EQ(s.desk.panels.focus_beside, std::vector<std::string>{"check"});
  EXPECT_EQ(s.bench.wanted.M, 128u);
  set_kernel(s, "vectorized");
  EXPECT_EQ(s.bench.wanted.preset, "");
}

TEST(RequestEdits, AKernelWithoutPaddingIgnoresItsKeys) {
  Session s = small_session();
  set_kernel(s, "naive");
  s.bench.record_due = false;
  next_value(s, LayoutKey::kPadA, +1);
  next_value(s, LayoutKey::kPadB, +1);
  EXPECT_FALSE(s.bench.record_due);
}

TEST(RequestEdits, AValueThatIsAlreadyThereRecordsNothing) {
  Session s = small_session();
  set_parameter(s, "PA", "0");
  set_size(s, 256, 256, 64);
  EXPECT_FALSE(s.bench.record_due);
}

TEST(RequestEdits, BackToThePresetsValueLeavesNoOverride) {
  Session s = small_session();
  set_parameter(s, "PA", "4");
  set_parameter(s, "PA", "0");
  EXPECT_TRUE(s.bench.wanted.overrides.empty());
}

TEST(RequestEdits, PaddingCyclesInBothDirections) {
  Session s = small_session();
  next_value(s, LayoutKey::kPadA, +1);
  EXPECT_EQ(wanted_number(s, "PA"), 1);
  next_value(s, LayoutKey::kPadA, -1);
  next_value(s, LayoutKey::kPadA, -1);
  EXPECT_EQ(wanted_number(s, "PA"), 8);
  next_value(s, LayoutKey::kPadA, +1);
  EXPECT_EQ(wanted_number(s, "PA"), 0);
  next_value(s, LayoutKey::kPadB, +1);
  EXPECT_EQ(wanted_number(s, "PB"), 4);
  EXPECT_EQ(wanted_number(s, "PA"), 0);
}

TEST(RequestEdits, APaddingThatMisalignsAccessesNarrowsThem) {
  Session s = small_session();
  set_kernel(s, "half_padded");
  finish_recording(s, recording_of(s.bench.wanted));
  set_padding(s, "pad", 8);
  EXPECT_EQ(wanted_parameter(s, "width"), "16");
  EXPECT_EQ(s.bench.next_notice, "");
  set_padding(s, "pad", 2);
  EXPECT_EQ(wanted_number(s, "pad"), 2);
  EXPECT_EQ(wanted_parameter(s, "width"), "4");  // the widest of those that fit
  EXPECT_TRUE(s.bench.next_notice.starts_with("pad=2 needs width=4, which is set too: ")) << s.bench.next_notice;
  EXPECT_NE(s.bench.next_notice.find("multiple"), std::string::npos) << "it says why";
  finish_recording(s, recording_of(s.bench.wanted));
  EXPECT_TRUE(s.desk.notice.starts_with("pad=2 needs width=4, which is set too")) << s.desk.notice;
  next_value(s, LayoutKey::kPadA, -1);
  EXPECT_EQ(wanted_number(s, "pad"), 1);
  EXPECT_EQ(wanted_parameter(s, "width"), "2");
}

TEST(RequestEdits, APaddingThatNothingMakesPossibleStaysForItsRefusal) {
  Session s = small_session({{"vec", "scalar"}});
  set_padding(s, "PA", 1000);
  EXPECT_EQ(wanted_number(s, "PA"), 1000);
  EXPECT_EQ(wanted_parameter(s, "vec"), "scalar");
  EXPECT_EQ(s.bench.next_notice, "");
}

TEST(RequestEdits, ChoicesGoRound) {
  Session s = small_session();
  next_choice(s, "vec");
  EXPECT_EQ(wanted_parameter(s, "vec"), "scalar");
  next_choice(s, "vec");
  EXPECT_EQ(wanted_parameter(s, "vec"), "vec");
  next_choice(s, "PA");  // is a number
  EXPECT_TRUE(s.bench.wanted.overrides.empty());
}

TEST(RequestEdits, ChangesOfAGpusRecordingAreMadeOnTheEmulatorWhereThereIsNoGpu) {
  format::Recording recording = small_session().look.loaded->recording;
  recording.origin.backend = "cuda", recording.origin.device = "NVIDIA H200";
  Session s;
  open(s, std::make_shared<const Loaded>(recording));
  ASSERT_EQ(s.bench.wanted.backend, record::Backend::kCuda);
  change_on_emulator(s);
  EXPECT_EQ(s.bench.wanted.backend, record::Backend::kCpu);
  for (const char* part : {"NVIDIA H200", "cannot be used here", "recorded on the emulator"})
    EXPECT_NE(s.desk.notice.find(part), std::string::npos) << s.desk.notice;
  finish_recording(s, fail(ErrorKind::kUsage, "PA=99 is not possible."));
  EXPECT_EQ(s.bench.wanted.backend, record::Backend::kCpu);

  Session own = small_session();
  change_on_emulator(own);
  EXPECT_EQ(own.desk.notice, "");
}

TEST(RequestEdits, APresetKeepsThePadding) {
  Session s = small_session();
  set_parameter(s, "PA", "4");
  set_preset(s, "k10_a100");
  EXPECT_EQ(wanted_number(s, "PA"), 4);
  EXPECT_EQ(wanted_parameter(s, "BM"), "64");
}

TEST(RequestEdits, ALargeProductIsRecordedOneBlockAtATime) {
  Session s = small_session();
  set_size(s, 1024, 1024, 1024);
  EXPECT_EQ(s.bench.wanted.block_y, (format::Range{0, 1}));
  set_size(s, 256, 256, 256);
  EXPECT_EQ(s.bench.wanted.block_y, std::nullopt);
}

TEST(RequestEdits, ALayoutReplacesEveryOtherParameterThatPresetsDoNotGive) {
  Session s = small_session({{"PA", "4"}, {"vec", "scalar"}});
  set_layout(s, "PB=8 swzA=xor");
  EXPECT_EQ(wanted_parameter(s, "PA"), "0");
  EXPECT_EQ(wanted_parameter(s, "PB"), "8");
  EXPECT_EQ(wanted_parameter(s, "swzA"), "xor");
  EXPECT_EQ(wanted_parameter(s, "vec"), "vec");
  EXPECT_EQ(s.bench.wanted.preset, small_session().bench.wanted.preset);
  EXPECT_TRUE(s.bench.record_due);
  set_layout(s, "");
  EXPECT_TRUE(s.bench.wanted.overrides.empty());
}

}  // namespace
}  // namespace gemmscope::session
