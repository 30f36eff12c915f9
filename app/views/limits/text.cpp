// SPDX-License-Identifier: MIT
// What limits a kernel, and all kernels under one roofline, as text.
#include <cmath>

#include "app/session/study.h"
#include "app/views/limits/picture.h"
#include "app/views/parts/rate_words.h"
#include "app/words/limits_words.h"
#include "app/words/number.h"
#include "app/words/remark_words.h"
#include "app/words/reuse_words.h"
#include "app/words/scope_words.h"
#include "app/words/text_table.h"

namespace gemmscope::views {
namespace {

using analysis::Limits;
using analysis::Machine;
using analysis::RooflinePoint;

/// "22.5 \u00b5s", "22.5 \u00b5s to 0.49 ms".
std::string range(const analysis::Limit& limit, auto&& in_words) {
  if (!limit.known()) return "";
  const bool more = limit.most_work > limit.work;
  return in_words(limit.cycles()) + (more ? " to " + in_words(limit.most_cycles()) : "");
}

std::string limits_table(const Limits& limits, const Machine& machine) {
  words::TextTable table({"", ">cycles of an SM", ">time", "computed as"});
  for (const analysis::Limit& each : limits.limits)
    table.add({std::string(name_of(each.by)), range(each, words::cycles_in_words),
               range(each, [&](double cycles) { return words::time_in_words(cycles, machine); }),
               words::limit_formula(limits, each.by, machine)});
  return table.text(2);
}

std::string whole(double value) { return words::thousands(static_cast<std::uint64_t>(std::llround(value))); }

std::string sources_text(const Machine& machine) {
  std::string text = "Peak: " + std::to_string(machine.multiprocessors) + " SMs, " + whole(machine.clock_mhz) +
                     " MHz, " + std::to_string(machine.lanes) + " lanes (" + std::string(machine.peak_source) +
                     ").\nWavefronts: " + std::string(machine.wavefront_source) + ".\n";
  if (!machine.bandwidth_source.empty()) text += "Bandwidths: " + std::string(machine.bandwidth_source) + ".\n";
  return text;
}

std::string flop_per_byte_text(const analysis::Work& work) {
  std::string text = "FLOP per byte\n";
  for (const words::FlopPerByteOf& each : words::flop_per_byte_in_words(work)) text += "  " + each.text() + "\n";
  return text;
}

std::string left_out_text(const session::Look& look, const Limits& limits) {
  std::string text = "What the model leaves out\n";
  for (const std::string& each : words::left_out_of_limits(*look.recording(), limits)) text += "  " + each + "\n";
  return text;
}

std::string number(const std::optional<double>& value, int places) {
  return value ? words::decimals(*value, places) : "-";
}

std::string point_table(const RooflinePoint& point) {
  words::TextTable table({"kernel", ">wavefronts", ">sectors", ">once", ">modelled", "limited by", ">measured", ""});
  std::vector<std::string> row{point.kernel};
  for (const auto& x : point.flop_per_byte) row.push_back(number(x, 2));
  row.insert(row.end(),
             {gflops_in_words(point.attainable), std::string(name_of(point.bound)),
              point.measured ? gflops_in_words(*point.measured) : "not measured", point.narrow_loads ? "*" : ""});
  table.add(std::move(row));
  return table.text(2);
}

std::string roofs_table(const Machine& machine) {
  words::TextTable table({"roof", ">bandwidth", ">meets the peak at", "bytes"});
  constexpr const char* kBytes[] = {"128 for each wavefront", "32 for each sector of each request",
                                    "each element of A, B and C once"};
  for (int r = 0; r < analysis::kRoofs; ++r) {
    const double bandwidth = analysis::bandwidth_of(static_cast<analysis::Roof>(r), machine);
    table.add({std::string(analysis::name_of(static_cast<analysis::Roof>(r))),
               bandwidth > 0 ? whole(bandwidth) + " GB/s" : "not known",
               bandwidth > 0 ? words::decimals(machine.peak_gflops() / bandwidth, 2) + " FLOP per byte" : "",
               kBytes[r]});
  }
  return table.text(2);
}

}  // namespace

Result<std::string> limits_text(const session::Look& look) {
  const format::Recording& recording = *look.recording();
  const session::MeasuredLimits both =
      session::measured_limits(recording, look.loaded->costs, look.rule, session::report_shown(look));
  const Limits& limits = both.limits;
  std::string text = "limits on " + std::string(both.machine.device) +
                     ", whole kernel; modelled, counting rule: " + std::string(analysis::name_of(look.rule)) + "\n";
  const std::string resident = words::resident_in_words(limits, recording.warps());
  if (limits.missing != analysis::Missing::kNothing)
    return text + "Limits are missing because " + words::missing_in_words(limits.missing) + ".\n";
  const std::string counted = words::counted_product(recording, look.loaded->check.remarks);
  if (!counted.empty()) text += counted + "\n";
  return text + limits_table(limits, both.machine) + (resident.empty() ? "" : "Resident warps: " + resident + "\n") +
         flop_per_byte_text(limits.work) + "\n" + words::bound_in_words(recording, limits, both.machine) + "\n" +
         measured_in_words(look, both) + "\n\n" + left_out_text(look, limits) + "\n" + sources_text(both.machine);
}

namespace {

/// The recording's point, or why it has none.
std::string point_text(const session::Look& look, const session::MeasuredLimits& both) {
  const format::Recording& recording = *look.recording();
  if (both.limits.missing != analysis::Missing::kNothing)
    return "not known because " + words::missing_in_words(both.limits.missing) + "\n";
  RooflinePoint point = both.point(recording);
  point.measured = measured_gflops(product_rates(look), both.machine);
  return point_table(point) +
         (point.narrow_loads ? "  * ptxas may join narrow loads; the machine then needs fewer wavefronts\n" : "") +
         "  " + words::bound_in_words(recording, both.limits, both.machine) + "\n  " + measured_in_words(look, both) +
         "\n";
}

}  // namespace

Result<std::string> roofline_text(const session::Look& look) {
  const results::BenchReport* report = session::report_shown(look);
  const session::MeasuredLimits both =
      session::measured_limits(*look.recording(), look.loaded->costs, look.rule, report);
  const Machine& machine = both.machine;
  return "roofline of " + std::string(machine.device) + ": peak " + gflops_in_words(machine.peak_gflops()) + "\n" +
         roofs_table(machine) +
         "\nFLOP per byte, modelled (counting rule: " + std::string(analysis::name_of(look.rule)) + "), and rates\n" +
         point_text(look, both) + sources_text(machine);
}

}  // namespace gemmscope::views
