// SPDX-License-Identifier: MIT
// From arguments to a command: the parser is made from the table of commands.
#include <algorithm>
#include <cctype>
#include <memory>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

constexpr const char* kAbout =
    "Shows how a CUDA matrix-multiplication kernel uses memory: records every shared- and global-memory address of "
    "every\n"
    "thread of the real kernel, counts bank conflicts and sectors, and replays the accesses step by step. Without a\n"
    "command, opens the window; 'gemmscope my.cu' and 'gemmscope a.gst' are 'gemmscope open my.cu' and so on.";

/// The parser and, beside each of its subcommands, what to do.
struct Parser {
  CLI::App app{kAbout, "gemmscope"};
  std::vector<std::pair<CLI::App*, Action>> actions;
};

void add_command(Parser& parser, const Command& command) {
  CLI::App* sub = parser.app.add_subcommand(std::string(command.name), std::string(command.summary));
  sub->set_help_flag("--help,-h", "print this help");
  std::string footer(command.details);
  if (!footer.empty()) footer += "\n\n";
  sub->footer(footer + "Example:\n  " + std::string(command.example));
  parser.actions.emplace_back(sub, command.define(*sub));
  const CLI::Validator not_empty([](const std::string& value) { return value.empty() ? "it is empty" : ""; }, "");
  for (CLI::Option* option : sub->get_options([](const CLI::Option* o) { return o->get_items_expected_max() > 0; }))
    option->check(not_empty);
}

std::unique_ptr<Parser> make_parser() {
  auto parser = std::make_unique<Parser>();
  parser->app.set_help_flag("--help,-h", "print this help");
  parser->app.set_version_flag("--version", "gemmscope " GS_VERSION, "print the version");
  parser->app.require_subcommand(0, 1);
  for (const Command& command : all_commands()) add_command(*parser, command);
  parser->app.footer(
      "'gemmscope COMMAND --help' shows the options of a command, with an example.\n"
      "Exit codes: 0 done; 1 a check found something, recordings differ, or a gathered sweep has gaps; 2 bad usage;\n"
      "3 bad input file or none; 4 no such device, display or driver; 5 out of memory or disk.");
  return parser;
}

std::string help_text(const CLI::App& app) {
  std::string text = app.help(app.get_parent() == nullptr ? "" : app.get_parent()->get_name());
  if (const std::size_t usage = text.find("\nUsage:"); usage != std::string::npos) text.insert(usage, "\n");
  return text;
}

std::string names_of_commands() {
  std::string names;
  for (const Command& command : all_commands()) names += (names.empty() ? "" : ", ") + std::string(command.name);
  return names;
}

/// What the parser complains about, without its capital letters and full stops.
std::string complaint_of(const CLI::ParseError& error, const CLI::App& app) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const std::vector<std::string> extras = app.remaining(true);
    return "unexpected argument '" + (extras.empty() ? std::string() : extras.front()) + "'";
  }
  std::string text = error.what();
  while (text.ends_with('.') || text.ends_with('\n')) text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0)
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

/// The parser's complaint as a sentence that says what to do.
Error usage_error(const CLI::App& app, const CLI::ParseError& error, std::span<const std::string> arguments) {
  const auto chosen = app.get_subcommands();
  if (chosen.empty() && !arguments.empty() && !arguments[0].starts_with('-'))
    return {ErrorKind::kUsage, "there is no command '" + arguments[0] + "'; choose one of " + names_of_commands()};
  const std::string command = chosen.empty() ? "gemmscope" : "gemmscope " + chosen.front()->get_name();
  return {ErrorKind::kUsage, "'" + command + "': " + complaint_of(error, app) + "; see '" + command + " --help'"};
}

/// The first option before "--" that ends with '='. The parser would take the next argument for its value, even "--".
/// Empty: there is none.
std::string option_without_value(std::span<const std::string> arguments) {
  const auto end = std::ranges::find(arguments, "--");
  const auto found = std::find_if(arguments.begin(), end, [](const std::string& argument) {
    return argument.starts_with("--") && argument.find('=') + 1 == argument.size();
  });
  return found == end ? "" : *found;
}

bool is_a_file_to_open(const std::string& argument) { return argument.ends_with(".cu") || argument.ends_with(".gst"); }

}  // namespace

int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage: return 2;
    case ErrorKind::kBadFile: return 3;
    case ErrorKind::kNoDevice: return 4;
    case ErrorKind::kNoSpace: return 5;
  }
  return 2;
}

namespace {

Result<Verdict> run_command_line(std::span<const std::string> arguments, std::ostream& out) {
  const auto parser = make_parser();
  if (const std::string empty = option_without_value(arguments); !empty.empty())
    return fail(ErrorKind::kUsage, "'" + empty + "' has no value; give one after the '='");
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // as the parser takes them
    if (!reversed.empty() && is_a_file_to_open(reversed.back())) reversed.emplace_back("open");
    parser->app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    const auto chosen = parser->app.get_subcommands();
    out << help_text(chosen.empty() ? parser->app : *chosen.front());
    return Verdict::kDone;
  } catch (const CLI::CallForVersion& version) {
    out << version.what() << '\n';
    return Verdict::kDone;
  } catch (const CLI::ParseError& error) {
    return tl::unexpected(usage_error(parser->app, error, arguments));
  }
  for (const auto& [app, action] : parser->actions)
    if (app->parsed()) return action(out);
  return open_window(out);
}

/// Errors repeat arguments, which may be of any length; line by line, as a compiler's many lines are no argument.
Error without_long_lines(Error error) {
  std::string text;
  for (std::string_view rest = error.message; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    text += format::shortened(rest.substr(0, end));
    rest.remove_prefix(end);
  }
  error.message = std::move(text);
  return error;
}

}  // namespace

Result<Verdict> run(std::span<const std::string> arguments, std::ostream& out) {
  return run_command_line(arguments, out).map_error(without_long_lines);
}

std::string help_of(std::string_view command) {
  const auto parser = make_parser();
  for (const auto& [app, action] : parser->actions)
    if (app->get_name() == command) return help_text(*app);
  return help_text(parser->app);
}

}  // namespace gemmscope::cli
