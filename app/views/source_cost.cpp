// SPDX-License-Identifier: MIT
#include "app/views/source_cost.h"

namespace gemmscope::views {

const analysis::Count* count_of_line(const session::Session& session, std::uint32_t line) {
  for (const analysis::LineCount& each : session.summary.lines)
    if (each.line == line) return &each.count;
  return nullptr;
}

std::uint64_t excess_of(const session::Session& session, const analysis::Count& count) {
  if (session.recording()->shared_bytes == 0) return count.sectors - count.ideal_sectors;
  return count.by(session.rule).excess();
}

}  // namespace gemmscope::views
