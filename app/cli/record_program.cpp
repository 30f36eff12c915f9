// SPDX-License-Identifier: MIT
#include "app/cli/record_program.h"

#include <fstream>
#include <istream>

#include "app/cli/run_shapes.h"
#include "app/session/own_program.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {

namespace fs = std::filesystem;

Result<int> record_program(const ProgramJob& job, const fs::path& work, const Meanwhile& meanwhile, std::ostream& out) {
  std::vector<std::string> command = job.command;
  if (const fs::path program = command.front(); session::is_program(program)) {
    command.front() = fs::absolute(work / program.stem()).string();
    const fs::path& source = job.source.empty() ? program : job.source;
    if (auto done = compile(source, job.backend.libraries, command.front(), program.string(), meanwhile, job.output);
        !done)
      return tl::unexpected(done.error());
  }
  Variables variables = job.backend.variables;
  variables.emplace_back(job.backend.folder, fs::absolute(work).string());
  variables.insert(variables.end(), job.wishes.begin(), job.wishes.end());
  const auto code = run_and_wait(command, variables, meanwhile, job.output);
  if (!code) return code;
  if (auto given = give_shapes(work, job.shapes, out); !given) return tl::unexpected(given.error());
  return code;
}

std::optional<BlocksDone> blocks_done(const fs::path& work) {
  std::ifstream in(work / runtime::kProgressFile);
  BlocksDone now;
  if (!(in >> now.done >> now.total >> std::ws) || !std::getline(in, now.kernel)) return std::nullopt;
  return now;
}

}  // namespace gemmscope::cli
