// SPDX-License-Identifier: MIT
#include "app/session/measured_limits.h"

#include "tracing/machine/compile.h"

namespace gemmscope::session {

std::optional<std::uint32_t> registers_of_program(const format::Recording& recording) {
  const format::Code& code = recording.code;
  if (code.ptx.empty()) return std::nullopt;
  const auto needs = machine::registers_of(code.ptx, code.entry, std::string(machine::kArchitecture));
  return needs ? std::optional(needs->registers) : std::nullopt;
}

analysis::Machine machine_of(const results::BenchReport* report) {
  const analysis::Machine& h200 = analysis::kMachineH200;
  if (report == nullptr || report->device == h200.device || !report->peak) return h200;
  return {.device = report->device,
          .multiprocessors = report->peak->multiprocessors,
          .clock_mhz = report->peak->clock_mhz,
          .lanes = report->peak->lanes,
          .peak_source = h200.peak_source,
          .wavefront_source = h200.wavefront_source,
          .bandwidth_source = {},
          .sm = {}};
}

analysis::RooflinePoint MeasuredLimits::point(const format::Recording& recording) const {
  return analysis::roofline_point(recording, limits, machine);
}

MeasuredLimits measured_limits(const format::Recording& recording, const analysis::CostTable& costs,
                               analysis::ConflictModel rule, const results::BenchReport* report) {
  MeasuredLimits both{.machine = machine_of(report), .limits = {}};
  const bool is_h200 = both.machine.device == analysis::kLimitsH200.device;
  both.limits =
      analysis::limits(recording, costs, both.machine, rule, is_h200 ? registers_of_program(recording) : std::nullopt);
  if (const int lanes = analysis::lanes_for(both.limits.work.numbers, both.machine)) both.machine.lanes = lanes;
  return both;
}

}  // namespace gemmscope::session
