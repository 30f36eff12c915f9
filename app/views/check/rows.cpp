// SPDX-License-Identifier: MIT
#include "app/views/check/rows.h"

#include <algorithm>

#include "app/session/findings.h"
#include "app/views/parts/baseline_words.h"
#include "app/views/parts/mistake.h"
#include "app/words/advice_words.h"
#include "app/words/finding_words.h"
#include "app/words/number.h"
#include "app/words/remark_words.h"
#include "tracing/format/block_name.h"
#include "tracing/format/text.h"

namespace gemmscope::views {
namespace {

using analysis::CheckResult;
using analysis::Fault;
using analysis::Finding;
using Extent = analysis::CheckScope::Extent;

const std::string kNone = "\u2013";

std::string lines_text(const format::Recording& recording, const Finding& finding) {
  if (const auto& d = finding.divergence) {  // a thread that has ended is at none, and some are not known
    if (d->line == 0 && d->other_line == 0) return kNone;
    const std::string line = d->line == 0 ? "" : std::to_string(d->line), other = std::to_string(d->other_line);
    return d->other_line == 0 || d->other_line == d->line ? line : line.empty() ? other : line + ", " + other;
  }
  if (!finding.at) return kNone;
  const std::uint32_t at = analysis::site_of(recording, finding).line;
  const std::uint32_t other = finding.other ? analysis::other_site_of(recording, finding).line : at;
  return other == at ? std::to_string(at) : std::to_string(other) + ", " + std::to_string(at);
}

/// "between warps 0 and 2", "inside warp 0", "warp 1": where the threads are.
std::string who_text(const format::Recording& recording, const Finding& finding, bool narrow) {
  if (finding.fault == Fault::kLaunchFault && finding.count == 1)
    return "thread " + std::to_string(recording.fault->thread);
  if (finding.fault == Fault::kLaunchFault)  // several may have, and the first one stands for them
    return "block " + block_name(recording, recording.fault->y, recording.fault->x);
  if (const auto& d = finding.divergence) return "block " + block_name(recording, d->y, d->x);
  if (!finding.at) return "block " + block_name(recording, recording.blocks[finding.block]);
  const std::string warp = std::to_string(finding.at->warp);
  if (!finding.other) return "warp " + warp;
  const analysis::Access &one = *finding.other, &two = *finding.at;
  if (one.block != two.block) return "between blocks";
  if (one.warp == two.warp) return (narrow ? "in warp " : "inside warp ") + warp;
  const std::string first = std::to_string(std::min(one.warp, two.warp)),
                    second = std::to_string(std::max(one.warp, two.warp));
  return narrow ? "warps " + first + ", " + second : "between warps " + first + " and " + second;
}

}  // namespace

std::vector<FoundFault> found_faults(const CheckResult& check) {
  std::vector<FoundFault> found;
  for (const Finding& finding : check.findings) {
    if (found.empty() || found.back().fault != finding.fault) found.push_back({finding.fault, 0});
    ++found.back().findings;
  }
  return found;
}

std::vector<std::string> finding_cells(const format::Recording& recording, const Finding& finding, bool narrow) {
  const std::string place = words::place_text(recording, finding);
  std::vector<std::string> cells{
      (analysis::is_race(finding.fault) && !narrow ? "race: " : "") + std::string(analysis::name_of(finding.fault)),
      place.empty() ? kNone : place, lines_text(recording, finding)};
  cells.push_back(who_text(recording, finding, narrow));
  cells.push_back(words::counted(recording, finding));
  return cells;
}

std::string check_answer(const session::Look& look) {
  const CheckResult& check = look.loaded->check;
  const std::size_t program = words::of_program(*look.recording()).size();
  const std::string of_program = words::count_of(program, "finding") + " outside this launch";
  if (check.findings.empty() && program != 0) return "The program is broken: " + of_program;
  if (check.findings.empty())
    return check.extent() == Extent::kNothing    ? "Nothing was checked"
           : !check.undecided.empty()            ? "Not everything could be decided"
           : check.extent() == Extent::kRecorded ? "Nothing found in the part that was checked"
           : mistake_said(*look.recording()).empty()
               ? "Nothing found by " + words::count_of(static_cast<std::uint64_t>(check.made()), "check") +
                     " of addresses and barriers"
               : "Nothing found: the mistake does not show here";
  const std::size_t all = check.findings.size(), shown = shown_findings(look).size();
  const bool only_said = std::ranges::all_of(
      check.findings, [](const analysis::Finding& finding) { return finding.fault == analysis::Fault::kNotAsSaid; });
  std::string text =
      (only_said ? "The kernel and a comment disagree: " : "This kernel is broken: ") + words::count_of(all, "finding");
  if (const std::size_t kinds = found_faults(check).size(); kinds > 1) text += " of " + words::count_of(kinds, "kind");
  if (program != 0) text += ", and " + of_program;
  return shown == all ? text : text + ", " + std::to_string(shown) + " shown";
}

/// What was found in the other launches of the program's run.
static std::string check_of_run(const session::Look& look) {
  constexpr std::size_t kMost = 2;
  std::vector<std::string> others;
  if (std::ranges::count(look.run, look.loaded) != 0)
    for (const session::LoadedPtr& launch : look.run)
      if (const std::string found = words::findings_in_words(launch->recording, launch->check);
          launch != look.loaded && !found.empty())
        others.push_back(format::shown(launch->recording.kernel) + ": " + found);
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, others.size()); ++i) text += (i == 0 ? "" : ", ") + others[i];
  if (others.size() > kMost) text += " and " + words::count_of(others.size() - kMost, "more kernel");
  return text.empty() ? "" : "Other kernels of this program: " + text + ".";
}

