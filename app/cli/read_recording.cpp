// SPDX-License-Identifier: MIT
#include "app/cli/read_recording.h"

#include <chrono>
#include <cstdio>

#include "app/cli/progress.h"
#include "app/words/number.h"
#include "tracing/format/file.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {

Result<format::Recording> read_recording(const std::filesystem::path& file) {
  return format::read_file(file, [&](std::uint64_t memory) {
    std::fprintf(stderr, "gemmscope: %s is sound, and takes up to %s MiB of memory: reading it takes a while\n",
                 format::shown(file.string()).c_str(), words::thousands(memory >> 20).c_str());
  });
}

analysis::CheckResult check_with_progress(const format::Recording& recording) {
  using Clock = std::chrono::steady_clock;
  ProgressLine line("checking", "s");
  const auto begin = Clock::now();
  return analysis::check(recording, [&] {
    const auto now = Clock::now();
    const auto passed = std::chrono::duration_cast<std::chrono::seconds>(now - begin);
    line(static_cast<std::uint64_t>(passed.count()), static_cast<std::uint64_t>(analysis::kMostTime.count()));
    return now;
  });
}

}  // namespace gemmscope::cli
