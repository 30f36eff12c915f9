// SPDX-License-Identifier: MIT
/// @file source_watch.h
/// Whether a file was saved.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>

namespace gemmscope::session {

/// Looks at a file now and then, on a thread of its own. Editors write a file anew or put another in its place, and for
/// a moment it is empty or gone: that is no save, nor is one that changes nothing.
class SourceWatch {
 public:
  /// `wake` is called on that thread after each save.
  SourceWatch(std::filesystem::path file, std::function<void()> wake,
              std::chrono::milliseconds period = std::chrono::milliseconds(200));

  /// Whether its text is another one than when this was asked last, at first than when the watch began.
  bool saved() { return saved_.exchange(false); }

 private:
  void watch(const std::stop_token& stop, std::string known);

  std::filesystem::path file_;
  std::function<void()> wake_;
  std::chrono::milliseconds period_;
  std::atomic<bool> saved_{false};
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::jthread thread_;  ///< last: it must stop before the members it uses go
};

}  // namespace gemmscope::session
