// SPDX-License-Identifier: MIT
#include "app/words/machine_words.h"

#include "app/words/number.h"
#include "tracing/analysis/occupancy.h"

namespace gemmscope::words {
namespace {

std::string counts_in_words(const std::vector<machine::AccessCount>& counts) {
  std::string text;
  for (const machine::AccessCount& each : counts) {
    text += (text.empty() ? "" : ", ") + thousands(each.count) + " of " + count_of(each.access.bytes, "byte");
    if (!each.operation.empty()) text += " (" + each.operation + ")";
  }
  return text.empty() ? "none" : text;
}

}  // namespace

std::string made_by(const machine::MachineCode& code) { return code.compiler + " for " + code.architecture; }

std::string needs_in_words(const machine::MachineCode& code) {
  const machine::Registers& needs = code.needs;
  const std::string text = count_of(needs.registers, "register");
  if (needs.spill_store_bytes == 0 && needs.spill_load_bytes == 0) return text + ", no spills";
  return text + ", spills " + count_of(needs.spill_store_bytes, "byte") + " and loads back " +
         thousands(needs.spill_load_bytes);
}

std::string occupancy_in_words(const format::Recording& recording, const machine::MachineCode& code) {
  const analysis::SmLimits* const limits = analysis::limits_of(code.architecture);
  if (limits == nullptr) return "resident warps: not known of " + code.architecture;
  const analysis::Occupancy held =
      analysis::occupancy({recording.threads, recording.shared_bytes, code.needs.registers}, *limits);
  return thousands(held.warps) + " of " + thousands(limits->warps) + " warps resident on an SM, limited by " +
         std::string(name_of(held.limited_by));
}

std::string loop_in_words(const machine::MachineCode& code) {
  if (!code.loop) return "no loop has an FFMA";
  const machine::Loop& loop = *code.loop;
  const std::string lines = loop.first_line == loop.last_line
                                ? "line " + std::to_string(loop.first_line)
                                : "lines " + std::to_string(loop.first_line) + " to " + std::to_string(loop.last_line);
  return thousands(loop.ffma) + " of " + count_of(loop.instructions, "instruction") + " (" +
         share(static_cast<double>(loop.ffma) / loop.instructions) + ") of the loop around " + lines + " are FFMA";
}

std::string ptx_in_words(const machine::Compared& compared) { return counts_in_words(compared.ptx); }

std::string machine_in_words(const machine::Compared& compared) {
  return counts_in_words(compared.machine) +
         (compared.times == 0 ? "" : ", " + thousands(compared.times) + " times the bytes");
}

}  // namespace gemmscope::words
