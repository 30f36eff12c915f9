// SPDX-License-Identifier: MIT
#include "app/session/source_watch.h"

#include <algorithm>
#include <utility>

#include "tracing/format/input_file.h"

namespace gemmscope::session {

namespace fs = std::filesystem;

SourceWatch::Stamp SourceWatch::stamp_of(const fs::path& file) {
  std::error_code error;
  Stamp stamp;
  stamp.time = fs::last_write_time(file, error);
  stamp.size = error ? 0 : fs::file_size(file, error);
  return error ? Stamp{} : stamp;
}

SourceWatch::SourceWatch(const std::vector<std::string>& files, std::function<void()> wake,
                         std::chrono::milliseconds period)
    : wake_(std::move(wake)), period_(period) {
  follow(files, fs::file_time_type::max());
  thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

void SourceWatch::follow(const std::vector<std::string>& files, fs::file_time_type since) {
  const std::lock_guard lock(mutex_);
  std::erase_if(files_, [&](const auto& known) { return std::ranges::count(files, known.first) == 0; });
  for (const std::string& file : files) {
    const auto [known, is_new] = files_.try_emplace(file);
    if (!is_new) continue;
    known->second = {stamp_of(file), format::text_in(file)};
    if (known->second.stamp.time > since) saved_ = true;
  }
}

bool SourceWatch::changed(const std::string& file, Known& known) {
  const Stamp now = stamp_of(file);
  if (now == known.stamp || now.size == 0) return false;
  known.stamp = now;
  std::string text = format::text_in(file);
  if (text.empty() || text == known.text) return false;
  known.text = std::move(text);
  return true;
}

void SourceWatch::watch(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    bool any = false;
    for (auto& [file, known] : files_) any |= changed(file, known);
    if (any) {
      saved_ = true;
      if (wake_) wake_();
    }
    stopped_.wait_for(lock, stop, period_, [] { return false; });
  }
}

}  // namespace gemmscope::session
