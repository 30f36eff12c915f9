// SPDX-License-Identifier: MIT
#include "app/views/source/cost.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "app/views/parts/baseline_words.h"
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

std::uint64_t passes_of(const session::Look& look, const analysis::Count& count) {
  const std::uint64_t wavefronts = count.by(look.rule).wavefronts;
  return wavefronts != 0 ? wavefronts : count.sectors;
}

const analysis::Count* count_in_baseline(const session::Look& look, const session::Look& baseline, std::uint32_t line) {
  const format::Recording &here = *look.recording(), &there = *baseline.recording();
  if (here.source.text == there.source.text) return count_of_line(baseline, line);
  const auto site = std::ranges::find(here.sites, line, &format::Site::line);
  if (site == here.sites.end()) return nullptr;
  const auto lines = [&](const format::Recording& of) {
    std::set<std::uint32_t> all;
    for (const format::Site& each : of.sites)
      if (each.name == site->name) all.insert(each.line);
    return all;
  };
  const std::set<std::uint32_t> ours = lines(here), theirs = lines(there);
  const auto rank = std::distance(ours.begin(), ours.find(line));
  if (rank >= static_cast<std::ptrdiff_t>(theirs.size())) return nullptr;
  return count_of_line(baseline, *std::next(theirs.begin(), rank));
}

std::string line_answer(const session::Look& look, const session::Look& baseline) {
  const std::uint32_t line = look.current->site.line;
  const analysis::Count *now = count_of_line(look, line), *before = count_in_baseline(look, baseline, line);
  if (now == nullptr || now->requests == 0 || now->misaligned != 0) return line_answer(look);
  const std::string number = "Line " + std::to_string(line);
  if (before == nullptr || before->requests == 0) return number + ": the baseline makes no such request";
  if (before->misaligned != 0) return number + ": the baseline's requests are misaligned";
  const std::uint64_t passes = passes_of(look, *now);
  std::string text = number + ": " +
                     words::count_of(passes, now->by(look.rule).wavefronts != 0 ? "wavefront" : "sector") + ", " +
                     as_baseline(change_in_words(passes, passes_of(baseline, *before)));
  if (now->requests != before->requests) text += "; requests: " + change_in_words(now->requests, before->requests);
  return text;
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
