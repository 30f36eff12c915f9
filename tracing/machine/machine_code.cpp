// SPDX-License-Identifier: MIT
#include "tracing/machine/machine_code.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "tracing/machine/listing.h"

namespace gemmscope::machine {
namespace {

/// The number before `words`: "Used 32 registers".
std::optional<std::uint32_t> number_before(std::string_view text, std::string_view words) {
  const std::size_t end = text.find(words);
  if (end == text.npos) return std::nullopt;
  std::size_t begin = end;
  while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') --begin;
  std::uint32_t number = 0;
  const auto [at, error] = std::from_chars(text.data() + begin, text.data() + end, number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

}  // namespace

std::vector<Compared> compared(const Beneath& line) {
  std::map<Kind, Compared> kinds;
  for (const AccessCount& count : line.ptx_accesses) kinds[count.access.kind].ptx.push_back(count);
  for (const AccessCount& count : line.machine_accesses) kinds[count.access.kind].machine.push_back(count);
  const auto bytes = [](const std::vector<AccessCount>& counts) {
    std::uint64_t sum = 0;
    for (const AccessCount& count : counts) sum += std::uint64_t{count.count} * count.access.bytes;
    return sum;
  };
  std::vector<Compared> all;
  for (auto& [kind, each] : kinds) {
    const std::uint64_t ptx = bytes(each.ptx), machine = bytes(each.machine);
    each.kind = kind;
    each.times = ptx != 0 && machine > ptx && machine % ptx == 0 ? static_cast<std::uint32_t>(machine / ptx) : 0;
    all.push_back(std::move(each));
  }
  return all;
}

const Beneath* MachineCode::beneath(std::uint32_t line) const {
  const auto found = std::ranges::lower_bound(lines, line, {}, &Beneath::line);
  return found != lines.end() && found->line == line ? &*found : nullptr;
}

Result<Registers> read_verbose(std::string_view text) {
  const auto registers = number_before(text, " registers");
  if (!registers) return fail(ErrorKind::kBadFile, "ptxas does not say how many registers the kernel needs");
  return Registers{*registers, number_before(text, " bytes spill stores").value_or(0),
                   number_before(text, " bytes spill loads").value_or(0)};
}

Result<MachineCode> machine_code(const PtxKernel& kernel, std::string_view entry, std::string_view listing,
                                 std::string_view verbose) {
  const auto needs = read_verbose(verbose);
  if (!needs) return tl::unexpected(needs.error());
  const std::vector<Instruction> code = read_listing(listing, entry);
  if (code.empty()) return fail(ErrorKind::kBadFile, "nvdisasm lists no instruction of the kernel");
  MachineCode made;
  made.needs = *needs;
  made.loop = ffma_loop(code);
  made.instructions = static_cast<std::uint32_t>(code.size());
  std::map<std::uint32_t, Beneath> lines;
  for (const PtxStatement& statement : kernel.statements) {
    Beneath& line = lines[statement.line];
    line.ptx.push_back({statement.text, statement.access.has_value()});
    if (statement.access) count(line.ptx_accesses, *statement.access);
  }
  for (const Instruction& instruction : code) {
    Beneath& line = lines[instruction.line];
    const auto access = access_of(instruction.text);
    line.machine.push_back({instruction.text, access.has_value()});
    if (access) count(line.machine_accesses, *access, operation_of(instruction.text));
  }
  for (auto& [number, line] : lines) {
    line.line = number;
    made.lines.push_back(std::move(line));
  }
  return made;
}

}  // namespace gemmscope::machine
