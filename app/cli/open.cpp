// SPDX-License-Identifier: MIT
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/changed_copy.h"
#include "app/cli/commands.h"
#include "app/cli/compile_program.h"
#include "app/cli/gui.h"
#include "app/cli/launch_options.h"
#include "app/cli/named_program.h"
#include "app/cli/own_program.h"
#include "app/cli/read_recording.h"
#include "app/cli/record_program.h"
#include "app/cli/session_at.h"
#include "app/session/findings.h"
#include "app/session/link.h"
#include "app/session/own_arguments.h"
#include "app/session/shipped.h"
#include "tracing/cxx/knobs.h"
#include "tracing/format/input_file.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

struct OpenOptions {
  std::vector<std::string> file;  ///< and the program's arguments
  std::string select, results, preset;
  std::vector<std::string> numbers;
  bool write_first = false;
};

/// Numbers of --set and of a link, and the place that the link names.
Result<void> begin_at(session::Session& session, const OpenOptions& options) {
  auto numbers = parse_numbers(session.own.source, options.preset, options.numbers);
  if (!numbers) return tl::unexpected(numbers.error());
  if (!options.select.empty()) {
    const auto link = session::parse_link(options.select);
    if (!link) return tl::unexpected(link.error());
    for (const format::Parameter& number : link->numbers.value_or(session::Numbers{})) numbers->push_back(number);
    session.own.arrival = {.due = true, .link = options.select, .baseline = {}};
  }
  const fs::path source = session.own.source;
  auto known = cxx::with_numbers(format::text_in(source), session::without_arguments(*numbers),
                                 format::shown(source.filename().string()));
  if (!known) return tl::unexpected(known.error());
  session.own.numbers = std::move(*numbers);
  return {};
}

Result<Verdict> show_program(const OpenOptions& options, session::ProgramRunner runner) {
  session::Session session;
  if (auto used = use_results(session, options.results); !used) return tl::unexpected(used.error());
  session.own.source = options.file.front();
  session.own.arguments.assign(options.file.begin() + 1, options.file.end());
  if (auto begun = begin_at(session, options); !begun) return tl::unexpected(begun.error());
  if (auto shown = show_window(std::move(session), std::move(runner)); !shown) return tl::unexpected(shown.error());
  return Verdict::kDone;
}

Result<Verdict> open_program(const OpenOptions& options) {
  const auto show = [&]() -> Result<Verdict> {
    auto runner = own_program(options.file);
    if (!runner) return tl::unexpected(runner.error());
    return show_program(options, std::move(*runner));
  };
  if (!options.write_first) return show();
  if (auto written = write_first_program(options.file.front()); !written) return tl::unexpected(written.error());
  auto shown = show();
  std::error_code error;
  if (!shown) fs::remove(options.file.front(), error);  // there was no window to change it beside
  return shown;
}

Result<Verdict> open(const OpenOptions& options) {
  if (session::is_program(options.file.front())) return open_program(options);
  if (options.write_first)
    return fail(ErrorKind::kUsage, "--new " + options.file.front() + ": a program's name ends in .cu");
  if (!options.numbers.empty() || !options.preset.empty())
    return fail(ErrorKind::kUsage, std::string(options.preset.empty() ? "--set" : "--preset") +
                                       " changes numbers of a .cu file, and " + options.file.front() + " is none");
  if (options.file.size() > 1)
    return fail(ErrorKind::kUsage, "'gemmscope open' takes one recording; only a program has arguments");
  auto recording = read_recording(options.file.front());
  if (!recording) return tl::unexpected(recording.error());
  auto session = session_at(std::move(*recording), options.select, options.results);
  if (!session) return tl::unexpected(session.error());
  if (options.select.empty()) session::open_at_findings(*session);
  if (auto shown = show_window(std::move(*session)); !shown) return tl::unexpected(shown.error());
  return Verdict::kDone;
}

constexpr const char* kFirstStep = "warp_tile";  ///< of the window without a file

/// Errors: there is nothing to compile or to run it with, or the ladder's files are not where they were built.
Result<session::ProgramRunner> runner_of_step(const std::vector<std::string>& command) {
  if (!session::is_program(command.front()))
    return fail(ErrorKind::kBadFile, "the programs of the ladder are in no folder kernels/ above this program");
  if (const auto compiler = compiler_for(fs::path(command.front()).filename().string()); !compiler)
    return tl::unexpected(compiler.error());
  return own_program(command);
}

}  // namespace

Action open_command(CLI::App& app) {
  const auto options = std::make_shared<OpenOptions>();
  add_command_option(app, "FILE", "a recording, a .cu file, or a step of the ladder by its name", options->file);
  app.add_flag("--new", options->write_first, "write the file first: a program to begin with, the naive kernel");
  add_number_options(app, options->preset, options->numbers);
  app.add_option("--select", options->select,
                 "where to start: a link copied from the window, or finding=0 for the first finding of check")
      ->type_name("LINK");
  add_results_option(app, options->results);
  return [options](std::ostream&) {
    options->file = with_named_program(std::move(options->file));
    return open(*options);
  };
}

Result<Verdict> open_window(std::ostream&) {
  OpenOptions first;
  first.file = with_named_program({kFirstStep});
  auto runner = runner_of_step(first.file);
  if (runner) return show_program(first, std::move(*runner));
  session::Session session;
  session::open_shipped_instead(session, kFirstStep, runner.error().message);
  if (auto shown = show_window(std::move(session)); !shown) return tl::unexpected(shown.error());
  return Verdict::kDone;
}

}  // namespace gemmscope::cli
