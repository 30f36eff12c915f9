// SPDX-License-Identifier: MIT
#include "app/session/source_watch.h"

#include <fstream>
#include <iterator>
#include <string>
#include <utility>

namespace gemmscope::session {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What a save changes; cheaper to ask for than the text.
struct Stamp {
  fs::file_time_type time;
  std::uintmax_t size = 0;
  friend bool operator==(const Stamp&, const Stamp&) = default;
};

Stamp stamp_of(const fs::path& file) {
  std::error_code error;
  Stamp stamp;
  stamp.time = fs::last_write_time(file, error);
  stamp.size = fs::file_size(file, error);
  return error ? Stamp{} : stamp;
}

}  // namespace

SourceWatch::SourceWatch(fs::path file, std::function<void()> wake, std::chrono::milliseconds period)
    : file_(std::move(file)), wake_(std::move(wake)), period_(period) {
  thread_ = std::jthread([this, known = text_of(file_)](const std::stop_token& stop) { watch(stop, known); });
}

void SourceWatch::watch(const std::stop_token& stop, std::string known) {
  Stamp last;
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    const Stamp now = stamp_of(file_);
    if (now != last && now.size != 0) {
      last = now;
      std::string text = text_of(file_);
      if (!text.empty() && text != known) {
        known = std::move(text);
        saved_ = true;
        if (wake_) wake_();
      }
    }
    stopped_.wait_for(lock, stop, period_, [] { return false; });
  }
}

}  // namespace gemmscope::session
