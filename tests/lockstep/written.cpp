// SPDX-License-Identifier: MIT
#include "tests/lockstep/written.h"

#include <gtest/gtest.h>

#include "tracing/lockstep/bundles.h"
#include "tracing/ptx/read.h"

namespace gemmscope::lockstep::testing {

std::string kernel(const std::string& body, const std::string& functions) {
  return ".version 9.0\n.target sm_90\n.address_size 64\n" + functions +
         ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
         ".reg .pred %p<4>;\n.reg .b16 %rs<9>;\n.reg .b32 %r<40>;\n.reg .b64 %rd<20>;\n.reg .f32 %f<40>;\n"
         ".reg .f64 %fd<9>;\nld.param.u64 %rd2, [out];\nld.param.u64 %rd0, [in];\nmov.u32 %r0, %laneid;\n"
         "mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd1, %rd2, %rd3;\n" +
         body + "\nret;\n}\n";
}

Result<Program> decoded(const std::string& body, const std::string& functions) {
  const auto module = ptx::read(kernel(body, functions));
  EXPECT_TRUE(module) << module.error().message;
  if (!module) return tl::unexpected(module.error());
  return decode(*module, *module->find_function("k"), std::vector<std::uint64_t>(module->variables.size()));
}

Words distinct_words(std::uint32_t count) {
  Words words(count);
  for (std::uint32_t i = 0; i < count; ++i) words[i] = i * 2654435761u;  // odd, near 2^32 divided by the golden ratio
  return words;
}

Words run(const std::string& body, const How& how) {
  auto program = decoded(body, how.functions);
  EXPECT_TRUE(program) << program.error().message;
  if (!program) return {};
  if (how.undefined != nullptr) *program = with_members(*program);
  if (how.one_by_one) {
    program->fast.clear();
    for (Instruction& instruction : program->code) instruction.passage = kNowhere;
  }
  Words out(std::size_t{how.threads} * how.words, 0xdddddddd), in = how.in;
  Allocations allocations;
  const std::uint64_t addresses[] = {reinterpret_cast<std::uint64_t>(out.data()),
                                     reinterpret_cast<std::uint64_t>(in.data())};
  allocations.add(addresses[0], 4 * out.size());
  if (!in.empty()) allocations.add(addresses[1], 4 * in.size());
  Launch launch{.block = {how.threads, 1, 1}};
  const auto bytes = std::as_bytes(std::span(addresses));
  launch.arguments.assign(bytes.begin(), bytes.end());
  std::vector<Fault> own;
  const bool ended =
      run_block(*program, launch, allocations, 0, how.listener, how.faults != nullptr ? *how.faults : own,
                {.steps = how.steps, .undefined = how.undefined, .looks_at_shared = true}, how.printed);
  if (how.faults != nullptr)
    for (Fault& fault : *how.faults) fault.address -= addresses[1];  // no two runs have their memory at the same place
  EXPECT_TRUE(own.empty()) << "fault " << static_cast<int>(own.front().kind) << " of lane " << own.front().lane;
  return ended ? out : Words{};
}

}  // namespace gemmscope::lockstep::testing
