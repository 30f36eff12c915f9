// SPDX-License-Identifier: MIT
// Machine code of a recording's kernel, for other programs. docs/report.md lists the keys.
#include "app/cli/json.h"
#include "app/cli/report_machine.h"
#include "tracing/analysis/occupancy.h"

namespace gemmscope::cli {
namespace {

using Json = nlohmann::ordered_json;

Json counts_json(const std::vector<machine::AccessCount>& counts) {
  Json all = Json::array();
  for (const machine::AccessCount& each : counts) {
    all.push_back({{"bytes", each.access.bytes}, {"count", each.count}});
    if (!each.operation.empty()) all.back()["operation"] = each.operation;
  }
  return all;
}

Json texts_json(const std::vector<machine::Code>& code) {
  Json all = Json::array();
  for (const machine::Code& each : code) all.push_back(each.text);
  return all;
}

Json line_json(const machine::Beneath& line) {
  Json accesses = Json::array();
  for (const machine::Compared& row : compared(line))
    accesses.push_back(
        {{"kind", name_of(row.kind)}, {"ptx", counts_json(row.ptx)}, {"machine", counts_json(row.machine)}});
  return {{"line", line.line == 0 ? Json() : Json(line.line)},
          {"accesses", accesses},
          {"ptx", texts_json(line.ptx)},
          {"machine", texts_json(line.machine)}};
}

Json resident_json(const format::Recording& recording, const machine::MachineCode& code) {
  const analysis::SmLimits* const limits = analysis::limits_of(code.architecture);
  if (limits == nullptr) return {};
  const analysis::Occupancy held =
      analysis::occupancy({recording.threads, recording.shared_bytes, code.needs.registers}, *limits);
  return {{"blocks", held.blocks},
          {"warps", held.warps},
          {"most_warps", limits->warps},
          {"limited_by", name_of(held.limited_by)}};
}

Json loop_json(const machine::MachineCode& code) {
  if (!code.loop) return {};
  return {{"ffma", code.loop->ffma},
          {"instructions", code.loop->instructions},
          {"first_line", code.loop->first_line},
          {"last_line", code.loop->last_line}};
}

}  // namespace

std::string machine_json(const format::Recording& recording, const machine::MachineCode& code) {
  Json lines = Json::array();
  for (const machine::Beneath& line : code.lines) lines.push_back(line_json(line));
  return json_text({{"schema", "gemmscope-machine/1"},
                    {"kernel", recording.kernel},
                    {"entry", recording.code.entry},
                    {"compiler", code.compiler},
                    {"architecture", code.architecture},
                    {"registers", code.needs.registers},
                    {"spill_store_bytes", code.needs.spill_store_bytes},
                    {"spill_load_bytes", code.needs.spill_load_bytes},
                    {"resident", resident_json(recording, code)},
                    {"instructions", code.instructions},
                    {"loop", loop_json(code)},
                    {"lines", lines}});
}

}  // namespace gemmscope::cli
