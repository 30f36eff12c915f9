// SPDX-License-Identifier: MIT
// Machine code of a recording's kernel, for people.
#include "app/cli/report_machine.h"

#include "app/words/machine_words.h"
#include "app/words/number.h"
#include "app/words/text_table.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

std::string listed(const std::string& heading, const std::vector<machine::Code>& texts) {
  std::string all = "\n" + heading + "\n";
  for (const machine::Code& each : texts) all += "  " + format::shown(each.text) + "\n";
  return texts.empty() ? "" : all;
}

words::TextTable access_table(const machine::MachineCode& code, std::optional<std::uint32_t> line, bool& repeated) {
  words::TextTable table({">line", "access", "in PTX", "in machine code"});
  for (const machine::Beneath& each : code.lines) {
    if (line && each.line != *line) continue;
    for (const machine::Compared& row : compared(each)) {
      repeated = repeated || row.times != 0;
      table.add({each.line == 0 ? "" : std::to_string(each.line), std::string(name_of(row.kind)),
                 words::ptx_in_words(row), words::machine_in_words(row)});
    }
  }
  return table;
}

}  // namespace

Result<std::string> machine_text(const format::Recording& recording, const machine::MachineCode& code,
                                 std::optional<std::uint32_t> line) {
  const machine::Beneath* const beneath = line ? code.beneath(*line) : nullptr;
  if (line && beneath == nullptr)
    return fail(ErrorKind::kUsage, "no PTX or machine code comes from line " + std::to_string(*line));
  std::string text = format::shown(recording.kernel) + ": what " + words::made_by(code) +
                     " makes of its PTX; a GPU's driver or another ptxas may make something else of it\n";
  text += words::needs_in_words(code) + "; " + words::occupancy_in_words(recording, code) + "\n";
  text += words::loop_in_words(code) + "\n\n";
  bool repeated = false;
  text += access_table(code, line, repeated).text();
  text += "counted as written, not as often as they run";
  if (repeated) text += "; times the bytes: ptxas wrote the code so often, as where it unrolls a loop";
  text += "\n";
  if (beneath == nullptr) return text;
  const std::string number = std::to_string(*line);
  return text + listed("PTX of line " + number, beneath->ptx) +
         listed("machine code of line " + number, beneath->machine);
}

}  // namespace gemmscope::cli
