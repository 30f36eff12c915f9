// SPDX-License-Identifier: MIT
#include <algorithm>

#include "tracing/lockstep/layout.h"
#include "tracing/ptx/readable_names.h"

namespace gemmscope::lockstep {
namespace {

/// Whom each function calls, by Program::functions.
std::vector<std::vector<std::uint32_t>> called_by(const Program& program) {
  std::vector<std::vector<std::uint32_t>> called(program.functions.size());
  for (std::size_t f = 0; f < called.size(); ++f) {
    const std::size_t end = f + 1 < called.size() ? program.functions[f + 1].begin : program.code.size();
    for (std::size_t i = program.functions[f].begin; i < end; ++i)
      if (const Instruction& instruction = program.code[i]; instruction.does == Does::kCall)
        for (const std::uint32_t callee : program.calls[instruction.index].functions) called[f].push_back(callee);
  }
  return called;
}

}  // namespace

Result<void> settle_calls(Program& program) {
  const auto called = called_by(program);
  const std::size_t count = called.size();
  for (std::uint32_t f = 0; f < count; ++f) {
    std::vector<bool> seen(count);
    std::vector<std::uint32_t> due{f};
    while (!due.empty()) {
      const std::uint32_t g = due.back();
      due.pop_back();
      for (const std::uint32_t next : called[g])
        if (!seen[next]) seen[next] = true, due.push_back(next);
    }
    program.functions[f].calls_itself = seen[f];
    program.recurses = program.recurses || seen[f];
  }
  std::vector<std::uint64_t> deepest(count);  // chain of frames from each function on; of cycles, once around
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = count; f-- > 0;) {
      std::uint64_t most = program.functions[f].frame_bytes;
      for (const std::uint32_t next : called[f])
        most = std::max(most, program.functions[f].frame_bytes + deepest[next]);
      changed = changed || most != deepest[f];
      deepest[f] = most;
    }
    if (program.recurses) break;
  }
  constexpr std::uint64_t kMost = std::uint64_t{1} << 20;  // of a lane; a GPU has half of it
  if (deepest[0] > kMost)
    return fail(ErrorKind::kUsage, "kernel " + ptx::short_name(program.name) +
                                       ": the functions that it calls need more local memory than any GPU has");
  program.local_bytes = static_cast<std::uint32_t>(deepest[0]);
  return {};
}

}  // namespace gemmscope::lockstep
