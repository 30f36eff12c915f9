// SPDX-License-Identifier: MIT
#include "app/cli/report_limits_json.h"

#include "app/words/limits_words.h"
#include "app/words/reuse_words.h"

namespace gemmscope::cli {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) { return value ? Json(*value) : Json(); }
/// Null where a GPU's rate is not known.
Json known(double value) { return value > 0 ? Json(value) : Json(); }

Json machine_json(const analysis::Machine& machine) {
  return {{"device", machine.device},
          {"multiprocessors", machine.multiprocessors},
          {"clock_mhz", machine.clock_mhz},
          {"lanes", machine.lanes},
          {"l2_gb_per_s", known(machine.l2_gb_per_s)},
          {"dram_gb_per_s", known(machine.dram_gb_per_s)},
          {"peak_source", machine.peak_source},
          {"wavefront_source", machine.wavefront_source},
          {"bandwidth_source", machine.bandwidth_source}};
}

Json work_json(const analysis::Limits& limits) {
  const analysis::Work& work = limits.work;
  return {{"multiply_adds", work.multiply_adds},
          {"made_multiply_adds", work.made_multiply_adds},
          {"shared_wavefronts", work.shared_wavefronts},
          {"shared_cycles_h200", work.shared_cycles_h200},
          {"load_wavefronts", work.load_wavefronts},
          {"sector_bytes", work.sector_bytes},
          {"once_bytes", work.once_bytes},
          {"blocks", work.blocks},
          {"blocks_of_busiest", limits.blocks_of_busiest}};
}

Json each_json(const session::MeasuredLimits& both) {
  Json all = Json::array();
  for (const analysis::Limit& each : both.limits.limits)
    all.push_back({{"by", name_of(each.by)},
                   {"work", each.work},
                   {"most_work", each.most_work},
                   {"per_cycle", known(each.per_cycle)},
                   {"cycles", known(each.cycles())},
                   {"most_cycles", known(each.most_cycles())},
                   {"formula", words::limit_formula(both.limits, each.by, both.machine)}});
  return all;
}

Json resident_json(const std::optional<analysis::Occupancy>& resident) {
  if (!resident) return {};
  return {{"blocks", resident->blocks},
          {"warps", resident->warps},
          {"limited_by", name_of(resident->limited_by)},
          {"registers_known", resident->registers_known}};
}

}  // namespace

Json limits_json(const format::Recording& recording, const session::MeasuredLimits& both) {
  const analysis::Limits& limits = both.limits;
  Json json{{"machine", machine_json(both.machine)},
            {"missing", nullptr},
            {"work", nullptr},
            {"each", nullptr},
            {"bound", nullptr},
            {"resident", resident_json(limits.resident)},
            {"left_out", words::left_out_of_limits(recording, limits)}};
  if (limits.missing != analysis::Missing::kNothing) {
    json["missing"] = words::missing_in_words(limits.missing);
    return json;
  }
  json["work"] = work_json(limits);
  json["each"] = each_json(both);
  const analysis::Limit& bound = limits.bound();
  json["bound"] = {{"by", name_of(bound.by)}, {"cycles", bound.cycles()}, {"gflops", limits.gflops(both.machine)}};
  return json;
}

Json roofline_json(const format::Recording& recording, const session::MeasuredLimits& both) {
  Json json{{"peak_gflops", both.machine.peak_gflops()}, {"roofs", Json::array()}, {"point", nullptr}};
  const bool there = both.limits.missing == analysis::Missing::kNothing;
  const analysis::RooflinePoint point = both.point(recording);
  for (std::size_t r = 0; r < analysis::kRoofs; ++r) {
    const auto roof = static_cast<analysis::Roof>(r);
    json["roofs"].push_back({{"of", name_of(roof)},
                             {"gb_per_s", known(analysis::bandwidth_of(roof, both.machine))},
                             {"flop_per_byte", there ? number(point.flop_per_byte[r]) : Json()}});
  }
  if (there)
    json["point"] = {{"kernel", point.kernel},
                     {"modelled_gflops", point.attainable},
                     {"narrow_loads", point.narrow_loads},
                     {"bound", name_of(point.bound)}};
  return json;
}

}  // namespace gemmscope::cli
