// SPDX-License-Identifier: MIT
// Names that follow from what is recorded; and that nothing is taken for what it is not.
#include "app/sweep/store.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "tests/temporary_folder.h"
#include "tracing/format/file.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::sweep {
namespace {

using Found = Store::Found;

record::RecordRequest request_of(const std::string& preset = "tm1_small") {
  record::RecordRequest request;
  request.preset = preset;
  request.M = 64, request.N = 128, request.K = 24;
  request.overrides = {{"PA", "4"}};
  return request;
}

class StoreTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  Store store_ = Store::open(folder_.path() / "a" / "b").value();
};

TEST_F(StoreTest, GivesBackWhatWasWritten) {
  EXPECT_EQ(store_.read(request_of()).found, Found::kNothing);
  const format::Recording recording = simt::record(request_of()).value();
  ASSERT_TRUE(store_.write(request_of(), recording));
  const Store::Reading reading = store_.read(request_of());
  EXPECT_EQ(reading.found, Found::kRecording);
  EXPECT_EQ(reading.recording, recording);
  const auto other = Store::open(folder_.path() / "a" / "b", Store::Make::kNo);
  EXPECT_EQ(other->read(request_of()).found, Found::kRecording);
}

TEST_F(StoreTest, AnythingThatChangesTheRecordingChangesTheName) {
  std::set<std::string> names{store_.file_of(request_of()).filename().string()};
  EXPECT_EQ(names.begin()->size(), 32u + 4u);
  EXPECT_TRUE(names.begin()->ends_with(".gst"));
  using R = record::RecordRequest;
  const std::vector<void (*)(R&)> changes{
      [](R& r) { r.kernel = "vectorized", r.preset = "k6_small64"; },
      [](R& r) { r.preset = "k10_a100"; },
      [](R& r) {
        r.overrides = {{"PA", "5"}};
      },
      [](R& r) {
        r.overrides = {{"PB", "4"}};
      },
      [](R& r) { r.M = 128; },
      [](R& r) { r.N = 64; },
      [](R& r) { r.K = 16; },
      [](R& r) { std::swap(r.M, r.N); },
      [](R& r) { r.alpha = 2; },
      [](R& r) { r.beta = 1; },
      [](R& r) {
        r.block_x = {0, 1};
      },
      [](R& r) {
        r.block_x = {1, 2};
      },
      [](R& r) {
        r.warps = {0, 1};
      },
      [](R& r) {
        r.k_tiles = {0, 1};
      },
      [](R& r) { r.epilogue = false; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    R changed = request_of();
    changes[i](changed);
    EXPECT_TRUE(names.insert(store_.file_of(changed).filename().string()).second) << i;
  }
}

TEST_F(StoreTest, WhatSaysTheSameHasTheSameName) {
  record::RecordRequest same = request_of();
  same.kernel = "k000";
  same.overrides = {{"swzA", "none"}, {"PA", "7"}, {"PA", "4"}};
  same.block_y = {0, 1}, same.warps = {0, 4};  // all that there are
  same.host_threads = 3;
  EXPECT_EQ(store_.file_of(same), store_.file_of(request_of()));
}

TEST_F(StoreTest, ADamagedOrForeignFileIsNotRead) {
  const std::string file = store_.file_of(request_of()).string();
  const format::Recording right = simt::record(request_of()).value();

  ASSERT_TRUE(store_.write(request_of(), right));
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  EXPECT_EQ(store_.read(request_of()).found, Found::kOther);

  std::ofstream(file) << "no recording";
  EXPECT_EQ(store_.read(request_of()).found, Found::kOther);

  record::RecordRequest other = request_of();
  other.overrides = {{"PA", "5"}};
  ASSERT_TRUE(store_.write(request_of(), simt::record(other).value()));
  EXPECT_EQ(store_.read(request_of()).found, Found::kOther);

  format::Recording of_another_build = right;
  of_another_build.origin.build = "0.0.1";
  ASSERT_TRUE(store_.write(request_of(), of_another_build));
  EXPECT_EQ(store_.read(request_of()).found, Found::kOther);

  format::Recording of_a_gpu = right;
  of_a_gpu.origin.backend = "cuda";
  ASSERT_TRUE(store_.write(request_of(), of_a_gpu));
  EXPECT_EQ(store_.read(request_of()).found, Found::kOther);

  ASSERT_TRUE(store_.write(request_of(), right));
  EXPECT_EQ(store_.read(request_of()).found, Found::kRecording);
}

TEST_F(StoreTest, AFolderThatCannotBeIsAnError) {
  std::ofstream(folder_.path() / "file") << "x";
  EXPECT_FALSE(Store::open(folder_.path() / "file"));
  EXPECT_FALSE(Store::open(folder_.path() / "file" / "below"));
  EXPECT_FALSE(Store::open(folder_.path() / "none", Store::Make::kNo));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "none"));
}

}  // namespace
}  // namespace gemmscope::sweep
