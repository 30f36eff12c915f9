// SPDX-License-Identifier: MIT
#include "app/cli/progress.h"

#include <cmath>
#include <cstdio>
#include <utility>

#include <unistd.h>

#include "app/cli/interrupt.h"
#include "app/words/number.h"

namespace gemmscope::cli {
namespace {

constexpr auto kQuiet = std::chrono::milliseconds(300);     // shorter work shows nothing
constexpr auto kInterval = std::chrono::milliseconds(100);  // between updates

std::string duration(double seconds) {
  if (seconds < 100) return words::decimals(std::ceil(seconds), 0) + " s";
  if (seconds < 100 * 60) return words::decimals(std::ceil(seconds / 60), 0) + " min";
  return words::decimals(std::ceil(seconds / 3600), 0) + " h";
}

}  // namespace

std::string progress_line(const std::string& doing, const std::string& things, std::uint64_t done, std::uint64_t total,
                          double seconds) {
  std::string line = doing + ": " + words::thousands(done) + " of " + words::thousands(total) + " " + things;
  if (total != 0) line += ", " + words::percent(static_cast<double>(done) / static_cast<double>(total));
  if (done == 0 || seconds <= 0) return line;
  const double rate = static_cast<double>(done) / seconds;
  line += ", " + (rate < 10 ? words::decimals(rate, 1) : words::thousands(static_cast<std::uint64_t>(rate))) + " " +
          things + "/s";
  return line + ", " + duration(static_cast<double>(total - done) / rate) + " left";
}

ProgressLine::ProgressLine(std::string doing, std::string things)
    : doing_(std::move(doing)),
      things_(std::move(things)),
      terminal_(isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      next_(start_ + kQuiet) {}

ProgressLine::~ProgressLine() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

bool ProgressLine::operator()(std::uint64_t done, std::uint64_t total) {
  if (terminal_ && total != 0) {
    const std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    if (now >= next_) {
      const double seconds = std::chrono::duration<double>(now - start_).count();
      std::fprintf(stderr, "\r\033[K%s", progress_line(doing_, things_, done, total, seconds).c_str());
      std::fflush(stderr);
      shown_ = true;
      next_ = now + kInterval;
    }
  }
  return !interrupted();
}

}  // namespace gemmscope::cli
