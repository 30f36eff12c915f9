// SPDX-License-Identifier: MIT
#include <filesystem>
#include <iostream>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/changed_copy.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/launch_options.h"
#include "app/cli/launch_progress.h"
#include "app/cli/named_program.h"
#include "app/cli/own_program.h"
#include "app/cli/program_findings.h"
#include "app/cli/record_program.h"
#include "app/cli/run_folder.h"
#include "app/cli/run_outcome.h"
#include "app/cli/run_shapes.h"
#include "app/cli/said.h"
#include "app/session/ladder.h"
#include "tracing/format/atomic_file.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

struct RecordOptions {
  std::vector<std::string> command;
  ProductOptions product;
  std::string preset, file;
  std::vector<std::string> numbers;
  PartOptions part;
};

/// "10_warp_tile.cu" is in "warp_tile.gst".
std::string usual_file(const fs::path& program) {
  const auto step = session::step_named(program.stem().string());
  return (step ? step->name : program.stem().string()) + ".gst";
}

/// Why there is no recording, by what the program and its runtime have said.
tl::unexpected<Error> nothing_recorded(const std::vector<std::string>& command, int code, const std::string& printed,
                                       const fs::path& work) {
  const std::string last = format::shown(last_line(printed));
  std::string why = why_nothing({command}, runtime::read_launch_log(work));
  if (why.empty()) why = reason_in(printed);
  if (code != 0 && !last.empty()) why = "the program " + ending_in_words(code) + ": " + last;
  return fail(ErrorKind::kUsage, "nothing was recorded: " + why);
}

/// Runs the program, and moves the recording of its first kernel to `file`. `is_without_results`: what it makes of them
/// says nothing.
Result<Verdict> record_first(const ProgramJob& job, const fs::path& work, const std::string& file,
                             bool is_without_results, std::ostream& out) {
  LaunchProgress progress(work);
  const auto code = record_program(job, work, std::ref(progress));
  if (!code) {
    std::cerr << format::shown_lines(job.printed->text()) << std::flush;
    return tl::unexpected(code.error());
  }
  if (interrupted()) return fail(ErrorKind::kUsage, "recording was interrupted");
  const std::vector<runtime::LogLine> log = runtime::read_launch_log(work);
  if (auto kept = was_kept(log, work); !kept) return tl::unexpected(kept.error());
  if (auto given = give_shapes(work, {}, out); !given) return tl::unexpected(given.error());
  const GivenFindings findings = give_program_findings(work);
  if (findings.error) return tl::unexpected(*findings.error);
  const std::vector<fs::path> files = recordings_in(work);
  if (files.empty()) return nothing_recorded(job.command, *code, job.printed->text(), work);
  if (auto moved = keep_as(files.front(), file, out); !moved) return tl::unexpected(moved.error());
  if (files.size() > 1) out << "it launched other kernels, too: 'gemmscope run' records the first launch of each\n";
  say_program_findings(findings.all, out);
  out << launches_in_words(log);
  if (*code == 0 || is_without_results) return any_faulted(log) ? Verdict::kFound : Verdict::kDone;
  const std::string last = last_line(job.printed->text());
  out << "the program " << ending_in_words(*code) << (last.empty() ? "" : ": " + format::shown(last)) << "\n";
  return Verdict::kFound;
}

Result<Verdict> record(const RecordOptions& options, std::ostream& out) {
  const auto command = named_program(options.command, options.product);
  if (!command) return tl::unexpected(command.error());
  const fs::path program = command->front();
  const std::string file = options.file.empty() ? usual_file(program) : options.file;
  if (auto place = format::check_replaceable(file); !place) return tl::unexpected(place.error());
  const auto numbers = parse_numbers(program, options.preset, options.numbers);
  if (!numbers) return tl::unexpected(numbers.error());
  const auto wishes = wishes_of(options.part);
  if (!wishes) return tl::unexpected(wishes.error());
  const auto backend = backend_of(options.part);
  if (!backend) return tl::unexpected(backend.error());
  if (auto can = can_be_run(program, options.part.as_written); !can) return tl::unexpected(can.error());

  constexpr int kInterrupts = 2;  // a program may take no notice of the first
  const WatchInterrupts watch(kInterrupts);
  std::error_code error;
  const Workplace work(fs::temp_directory_path(error));
  if (auto there = work.is_there(); !there) return tl::unexpected(there.error());
  const auto changed = changed_copy(program, *numbers, work.path);
  if (!changed) return tl::unexpected(changed.error());
  Printed printed;
  const ProgramJob job{.command = *command,
                       .backend = *backend,
                       .wishes = *wishes,
                       .shapes = {},
                       .printed = &printed,
                       .changed = *changed,
                       .cached = true,
                       .as_written = options.part.as_written};
  return record_first(job, work.path, file, options.part.addresses_only, out);
}

}  // namespace

Action record_command(CLI::App& app) {
  const auto o = std::make_shared<RecordOptions>();
  add_command_option(app, "KERNEL",
                     "a step of the ladder, by name; see 'gemmscope list' and 'gemmscope list --broken'. Or a .cu file",
                     o->command);
  add_number_options(app, o->preset, o->numbers, true);
  add_product_options(app, o->product);
  add_part_options(app, o->part);
  app.add_option("-o,--output", o->file,
                 "the recording; default: KERNEL.gst. An old file is replaced once the new one is complete")
      ->type_name("FILE");
  return [o](std::ostream& out) { return record(*o, out); };
}

}  // namespace gemmscope::cli
