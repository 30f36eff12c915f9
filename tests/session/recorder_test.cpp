// SPDX-License-Identifier: MIT
#include "app/session/recorder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <semaphore>

#include "app/session/request_edits.h"
#include "app/session/shipped.h"
#include "app/session/update_recording.h"
#include "tests/session/fixture.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::session {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 20s;  // a failure takes this long instead of for ever

/// Goes on until it is told to stop. Returns whether it was.
bool record_until_stopped(const record::Progress& progress) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < end) {
    if (!progress(0, 1)) return true;
    std::this_thread::yield();
  }
  return false;
}

const Recorder kEmulator = [](const record::RecordRequest& request, const record::Progress& progress) {
  return simt::record(request, progress);
};

TEST(RecordQueue, RecordsInTheBackgroundAndWakes) {
  std::binary_semaphore woken(0);
  RecordQueue queue(kEmulator, [&] { woken.release(); });
  EXPECT_FALSE(queue.busy());
  queue.start(small_request());
  queue.wait();
  const auto result = queue.take();
  ASSERT_TRUE(result && *result);
  EXPECT_EQ((**result)->recording.kernel, "warp_tile");
  EXPECT_FALSE(queue.take());
  EXPECT_TRUE(woken.try_acquire_for(kPatience));
}

TEST(RecordQueue, WhatARecorderThrowsIsAnError) {
  RecordQueue queue(
      [&](const record::RecordRequest& request, const record::Progress&) -> Result<format::Recording> {
        if (request.K == 1) throw std::bad_alloc();
        if (request.K == 2) throw std::length_error("vector");
        throw std::runtime_error("broken");
      },
      {});
  for (const std::uint32_t K : {1u, 2u, 3u}) {
    record::RecordRequest request = small_request();
    request.K = K;
    queue.start(request);
    queue.wait();
    const auto result = queue.take();
    ASSERT_TRUE(result && !*result);
    EXPECT_EQ(result->error().kind == ErrorKind::kNoSpace, K < 3) << result->error().message;
  }
}

TEST(RecordQueue, TheLastRequestWinsAndStopsTheOneUnderWay) {
  std::binary_semaphore started(0);
  std::atomic<bool> stopped = false;
  RecordQueue queue(
      [&](const record::RecordRequest& request, const record::Progress& progress) -> Result<format::Recording> {
        if (request.K == 1) {
          started.release();
          stopped = record_until_stopped(progress);
          return fail(ErrorKind::kUsage, "stopped");
        }
        return kEmulator(request, progress);
      },
      {});
  record::RecordRequest endless = small_request();
  endless.K = 1;
  queue.start(endless);
  started.acquire();
  queue.start(small_request());
  queue.wait();
  EXPECT_TRUE(stopped);
  const auto result = queue.take();
  ASSERT_TRUE(result);
  EXPECT_TRUE(*result);
}

TEST(RecordQueue, WhatWasOvertakenIsNeverShown) {
  std::binary_semaphore started(0), overtaking(0), go_on(0);
  RecordQueue queue(
      [&](const record::RecordRequest& request, const record::Progress& progress) -> Result<format::Recording> {
        started.release();
        if (request.K == 1) {
          (void)record_until_stopped(progress);
          return fail(ErrorKind::kUsage, "stopped");
        }
        overtaking.release();
        go_on.acquire();
        return kEmulator(request, progress);
      },
      {});
  record::RecordRequest first = small_request();
  first.K = 1;
  queue.start(first);
  started.acquire();
  queue.start(small_request());
  overtaking.acquire();  // the first one's outcome is known
  EXPECT_FALSE(queue.take());
  go_on.release();
  queue.wait();
  const auto result = queue.take();
  EXPECT_TRUE(result && *result);
}

TEST(RecordQueue, EndsWhileARecordingIsUnderWay) {
  std::binary_semaphore started(0);
  std::atomic<bool> stopped = false;
  {
    RecordQueue queue(
        [&](const record::RecordRequest&, const record::Progress& progress) -> Result<format::Recording> {
          started.release();
          stopped = record_until_stopped(progress);
          return fail(ErrorKind::kUsage, "stopped");
        },
        {});
    queue.start(small_request());
    started.acquire();
  }
  EXPECT_TRUE(stopped);
}

TEST(UpdateRecording, AChangedPaddingIsRecordedAndShown) {
  std::latch asked(1);  // or else the recording may be there before the first update has looked for it
  RecordQueue queue(
      [&](const record::RecordRequest& request, const record::Progress& progress) {
        asked.wait();
        return kEmulator(request, progress);
      },
      {});
  Session s = small_session();
  set_parameter(s, "PA", "4");
  EXPECT_TRUE(update_recording(s, queue));
  EXPECT_FALSE(s.bench.record_due);
  EXPECT_TRUE(s.bench.recording_now);
  asked.count_down();
  queue.wait();
  EXPECT_TRUE(update_recording(s, queue));
  EXPECT_FALSE(s.bench.recording_now);
  EXPECT_EQ(s.look.recording()->parameter_int("PA"), 4);
  EXPECT_FALSE(update_recording(s, queue));
}

TEST(UpdateRecording, ARecordingThatComesWithTheProgramIsNotReplacedByOneUnderWay) {
  std::latch asked(1);
  std::counting_semaphore<> begun(0);
  RecordQueue queue(
      [&](const record::RecordRequest& request, const record::Progress& progress) {
        begun.release();
        asked.wait();
        return kEmulator(request, progress);
      },
      {});
  Session s = small_session();
  const ShippedRecording& shipped = shipped_recordings().front();
  ASSERT_NE(shipped.kernel, s.bench.wanted.kernel);
  set_parameter(s, "PA", "4");
  update_recording(s, queue);
  begun.acquire();
  open_shipped(s, shipped);
  update_recording(s, queue);
  asked.count_down();
  queue.wait();
  update_recording(s, queue);
  EXPECT_EQ(s.look.recording()->kernel, shipped.kernel);
  EXPECT_EQ(s.bench.wanted.kernel, shipped.kernel);
  EXPECT_EQ(s.desk.error, "");
  EXPECT_FALSE(s.bench.recording_now);
  set_kernel(s, "coalesced");  // and what is wanted next is recorded as ever
  update_recording(s, queue);
  queue.wait();
  update_recording(s, queue);
  EXPECT_EQ(s.look.recording()->kernel, "coalesced");
}

TEST(UpdateRecording, AnImpossibleParameterIsASentence) {
  RecordQueue queue(kEmulator, {});
  Session s = small_session();
  set_parameter(s, "PA", "99");
  update_recording(s, queue);
  queue.wait();
  update_recording(s, queue);
  EXPECT_NE(s.desk.error.find("PA=99"), std::string::npos) << s.desk.error;
  EXPECT_EQ(s.look.recording()->parameter_int("PA"), 0);
}

}  // namespace
}  // namespace gemmscope::session
