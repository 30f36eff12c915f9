// SPDX-License-Identifier: MIT
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
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
#include "app/cli/run_kernel.h"
#include "app/cli/run_outcome.h"
#include "app/cli/run_shapes.h"
#include "tracing/format/text.h"
#include "tracing/process/programs.h"
#include "tracing/runtime/name_pattern.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

struct RunOptions {
  std::vector<std::string> command;
  std::string folder, kernel, preset;
  unsigned launch = 1;
  PartOptions part;
  std::vector<std::string> tensors, numbers;
  KernelLaunch alone;  ///< with a grid: `kernel` is its name, and the source has no main()
};

/// Which kernels, as a regular expression; empty: all.
std::string wanted_kernel(const RunOptions& options) { return options.alone.grid.empty() ? options.kernel : ""; }

/// What of the program is recorded, as the runtime reads it.
Result<Variables> all_wishes_of(const RunOptions& options) {
  auto variables = wishes_of(options.part);
  if (!variables) return variables;
  variables->emplace_back(runtime::kKernelVariable, wanted_kernel(options));
  variables->emplace_back(runtime::kLaunchVariable, std::to_string(options.launch));
  return variables;
}

/// Whether the user has limited the steps of a launch, by --steps or the environment.
bool has_limit(const Variables& wishes) {
  return !process::of_environment(runtime::kStepsVariable).empty() ||
         std::ranges::count(wishes, runtime::kStepsVariable, &Variables::value_type::first) != 0;
}

/// What is to be compiled: the program, or one of our own that launches the kernel it has.
/// Empty: the program itself.
Result<fs::path> source_of(const fs::path& program, const RunOptions& options, const fs::path& folder) {
  KernelLaunch launch = options.alone;
  if (launch.grid.empty()) return fs::path();
  launch.kernel = options.kernel;
  const auto text = program_of(program, launch);
  if (!text) return tl::unexpected(text.error());
  const fs::path source = folder / "launch.cu";
  if (!(std::ofstream(source) << *text << std::flush)) return no_room(source.string() + " cannot be written", errno);
  return source;
}

/// Options that only make sense together.
Result<void> check_alone(const RunOptions& o) {
  if (o.alone.grid.empty() && o.alone.block.empty() && o.alone.arguments.empty() && o.alone.shared == 0) return {};
  if (o.alone.grid.empty() || o.alone.block.empty() || o.kernel.empty())
    return fail(ErrorKind::kUsage,
                "a kernel without main() is launched by --kernel NAME --grid x,y,z --block x,y,z together");
  if (fs::path(o.command.front()).extension() != ".cu" || o.command.size() > 1)
    return fail(ErrorKind::kUsage,
                "--grid and --block are for a .cu file without main(), which takes no arguments but --args");
  return {};
}

/// A program that ran, with its recordings in a work folder.
struct RanProgram {
  const RunOptions& options;
  const fs::path& folder;  ///< where its recordings go
  const std::vector<analysis::GivenShape>& shapes;
  bool cut;  ///< launches had a limit
  int code;  ///< how it ended: run_and_wait()
};

/// The first thing that went wrong with its recordings. Those that could be kept are kept all the same.
std::optional<Error> first_error(const Result<void>& shapes, const GivenFindings& findings, const TakenOver& taken,
                                 const Result<void>& room) {
  if (taken.error) return taken.error;
  if (interrupted()) return Error{ErrorKind::kUsage, "the program was interrupted; what was recorded before is kept"};
  if (!shapes) return shapes.error();
  if (!room) return room.error();
  return findings.error;
}

/// Moves the recordings to their folder, and says what they hold and what was found.
Result<Verdict> tell(const RanProgram& ran, const fs::path& work, std::ostream& out) {
  const auto shapes = give_shapes(work, ran.shapes, out);
  const GivenFindings findings = give_program_findings(work);
  const TakenOver taken = take_over(work, ran.folder, ran.cut, out);
  const std::vector<runtime::LogLine> log = runtime::read_launch_log(work);
  if (const auto error = first_error(shapes, findings, taken, was_kept(log, work))) {
    say_program_findings(findings.all, out);
    return tl::unexpected(*error);
  }
  const RunOptions& o = ran.options;
  const std::string why = taken.files.empty() ? why_nothing({o.command, wanted_kernel(o), o.launch}, log) : "";
  if (taken.files.empty()) out << "nothing was recorded" << (why.empty() ? "" : ": " + why) << "\n";
  out << launches_in_words(log);
  if (was_stopped(log))
    out << "gemmscope ended the program there\n";
  else if (ran.code != 0)
    out << "the program " << ending_in_words(ran.code) << "\n";
  say_program_findings(findings.all, out);
  say_earlier(ran.folder, taken.files, out);
  if (o.part.addresses_only) out << "results were not computed, so the program's own check of them means nothing\n";
  const bool right = (ran.code == 0 || o.part.addresses_only) && !taken.files.empty() && !any_faulted(log);
  return right ? Verdict::kDone : Verdict::kFound;
}