std::string check_detail(const session::Look& look) {
  const format::Recording& recording = *look.recording();
  const CheckResult& check = look.loaded->check;
  const std::string mistake = mistake_said(recording);
  const std::string wrong = mistake.empty() ? check_of_run(look) : "Broken on purpose: " + mistake + ".";
  const std::string part(check.incomplete());
  if (check.findings.empty() || part.empty()) return wrong;
  return wrong + (wrong.empty() ? "" : " ") + words::capital(part) + "; the rest may have more.";
}

std::string check_change(const session::Look& look, const session::Look& baseline) {
  const CheckResult &now = look.loaded->check, &before = baseline.loaded->check;
  const std::vector<FoundFault> ours = found_faults(now), theirs = found_faults(before);
  const std::string text = "Baseline " + told_apart(*baseline.recording(), *look.recording()).first + ": " +
                           (!theirs.empty()                       ? words::count_of(before.findings.size(), "finding")
                            : before.extent() == Extent::kNothing ? "nothing was checked"
                            : !before.undecided.empty()           ? "not everything could be decided"
                                                                  : "nothing found");
  const auto beyond = [](const std::vector<FoundFault>& these, const std::vector<FoundFault>& those) {
    std::string names;
    for (const FoundFault& each : these)
      if (std::ranges::find(those, each.fault, &FoundFault::fault) == those.end())
        names += (names.empty() ? "" : ", ") + std::string(analysis::name_of(each.fault));
    return names;
  };
  const std::string gone = beyond(theirs, ours), added = beyond(ours, theirs);
  if (gone.empty() && added.empty() && !ours.empty()) return text + " of the same kinds";
  return text + (gone.empty() ? "" : "; gone: " + gone) + (added.empty() ? "" : "; new: " + added);
}

std::vector<std::string> scope_lines(const format::Recording& recording, const CheckResult& check) {
  std::vector<std::string> lines{words::looked_at(check) + "."};
  if (check.extent() == Extent::kNothing) return lines;
  for (const Finding& finding : check.undecided)
    lines.push_back(words::sentence(recording, finding) + " (" + words::counted(recording, finding) + ")");
  if (!check.agreed.empty()) {
    const std::string more =
        check.agreed.size() == 1 ? "" : " (" + words::count_of(check.agreed.size() - 1, "more place") + " like this.)";
    lines.push_back("Not a finding as long as both store the same value: " +
                    words::sentence(recording, check.agreed.front()) + more);
  }
  if (!check.unused.empty())
    lines.push_back("Not a finding, as nothing depends on what is read: " +
                    words::sentence(recording, check.unused.front()));
  for (const analysis::Remark& remark : check.remarks) lines.push_back(words::sentence(recording, remark));
  for (const Finding& each : check.branch_barriers) lines.push_back("Not a finding: " + words::remark(recording, each));
  for (const auto& [faults, why] : words::unchecked(check))
    lines.push_back("Not checked: " + faults + ", because " + std::string(why) + ".");
  lines.push_back(beyond_checks() + ".");
  return lines;
}

std::string beyond_checks() { return "The checks look at addresses and barriers, not at values"; }

std::string missing_barrier(const session::Look& look) {
  const Finding* const finding = session::chosen_finding(look);
  if (finding == nullptr) return {};
  for (const analysis::GapOfRaces& gap : look.loaded->check.gaps)
    if (gap.findings.size() > 1 && std::ranges::binary_search(gap.findings, *look.views.check.chosen))
      return " " + words::capital(words::gap_text(gap)) + " would separate them, and those of " +
             words::count_of(gap.findings.size() - 1, "other finding") + ".";
  const std::string advice = words::advice(*finding);
  std::string text = advice.empty() ? "" : " " + advice;
  constexpr std::size_t kMost = 1;  // there is no room for more, and the report lists them
  for (const std::string& further : words::further_races(*look.recording(), *finding, kMost))
    text += " " + further + ".";
  return text;
}

}  // namespace gemmscope::views
