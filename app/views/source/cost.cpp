// SPDX-License-Identifier: MIT
#include "app/views/source/cost.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "app/views/parts/baseline_words.h"
#include "app/views/source/file.h"
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
std::string sectors_of_lines(const analysis::Count& count) {
  const std::string sectors = words::count_of(count.sectors, "sector");
  if (count.sectors == count.ideal_sectors) return sectors + ", the ideal";
  return sectors + ", ideal " + thousands(count.ideal_sectors) + ": " + words::share(count.bytes_used()) +
         " of bytes used";
}

/// Where the block makes no request.
std::string end_of_launch(const session::Look& look) {
  if (!look.recording()->fault) return "No request of this block is recorded";
  if (place_of_request(look).line == 0) return "The launch ends with a fault, on a line that is not known";
  return request_line_in_words(look) + ": the launch ends here with a fault";
}

/// The baseline's file of the same path; the kernel's own is that of the other's, whatever its path.
std::optional<std::uint16_t> same_file(const format::Recording& here, const format::Recording& there,
                                       std::uint16_t file) {
  if (file == 0) return file;
  const auto found = std::ranges::find(there.included, here.source_of(file).path, &format::Source::path);
  if (found == there.included.end()) return std::nullopt;
  return static_cast<std::uint16_t>(found - there.included.begin() + 1);
}

}  // namespace

std::string line_answer(const session::Look& look) {
  if (!look.current) return end_of_launch(look);
  const session::Current& now = *look.current;
  const analysis::Count* count = count_of_line(look, place_of_request(look));
  const std::string name = request_line_in_words(look);
  if (count == nullptr || count->requests == 0) return name + " makes no request here";
  const analysis::SharedCount& shared = count->by(look.rule);
  const std::string line = name + ": " + requests_in_words(*count, shared, now.shared()) + ", ";
  if (count->misaligned != 0)
    return line + (count->misaligned == count->requests ? "all" : thousands(count->misaligned) + " of them") +
           " misaligned: the GPU faults";
  if (count->faulted != 0)
    return line + (count->requests == 1 ? "which" : "one of which") + " ended the launch with a fault";
  if (!now.shared() && shared.wavefronts != 0)  // the row has those
    return name + ": " + words::count_of(shared.wavefronts, "wavefront") + "; " +
           words::count_of(count->sectors, "sector") + ", " +
           (count->sectors == count->ideal_sectors ? "the ideal" : "ideal " + thousands(count->ideal_sectors));
  if (!now.shared()) return name + ": " + sectors_of_lines(*count);
  if (shared.excess() == 0) return line + words::count_of(shared.wavefronts, "wavefront") + ", no conflict";
  return line + words::count_of(shared.wavefronts, "wavefront") + ", " + thousands(shared.excess()) + " excess";
}

std::uint64_t passes_of(const session::Look& look, const analysis::Count& count, bool in_sectors) {
  return in_sectors ? count.sectors : count.by(look.rule).wavefronts;
}

LineCost cost_of_line(const session::Look& look, const analysis::Count& count) {
  const analysis::SharedCount& shared = count.by(look.rule);
  const double of_ideal =
      static_cast<double>(count.sectors) / static_cast<double>(std::max<std::uint64_t>(1, count.ideal_sectors));
  const bool in_sectors = shared.wavefronts == 0 || of_ideal > shared.max_nway;
  return {in_sectors, passes_of(look, count, in_sectors), in_sectors ? of_ideal : shared.max_nway};
}

const analysis::Count* count_in_baseline(const session::Look& look, const session::Look& baseline, format::Place line) {
  const format::Recording &here = *look.recording(), &there = *baseline.recording();
  const std::optional<std::uint16_t> file = same_file(here, there, line.file);
  if (!file) return nullptr;
  if (here.source_of(line.file).text == there.source_of(*file).text) return count_of_line(baseline, {*file, line.line});
  const auto site =
      std::ranges::find_if(here.sites, [&](const format::Site& s) { return s.line_in(line.file) == line.line; });
  if (site == here.sites.end()) return nullptr;
  const auto lines = [&](const format::Recording& of, std::uint16_t in) {
    std::set<std::uint32_t> all;
    for (const format::Site& each : of.sites)
      if (each.name == site->name && (in == 0 || each.line_in(in) != 0)) all.insert(each.line_in(in));
    return all;
  };
  const std::set<std::uint32_t> ours = lines(here, line.file), theirs = lines(there, *file);
  const auto rank = std::distance(ours.begin(), ours.find(line.line));
  if (rank >= static_cast<std::ptrdiff_t>(theirs.size())) return nullptr;
  return count_of_line(baseline, {*file, *std::next(theirs.begin(), rank)});
}

std::string line_answer(const session::Look& look, const session::Look& baseline) {
  if (!look.current) return line_answer(look);
  const format::Place line = place_of_request(look);
  const analysis::Count *now = count_of_line(look, line), *before = count_in_baseline(look, baseline, line);
  if (now == nullptr || now->requests == 0 || now->misaligned + now->faulted != 0) return line_answer(look);
  const std::string number = request_line_in_words(look);
  if (before == nullptr || before->requests == 0) return number + ": the baseline makes no such request";
  if (before->misaligned != 0) return number + ": the baseline's requests are misaligned";
  if (before->faulted != 0) return number + ": the baseline's launch ends here with a fault";
  const LineCost cost = cost_of_line(look, *now);
  std::string text = number + ": " + words::count_of(cost.passes, cost.in_sectors ? "sector" : "wavefront") + ", " +
                     as_baseline(change_in_words(cost.passes, passes_of(baseline, *before, cost.in_sectors)));
  if (now->requests != before->requests) text += "; requests: " + change_in_words(now->requests, before->requests);
  return text;
}

const analysis::Count* count_of_line(const session::Look& look, format::Place line) {
  for (const analysis::LineCount& each : look.summary.lines_of(line.file))
    if (each.line == line.line) return &each.count;
  return nullptr;
}

std::uint64_t excess_of(const session::Look& look, const analysis::Count& count) {
  if (look.recording()->shared_bytes == 0) return count.sectors - count.ideal_sectors;
  return count.by(look.rule).excess();
}

}  // namespace gemmscope::views
