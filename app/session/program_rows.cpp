// SPDX-License-Identifier: MIT
#include "app/session/program_rows.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/session/measured_limits.h"
#include "app/session/own_arguments.h"
#include "app/session/own_numbers.h"

namespace gemmscope::session {
namespace {

sweep::Row row_of(const Numbers& setting, std::string kernel) {
  return {.kernel = std::move(kernel), .swept = setting, .numbers = setting};
}

/// What nvcc says first, or else what went wrong.
std::string why_refused(const ProgramRun& run) {
  if (run.rejected)
    for (const Message& message : run.rejected->messages) return place_in_words(*run.rejected, message) + message.text;
  return run.failure.empty() ? "nothing was recorded" : run.failure;
}

/// "line 6: thread 36 loads 4 bytes beyond the end of in (400 bytes)"
std::string fault_text(const format::LaunchFault& fault) {
  return (fault.line == 0 ? "" : "line " + std::to_string(fault.line) + ": ") + "thread " +
         std::to_string(fault.thread) + " " + fault.does;
}

std::string name_of(const std::string& kernel, const std::vector<LoadedPtr>& launches) {
  const auto alike = std::ranges::count(launches, family_of(kernel),
                                        [](const LoadedPtr& l) { return family_of(l->recording.kernel); });
  return alike > 1 ? kernel : std::string(family_of(kernel));
}

std::size_t findings_of(const Loaded& launch) {
  const auto& of_program = launch.recording.of_program;
  return launch.check.findings.size() + (of_program ? of_program->size() : 0);
}

}  // namespace

std::vector<sweep::Row> rows_of(const ProgramRun& run, const Numbers& setting, bool addresses_only) {
  std::vector<sweep::Row> rows;
  for (const LoadedPtr& launch : run.launches) {
    const format::Recording& recording = launch->recording;
    sweep::Row& row = rows.emplace_back(row_of(setting, name_of(recording.kernel, run.launches)));
    row.threads = recording.threads, row.shared_bytes = recording.shared_bytes;
    row.findings = findings_of(*launch);
    if (launch->tiles) {
      const analysis::Product& found = launch->tiles->product;
      row.product = {launch->code.setting, recording.kernel, found.M, found.N, found.K};
    }
    if (recording.fault) {
      row.state = sweep::State::kFaults, row.reason = fault_text(*recording.fault);
    } else if (!run.failure.empty() && !addresses_only) {
      row.state = sweep::State::kRefused, row.reason = run.failure;
    } else {
      row.state = sweep::State::kCounted, row.figures = sweep::figures_of(recording);
      row.registers = registers_of_program(recording);
    }
  }
  if (!rows.empty()) return rows;
  sweep::Row& row = rows.emplace_back(row_of(setting, ""));
  row.state = sweep::State::kRefused, row.reason = why_refused(run);
  return rows;
}

}  // namespace gemmscope::session
