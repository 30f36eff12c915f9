// SPDX-License-Identifier: MIT
/// @file progress.h
/// How far long work has come: one line on a terminal, rewritten in place; nothing on a pipe.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace gemmscope::cli {

/// "recording: 120 of 1 024 blocks, 12 %, 40 blocks/s, 22 s left".
std::string progress_line(const std::string& doing, const std::string& things, std::uint64_t done, std::uint64_t total,
                          double seconds);

class ProgressLine {
 public:
  /// `doing`: "recording"; `things`: "blocks". Written to stderr if that is a terminal.
  ProgressLine(std::string doing, std::string things);
  ~ProgressLine();  ///< wipes the line

  /// From any thread. Returns false if the work should stop, because of Ctrl-C.
  bool operator()(std::uint64_t done, std::uint64_t total);

 private:
  using Clock = std::chrono::steady_clock;
  std::string doing_, things_;
  bool terminal_;
  std::mutex mutex_;
  Clock::time_point start_, next_;
  bool shown_ = false;
};

}  // namespace gemmscope::cli
