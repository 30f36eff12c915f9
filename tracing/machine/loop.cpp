// SPDX-License-Identifier: MIT
#include "tracing/machine/loop.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "tracing/machine/access.h"

namespace gemmscope::machine {
namespace {

bool is_ffma(const Instruction& i) {
  const std::string_view operation = operation_of(i.text);
  return operation == "FFMA" || operation.starts_with("FFMA.");
}

}  // namespace

std::optional<Loop> ffma_loop(std::span<const Instruction> code) {
  struct Extent {
    std::size_t begin, end;
  };
  std::vector<Extent> extents;
  for (std::size_t i = 0; i < code.size(); ++i)
    if (code[i].target < i) extents.push_back({code[i].target, i + 1});
  // Short ones first, so that each instruction belongs to the innermost of its loops.
  std::ranges::sort(extents, {}, [](const Extent& e) { return std::pair(e.end - e.begin, e.begin); });
  std::vector<std::size_t> next(code.size() + 1);  // the first instruction from there on that is in no loop yet
  std::iota(next.begin(), next.end(), std::size_t{0});
  const auto free_from = [&](std::size_t i) {
    while (next[i] != i) i = next[i] = next[next[i]];
    return i;
  };
  std::optional<Loop> best;
  for (const Extent& extent : extents) {
    Loop loop;
    for (std::size_t i = free_from(extent.begin); i < extent.end; i = free_from(i)) {
      next[i] = i + 1;
      ++loop.instructions;
      if (!is_ffma(code[i])) continue;
      const std::uint32_t line = code[i].line;
      loop.first_line = loop.ffma == 0 ? line : std::min(loop.first_line, line);
      loop.last_line = std::max(loop.last_line, line);
      ++loop.ffma;
    }
    if (loop.ffma != 0 && (!best || loop.ffma > best->ffma)) best = loop;
  }
  return best;
}

}  // namespace gemmscope::machine
