// SPDX-License-Identifier: MIT
#include "app/views/check/rows.h"
#include "app/views/parts/mistake.h"
#include "app/words/advice_words.h"
#include "app/words/finding_words.h"
#include "app/words/remark_words.h"

namespace gemmscope::views {

using analysis::CheckResult;
using analysis::Finding;

std::string finding_link(std::size_t finding) { return "finding=" + std::to_string(finding); }

std::string check_text(const format::Recording& r, const CheckResult& result) {
  std::string text = r.kernel;
  text += "\n";
  const std::string mistake = mistake_said(r);
  if (!mistake.empty()) text += "broken on purpose: " + mistake + "\n";
  for (const analysis::GapOfRaces& gap : result.gaps)
    if (gap.findings.size() > 1)
      text += std::to_string(gap.findings.size()) + " findings share one place: " + words::gap_text(gap) +
              " would separate the accesses of each\n";
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    const Finding& f = result.findings[i];
    text += "\n" + words::fault_text(f) + ", " + words::counted(r, f) + (f.parts.empty() ? "" : " in all") + "\n  " +
            words::sentence(r, f) + "\n";
    if (const std::string advice = words::advice(f); !advice.empty()) text += "  " + advice + "\n";
    for (const std::string& further : words::further_races(r, f)) text += "  " + further + "\n";
    text += "  --select " + finding_link(i) + "\n";
  }
  if (const auto program = words::of_program(r); !program.empty()) {
    text += "\nof the program, not of this kernel\n";
    for (const format::ProgramFinding& f : program)
      text += "  " + std::string(words::name_of(f.kind)) + ": " + words::sentence(f) + "\n";
    if (result.findings.empty()) text += "\nof this kernel: ";
  }
  if (result.findings.empty()) {
    text += result.made() == 0          ? ""
            : !result.undecided.empty() ? "not everything could be decided\n"
            : mistake.empty()           ? "nothing found\n"
                                        : "nothing found: the mistake does not show here\n";
  }
  if (!result.undecided.empty()) text += "\nnot decided, because values are not recorded\n";
  for (const Finding& f : result.undecided) text += "  " + words::sentence(r, f) + " (" + words::counted(r, f) + ")\n";
  if (!result.agreed.empty())
    text +=
        "\nnot counted as findings, because both stores stored the same value in this run (check that they always do)\n";
  for (const Finding& f : result.agreed) text += "  " + words::sentence(r, f) + " (" + words::counted(r, f) + ")\n";
  if (!result.unused.empty()) text += "\nnot counted as findings, because nothing depends on what is read there\n";
  for (const Finding& f : result.unused) text += "  " + words::sentence(r, f) + " (" + words::counted(r, f) + ")\n";
  if (!result.remarks.empty()) text += "\nremarks\n";
  for (const analysis::Remark& remark : result.remarks) text += "  " + words::sentence(r, remark) + "\n";
  if (!result.branch_barriers.empty()) text += "\nworth knowing, but not a finding\n";
  for (const Finding& f : result.branch_barriers)
    text += "  " + words::remark(r, f) + " (" + words::counted(r, f) + ")\n";
  const std::vector<words::Unchecked> unchecked = words::unchecked(result);
  if (!unchecked.empty()) text += "\nnot checked\n";
  for (const auto& [faults, why] : unchecked) text += "  " + faults + ": " + std::string(why) + "\n";
  text += "\n" + words::looked_at(result) + "\n";
  if (result.findings.empty() && result.made() != 0) text += beyond_checks() + "\n";
  return text;
}

}  // namespace gemmscope::views
