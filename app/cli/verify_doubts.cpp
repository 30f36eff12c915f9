// SPDX-License-Identifier: MIT
#include "app/cli/verify_doubts.h"

#include <algorithm>
#include <array>

#include "app/words/finding_words.h"
#include "app/words/number.h"
#include "app/words/remark_words.h"
#include "tracing/analysis/remarks.h"
#include "tracing/analysis/tiles/room.h"

namespace gemmscope::cli {

using analysis::Remark;
using analysis::Verified;

namespace {

/// Whether what a launch leaves depends on which thread comes first, or on memory that was never written.
bool makes_results_unsure(const analysis::Finding& finding) {
  using analysis::Fault;
  constexpr std::array kOthers{Fault::kUninitialisedRead, Fault::kUnwrittenRead,  Fault::kCopyInFlight,
                               Fault::kOutOfBounds,       Fault::kUndefinedValue, Fault::kAbsentLane};
  return analysis::is_race(finding.fault) || std::ranges::find(kOthers, finding.fault) != kOthers.end();
}

}  // namespace

bool note_unsure(const format::Recording& recording, const std::vector<analysis::Finding>& found, Verified& verified) {
  using enum Verified::Verdict;
  const auto unsure = std::ranges::find_if(found, makes_results_unsure);
  if (verified.verdict == kRight || verified.verdict == kWrong || unsure == found.end()) return false;
  verified.verdict = kUnknown;
  verified.why = "'gemmscope check' finds what makes a judgement impossible" +
                 (found.size() == 1 ? "" : ", one of " + words::count_of(found.size(), "fault")) + ": " +
                 words::sentence(recording, *unsure);
  return true;
}

std::string doubts_text(const format::Recording& recording, const std::vector<Remark>& remarks,
                        const Verified& verified) {
  std::string text;
  if (verified.verdict == Verified::Verdict::kRight) return text;
  for (const Remark& remark : remarks) {
    const bool is_said = remark.kind == Remark::Kind::kLeftOut && verified.k_loaded != 0;
    if (remark.kind == Remark::Kind::kElsewhere) continue;  // said whatever the verdict is
    const bool is_why = remark.kind != Remark::Kind::kSwapped || 2 * verified.wrong > verified.elements;
    if (!is_said && is_why) text += "  " + words::clause(recording, remark) + "\n";
  }
  return text;
}

std::string elsewhere_text(const format::Recording& recording, const std::vector<Remark>& remarks) {
  const auto elsewhere = std::ranges::find(remarks, Remark::Kind::kElsewhere, &Remark::kind);
  return elsewhere == remarks.end() ? "" : "  " + words::clause(recording, *elsewhere) + ", which is not judged\n";
}

std::string how_to_say(const format::Recording& recording, const std::vector<Remark>& remarks) {
  const auto arguments = analysis::named_arguments(recording);
  // The argument called M, N or K if it has that size, else any that has.
  const auto side = [&](std::string_view usual, std::uint32_t size) {
    const auto has = [&](const auto& each) { return each.second == size; };
    auto found = std::ranges::find_if(arguments, [&](const auto& each) { return has(each) && each.first == usual; });
    if (found == arguments.end()) found = std::ranges::find_if(arguments, has);
    return "[" + (found == arguments.end() ? std::to_string(size) : std::string(found->first)) + "]";
  };
  std::string text;
  for (const Remark& remark : remarks) {
    const analysis::Product& p = remark.product;
    const auto name = [&](const analysis::ProductMatrix& matrix) { return recording.tensors[matrix.tensor].name; };
    const std::string M = side("M", p.M), N = side("N", p.N), K = side("K", p.K);
    text += "  if " + name(p.C) + " should be the product, say so in the source: // gemmscope: " + name(p.C) + M + N +
            " = " + name(p.A) + M + K + " * " + name(p.B) + K + N + "\n";
  }
  return text;
}

std::string faults_text(const format::Recording& recording, const Verified& verified,
                        std::vector<analysis::Finding> found) {
  const std::size_t in_verdict = std::erase_if(found, [&](const analysis::Finding& each) {
    return each.said && !each.said->found.empty() && verified.why.find(each.said->found) != std::string::npos;
  });
  if (found.empty()) return "";
  return std::string("  'gemmscope check' ") + (in_verdict == 0 ? "finds " : "also finds ") +
         words::count_of(found.size(), "fault") + (found.size() == 1 ? ": " : "; the first: ") +
         words::sentence(recording, found.front()) + "\n";
}

}  // namespace gemmscope::cli
