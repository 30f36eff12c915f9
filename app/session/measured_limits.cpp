// SPDX-License-Identifier: MIT
#include "app/session/measured_limits.h"

#include "app/session/choice.h"
#include "tracing/machine/compile.h"

namespace gemmscope::session {

std::string layout_of(const format::Recording& recording) {
  record::RecordRequest request = request_of(recording);
  std::erase_if(request.overrides,  // the preset's name has them
                [&](const format::Parameter& p) { return is_tile_size(request, p.name); });
  return format::text_of(request.overrides);
}

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

namespace {

std::optional<std::uint32_t> registers_of(const format::Recording& recording, const analysis::Machine& machine,
                                          const results::BenchReport* report) {
  if (recording.of_ladder())
    return results::registers_of(report, recording.kernel, recording.preset, layout_of(recording));
  return machine.device == analysis::kLimitsH200.device ? registers_of_program(recording) : std::nullopt;
}

}  // namespace

std::optional<double> MeasuredLimits::reached() const {
  const double most = limits.gflops(machine);
  if (rate == nullptr || most <= 0) return std::nullopt;
  if (report != nullptr && report->device != machine.device) return std::nullopt;  // of another GPU than the limits
  return rate->rate.gflops / most;
}

analysis::RooflinePoint MeasuredLimits::point(const format::Recording& recording) const {
  analysis::RooflinePoint point = analysis::roofline_point(recording, limits, machine);
  point.layout = layout_of(recording);
  if (reached()) point.measured = rate->rate.gflops;
  return point;
}

MeasuredLimits measured_limits(const format::Recording& recording, const analysis::CostTable& costs,
                               analysis::ConflictModel rule, const results::BenchReport* report) {
  MeasuredLimits both{.machine = machine_of(report), .limits = {}, .report = report};
  both.limits = analysis::limits(recording, costs, both.machine, rule, registers_of(recording, both.machine, report));
  if (report != nullptr && recording.of_ladder() &&
      results::is_measured(recording.M, recording.N, recording.K, recording.alpha, recording.beta))
    both.rate = results::find_rate(*report, recording.kernel, recording.preset, layout_of(recording), recording.M);
  return both;
}

}  // namespace gemmscope::session