Result<Verdict> run_program(const RunOptions& options, std::ostream& out) {
  const auto wishes = all_wishes_of(options);
  if (!wishes) return tl::unexpected(wishes.error());
  if (auto fits = check_alone(options); !fits) return tl::unexpected(fits.error());
  if (const auto pattern = runtime::NamePattern::of(wanted_kernel(options)); !pattern)
    return tl::unexpected(pattern.error());
  const auto shapes = parse_shapes(options.tensors);
  if (!shapes) return tl::unexpected(shapes.error());
  const auto numbers = parse_numbers(options.command.front(), options.preset, options.numbers);
  if (!numbers) return tl::unexpected(numbers.error());
  const auto backend = backend_of(options.part);
  if (!backend) return tl::unexpected(backend.error());
  const fs::path program = options.command.front();
  if (auto can = can_be_run(program, options.part.as_written); !can) return tl::unexpected(can.error());
  const fs::path folder =
      options.folder.empty() ? fs::path(program.stem().string() + "_recordings") : fs::path(options.folder);
  constexpr int kInterrupts = 2;  // a program may take no notice of the first
  const WatchInterrupts watch(kInterrupts);
  const Workplace work(folder);
  if (auto there = work.is_there(); !there) return tl::unexpected(there.error());
  for (const fs::path& left : work.left_by_others)
    out << "removed the remains of a killed run: " << format::shown(left.string()) << "\n";

  const auto changed = changed_copy(program, *numbers, work.path);
  if (!changed) return tl::unexpected(changed.error());
  const auto source = source_of(*changed ? (*changed)->compiled : program, options, work.path);
  if (!source) return tl::unexpected(source.error());
  if (*changed) out << "with " << format::text_of(*numbers) << "\n";
  out << std::flush;
  const ProgramJob job{.command = options.command,
                       .backend = *backend,
                       .wishes = *wishes,
                       .shapes = *shapes,
                       .source = *source,
                       .changed = *changed,
                       .cached = true,
                       .as_written = options.part.as_written};
  LaunchProgress progress(work.path);
  const auto code = record_program(job, work.path, std::ref(progress));
  if (!code) return tl::unexpected(code.error());
  if (auto there = work.is_there(); !there) return tl::unexpected(there.error());
  return tell({.options = options, .folder = folder, .shapes = *shapes, .cut = has_limit(*wishes), .code = *code},
              work.path, out);
}

}  // namespace

Action run_command(CLI::App& app) {
  const auto o = std::make_shared<RunOptions>();
  add_command_option(app, "PROGRAM", "a .cu file, compiled with nvcc; or, after --, a program", o->command);
  app.add_option("-o,--output", o->folder, "where the recordings go; default: the program's name and _recordings")
      ->type_name("FOLDER");
  app.add_option("--kernel", o->kernel, "record only kernels whose name matches this regular expression")
      ->type_name("REGEX");
  app.add_option("--tensor", o->tensors,
                 "an array's shape, its element's bytes first: A=4:MxK; rows and columns are numbers or parameters")
      ->type_name("NAME=BYTES:ROWSxCOLUMNS")
      ->allow_extra_args(false);
  add_number_options(app, o->preset, o->numbers);
  app.add_option("--launch", o->launch, "record the N-th launch of each kernel")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000'000))
      ->capture_default_str();
  add_part_options(app, o->part);
  app.add_option("--grid", o->alone.grid, "launch the kernel named by --kernel, of a .cu file without main()")
      ->type_name("x[,y[,z]]");
  app.add_option("--block", o->alone.block, "its threads")->type_name("x[,y[,z]]");
  app.add_option("--shared", o->alone.shared, "its dynamic shared memory")->type_name("BYTES");
  app.add_option("--args", o->alone.arguments,
                 "its arguments: arrays as float[64*64], filled with 0 to 7 over and over, and values as C++ has them")
      ->type_name("LIST");
  return [o](std::ostream& out) -> Result<Verdict> {
    o->command = with_named_program(std::move(o->command));
    if (const std::string& name = o->command.front();
        name.find_first_of("/.") == name.npos && process::found(name).empty())
      return tl::unexpected(named_program({name}).error());
    return run_program(*o, out);
  };
}

}  // namespace gemmscope::cli
