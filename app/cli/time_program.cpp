// SPDX-License-Identifier: MIT
#include "app/cli/time_program.h"

#include "app/cli/record_program.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {

Result<int> time_program(const TimedProgram& program, const std::filesystem::path& work, const Meanwhile& meanwhile,
                         Printed& printed) {
  constexpr unsigned kNoRecords = 1;  // MiB
  auto backend = gpu(kNoRecords);
  if (!backend) return tl::unexpected(backend.error());
  auto changed = changed_copy(program.command.front(), program.numbers, work);
  if (!changed) return tl::unexpected(changed.error());
  const ProgramJob job{.command = program.command,
                       .backend = std::move(*backend),
                       .wishes = {{runtime::kKernelVariable, program.kernel},
                                  {runtime::kLaunchVariable, std::to_string(program.launch)},
                                  {runtime::kMeasureVariable, program.goes_on ? "on" : "once"}},
                       .shapes = {},
                       .printed = &printed,
                       .changed = std::move(*changed),
                       .cached = true};
  return record_program(job, work, meanwhile);
}

}  // namespace gemmscope::cli
