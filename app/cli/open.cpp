// SPDX-License-Identifier: MIT
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/changed_copy.h"
#include "app/cli/commands.h"
#include "app/cli/gui.h"
#include "app/cli/launch_options.h"
#include "app/cli/named_program.h"
#include "app/cli/own_program.h"
#include "app/cli/read_recording.h"
#include "app/cli/record_program.h"
#include "app/cli/session_at.h"
#include "app/session/findings.h"
#include "app/session/link.h"
#include "app/session/own_numbers.h"
#include "app/session/request_edits.h"
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
    const auto link = session::parse_link(options.select, session.bench.wanted);
    if (!link) return tl::unexpected(link.error());
    for (const format::Parameter& number : session::numbers_in(link->request.overrides)) numbers->push_back(number);
    session.own.arrival = options.select;
  }
  const fs::path source = session.own.source;
  auto known = cxx::with_numbers(format::text_in(source), *numbers, format::shown(source.filename().string()));
  if (!known) return tl::unexpected(known.error());
  session.own.numbers = std::move(*numbers);
  return {};
}

Result<Verdict> show_program(const OpenOptions& options) {
  auto runner = own_program(options.file);
  if (!runner) return tl::unexpected(runner.error());
  session::Session session;
  if (auto used = use_results(session, options.results); !used) return tl::unexpected(used.error());
  session.own.source = options.file.front();
  session.own.arguments.assign(options.file.begin() + 1, options.file.end());
  record::RecordRequest& wanted = session.bench.wanted;  // until its first launch is there
  wanted.kernel = fs::path(session.own.source).filename().string();
  wanted.M = wanted.N = wanted.K = 0;
  session.bench.chosen.request = wanted;
  if (auto begun = begin_at(session, options); !begun) return tl::unexpected(begun.error());
  if (auto shown = show_window(std::move(session), std::move(*runner)); !shown) return tl::unexpected(shown.error());
  return Verdict::kDone;
}

Result<Verdict> open_program(const OpenOptions& options) {
  if (!options.write_first) return show_program(options);
  if (auto written = write_first_program(options.file.front()); !written) return tl::unexpected(written.error());
  auto shown = show_program(options);
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
  session::change_where_possible(*session);
  if (options.select.empty()) session::open_at_findings(*session);
  if (auto shown = show_window(std::move(*session)); !shown) return tl::unexpected(shown.error());
  return Verdict::kDone;
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
  session::Session session;  // its request is the kernel's first preset at 256x256x256
  session.bench.record_due = true;
  if (auto shown = show_window(std::move(session)); !shown) return tl::unexpected(shown.error());
  return Verdict::kDone;
}

}  // namespace gemmscope::cli
