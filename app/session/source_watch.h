// SPDX-License-Identifier: MIT
/// @file source_watch.h
/// Whether one of some files was saved.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace gemmscope::session {

/// Looks at files now and then, on a thread of its own. Editors write a file anew or put another in its place, and for
/// a moment it is empty or gone: that is no save, nor is one that changes nothing.
class SourceWatch {
 public:
  /// `wake` is called on that thread after each save.
  SourceWatch(const std::vector<std::string>& files, std::function<void()> wake,
              std::chrono::milliseconds period = std::chrono::milliseconds(200));

  /// Looks at these files from now on. One that was not looked at before counts as saved if it was written after
  /// `since`.
  void follow(const std::vector<std::string>& files, std::filesystem::file_time_type since);
  /// Whether a text is another one than when this was asked last, at first than when its watch began.
  bool saved() { return saved_.exchange(false); }

 private:
  /// What a save changes; cheaper to ask for than the text.
  struct Stamp {
    std::filesystem::file_time_type time{};
    std::uintmax_t size = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  struct Known {
    Stamp stamp;
    std::string text;
  };
  static Stamp stamp_of(const std::filesystem::path& file);
  static bool changed(const std::string& file, Known& known);
  void watch(const std::stop_token& stop);

  std::map<std::string, Known> files_;
  std::function<void()> wake_;
  std::chrono::milliseconds period_;
  std::atomic<bool> saved_{false};
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::jthread thread_;  ///< last: it must stop before the members it uses go
};

}  // namespace gemmscope::session
