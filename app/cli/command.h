// SPDX-License-Identifier: MIT
/// @file command.h
/// What a command of the command line is, and the table of all of them: parsing, --help and docs/commands.md read it.
///
/// Adding a command: one file that defines `Action name_command(CLI::App&)`, one row in commands.cpp, one test.
#pragma once

#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "tracing/format/result.h"

namespace CLI {
class App;
}

namespace gemmscope::cli {

/// How a command that could do its work ended; the exit code.
enum class Verdict : std::uint8_t {
  kDone = 0,
  kFound = 1,  ///< it was to check or compare something, and found something
};

/// Does the command's work; results go to `out`. Errors are returned, never printed.
using Action = std::function<Result<Verdict>(std::ostream& out)>;

struct Command {
  std::string_view name;
  std::string_view summary;  ///< one line
  std::string_view details;  ///< what --help says beyond the options; may be empty
  std::string_view example;  ///< a command line that works
  /// Adds the options to `app` and returns what to do once they are parsed.
  Action (*define)(CLI::App& app);
};

/// In the order of --help.
std::span<const Command> all_commands();

/// The exit code of an error; of a Verdict it is its value.
int exit_code(ErrorKind kind);

/// Parses `arguments` (without the program's name) and does what they ask.
Result<Verdict> run(std::span<const std::string> arguments, std::ostream& out);

/// What `gemmscope COMMAND --help` prints; without a command, `gemmscope --help`.
std::string help_of(std::string_view command);

}  // namespace gemmscope::cli
