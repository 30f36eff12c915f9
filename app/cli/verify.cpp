// SPDX-License-Identifier: MIT
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/named_program.h"
#include "app/cli/own_program.h"
#include "app/cli/verify_program.h"

namespace gemmscope::cli {

Action verify_command(CLI::App& app) {
  const auto o = std::make_shared<ProgramToVerify>();
  add_command_option(app, "PROGRAM", "a .cu file, the path of a program, or a step of the ladder by its name",
                     o->command);
  add_program_options(app, *o);
  add_as_written(app, o->as_written);
  return [o](std::ostream& out) -> Result<Verdict> {
    auto command = named_program(std::move(o->command));
    if (!command) return tl::unexpected(command.error());
    o->command = std::move(*command);
    return verify_program(*o, out);
  };
}

}  // namespace gemmscope::cli
