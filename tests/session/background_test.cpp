// SPDX-License-Identifier: MIT
// Work on a thread of its own: only what was asked for last ever comes of it.
#include "app/session/background.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <semaphore>
#include <thread>

namespace gemmscope::session {
namespace {

using namespace std::chrono_literals;
using Squares = Background<int, int>;

constexpr auto kPatience = 20s;  // a failure takes this long instead of for ever

/// Goes on until it is told to stop. Returns whether it was.
bool work_until_stopped(const Squares::GoOn& go_on) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < end) {
    if (!go_on()) return true;
    std::this_thread::yield();
  }
  return false;
}

TEST(Background, WorksAndWakes) {
  std::binary_semaphore woken(0);
  Squares squares([](int n, const auto&) { return n * n; }, [&] { woken.release(); });
  EXPECT_FALSE(squares.busy());
  squares.start(7);
  squares.wait();
  EXPECT_EQ(squares.take(), 49);
  EXPECT_EQ(squares.take(), std::nullopt);
  EXPECT_TRUE(woken.try_acquire_for(kPatience));
}

TEST(Background, TheLastJobWinsAndStopsTheOneUnderWay) {
  std::binary_semaphore started(0);
  std::atomic<bool> stopped = false;
  Squares squares(
      [&](int n, const Squares::GoOn& go_on) {
        if (n == 1) started.release(), stopped = work_until_stopped(go_on);
        return n * n;
      },
      {});
  squares.start(1);
  started.acquire();
  squares.start(7);
  squares.wait();
  EXPECT_TRUE(stopped);
  EXPECT_EQ(squares.take(), 49);
}

TEST(Background, WhatWasOvertakenIsNeverShown) {
  std::binary_semaphore started(0), overtaking(0), go_on_now(0);
  std::atomic<bool> stopped = false;
  Squares squares(
      [&](int n, const Squares::GoOn& go_on) {
        if (n == 1) {
          started.release();
          stopped = work_until_stopped(go_on);
          return 1;
        }
        overtaking.release();
        go_on_now.acquire();
        return n * n;
      },
      {});
  squares.start(1);
  started.acquire();
  squares.start(7);
  overtaking.acquire();  // what came of the first one is known
  EXPECT_EQ(squares.take(), std::nullopt);
  EXPECT_TRUE(stopped);
  go_on_now.release();
  squares.wait();
  EXPECT_EQ(squares.take(), 49);
}

TEST(Background, NothingComesOfWhatIsStopped) {
  std::binary_semaphore started(0);
  std::atomic<bool> stopped = false;
  Squares squares(
      [&](int n, const Squares::GoOn& go_on) {
        started.release();
        stopped = work_until_stopped(go_on);
        return n;
      },
      {});
  squares.start(1);
  started.acquire();
  squares.stop();
  squares.wait();
  EXPECT_TRUE(stopped);
  EXPECT_EQ(squares.take(), std::nullopt);
}

TEST(Background, EndsWhileWorkIsUnderWay) {
  std::binary_semaphore started(0);
  std::atomic<bool> stopped = false;
  {
    Squares squares(
        [&](int n, const Squares::GoOn& go_on) {
          started.release();
          stopped = work_until_stopped(go_on);
          return n;
        },
        {});
    squares.start(1);
    started.acquire();
  }
  EXPECT_TRUE(stopped);
}

}  // namespace
}  // namespace gemmscope::session
