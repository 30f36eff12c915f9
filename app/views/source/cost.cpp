// SPDX-License-Identifier: MIT
#include "app/views/source/cost.h"

#include <numeric>

#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using words::thousands;

/// "16 requests"; of a line that touches both memories those of one: "8 shared requests".
std::string requests_in_words(const analysis::Count& count, const analysis::SharedCount& shared, bool of_shared) {
  const auto& by_nway = shared.nway_histogram;
  const std::uint64_t in_shared = std::accumulate(by_nway.begin(), by_nway.end(), std::uint64_t{0});
  if (in_shared == 0 || count.sectors == 0) return words::count_of(count.requests, "request");
  return of_shared ? words::count_of(in_shared, "shared request")
                   : words::count_of(count.requests - in_shared, "global request");
}

/// "Line 37: 4 096 sectors, ideal 512: 12.5 % of bytes used". Requests have no room beside those: the row's hint has
/// them.
std::string sectors_in_words(const analysis::Count& count) {
  const std::string sectors = words::count_of(count.sectors, "sector");
  if (count.sectors == count.ideal_sectors) return sectors + ", the ideal";
  return sectors + ", ideal " + thousands(count.ideal_sectors) + ": " + words::share(count.bytes_used()) +
         " of bytes used";
}

}  // namespace

std::string line_answer(const session::Look& look) {
  const session::Current& now = *look.current;
  const analysis::Count* count = count_of_line(look, now.site.line);
  if (count == nullptr || count->requests == 0)
    return "Line " + std::to_string(now.site.line) + " makes no request here";
  const analysis::SharedCount& shared = count->by(look.rule);
  const std::string line =
      "Line " + std::to_string(now.site.line) + ": " + requests_in_words(*count, shared, now.shared()) + ", ";
  if (count->misaligned != 0)
    return line + (count->misaligned == count->requests ? "all" : thousands(count->misaligned) + " of them") +
           " misaligned: the GPU faults";
  if (!now.shared()) return "Line " + std::to_string(now.site.line) + ": " + sectors_in_words(*count);
  if (shared.excess() == 0) return line + words::count_of(shared.wavefronts, "wavefront") + ", no conflict";
  return line + words::count_of(shared.wavefronts, "wavefront") + ", " + thousands(shared.excess()) + " excess";
}

const analysis::Count* count_of_line(const session::Look& look, std::uint32_t line) {
  for (const analysis::LineCount& each : look.summary.lines)
    if (each.line == line) return &each.count;
  return nullptr;
}

std::uint64_t excess_of(const session::Look& look, const analysis::Count& count) {
  if (look.recording()->shared_bytes == 0) return count.sectors - count.ideal_sectors;
  return count.by(look.rule).excess();
}

}  // namespace gemmscope::views
