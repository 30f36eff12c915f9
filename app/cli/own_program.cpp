// SPDX-License-Identifier: MIT
#include "app/cli/own_program.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <span>
#include <sstream>

#include <CLI/CLI.hpp>

#include "app/cli/changed_copy.h"
#include "app/cli/program_cache.h"
#include "app/cli/program_files.h"
#include "app/cli/program_findings.h"
#include "app/cli/record_program.h"
#include "app/cli/run_folder.h"
#include "app/cli/run_outcome.h"
#include "app/cli/run_shapes.h"
#include "app/cli/said.h"
#include "app/session/own_arguments.h"
#include "app/words/number.h"
#include "program_templates.h"  // generated from tests/programs by app/cli/CMakeLists.txt
#include "tracing/cxx/knob_notes.h"
#include "tracing/cxx/knobs.h"
#include "tracing/cxx/presets.h"
#include "tracing/format/atomic_file.h"
#include "tracing/format/file.h"
#include "tracing/format/input_file.h"
#include "tracing/format/text.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;
using session::ProgramRun;

Result<std::vector<session::LoadedPtr>> launches_in(const fs::path& work, const session::RunOnce& once) {
  std::vector<session::LoadedPtr> launches;
  std::optional<Error> error;
  for (const fs::path& file : recordings_in(work)) {
    auto recording = format::read_file(file);
    if (!recording) {
      if (!error) error = recording.error();
      continue;
    }
    launches.push_back(std::make_shared<const session::Loaded>(std::move(*recording)));
    if (once.on_recording) once.on_recording(file);
  }
  if (launches.empty() && error) return tl::unexpected(*error);
  return launches;
}

/// "my.cu ended with 1: C[0][0] is 3, not 4". Empty: nothing is wrong. `why_none`: see why_nothing().
std::string failure_of(const Result<int>& code, bool recorded, const std::string& name, const std::string& said,
                       const session::Rejected& found, const std::string& why_none) {
  const std::vector<session::Message>& messages = found.messages;
  std::string why;
  if (!messages.empty() && !recorded)
    why = ", as Source shows";
  else if (!messages.empty())
    why = ": " + session::place_in_words(found, messages[0]) + messages[0].text;
  else if (const std::string last = last_line(said); !last.empty())
    why = ": " + last;
  if (!code) return code.error().message + why;
  if (*code != 0) return name + " " + ending_in_words(*code) + why;
  if (!recorded) {
    const std::string reason = reason_in(said), because = reason.empty() ? why_none : reason;
    return "nothing of " + name + " was recorded" + (!messages.empty() ? why : because.empty() ? "" : ": " + because);
  }
  return messages.empty() ? "" : name + why;
}

/// "Recording tiled: 3 of 12 blocks"
std::string step_in_words(const fs::path& work, const fs::path& program, const std::string& name) {
  if (const auto now = blocks_done(work))
    return "Recording " + now->kernel + ": " + words::thousands(now->done) + " of " +
           words::count_of(now->total, "block") + " \u2026";
  std::error_code error;
  return (fs::exists(program, error) ? "Running " : "Compiling ") + name + " \u2026";
}

/// `text`: of the first, as it was when it was compiled. The others are read now: one that was written since is
/// compiled again anyway.
session::Rejected files_of(const std::vector<std::string>& paths, const std::string& text) {
  session::Rejected rejected;
  const std::vector<std::string> names = session::telling_names(paths);
  for (std::size_t i = 0; i < paths.size(); ++i)
    rejected.files.push_back({paths[i], names[i], session::whole_source(i == 0 ? text : format::text_in(paths[i]))});
  return rejected;
}

std::vector<session::OwnNumber> known_in(const std::string& text) {
  std::vector<session::OwnNumber> known;
  for (const cxx::Knob& knob : cxx::knobs_of(text).all) {
    cxx::KnobNote note = cxx::note_of(text, knob);
    known.push_back({knob.name,
                     knob.value,
                     knob.places.front().line,
                     knob.value,
                     {std::move(note.comment), std::move(note.values), std::move(note.pads), note.padding}});
  }
  return known;
}

/// A comment that is written wrong is no preset here; --preset says what is wrong with it.
std::vector<session::OwnPreset> presets_in(const std::string& text) {
  std::vector<session::OwnPreset> presets;
  if (auto found = cxx::presets_of(text))
    for (cxx::Preset& preset : *found) presets.push_back({std::move(preset.name), std::move(preset.numbers)});
  return presets;
}

/// Those that the file has, with other values; and arguments that are not `opened_with`.
session::Numbers that_differ(const session::Numbers& numbers, const std::vector<session::OwnNumber>& known,
                             const std::vector<std::string>& opened_with) {
  session::Numbers differ;
  for (const format::Parameter& number : numbers) {
    if (number.name == session::kArguments && number != session::entry_of(opened_with)) differ.push_back(number);
    const auto found = std::ranges::find(known, number.name, &session::OwnNumber::name);
    if (found != known.end() && std::to_string(found->in_file) != number.value) differ.push_back(number);
  }
  return differ;
}

/// Compiles it into the cache. What goes wrong is seen when it is run.
void compile_ahead(const ProgramJob& job, const fs::path& work, const std::function<bool()>& go_on) {
  ToCompile what = to_compile(job, work);
  what.aside = true;
  std::error_code error;
  if (is_cached(what) || !fs::create_directory(what.to.parent_path(), error)) return;
  Printed printed;
  static_cast<void>(compile_cached(what, go_on, printed));
}

/// A regular expression; empty: all.
std::string wanted_kernel(const ProgramJob& job) {
  const auto found = std::ranges::find(job.wishes, runtime::kKernelVariable, &Variables::value_type::first);
  return found == job.wishes.end() ? "" : found->second;
}

/// Reads what was recorded in `work`, and makes a sentence of what went wrong. `said`: by compiler and program.
void read_run(ProgramRun& run, const ProgramJob& job, const fs::path& work, const Result<int>& code, std::string said,
              const std::string& text, std::vector<std::string>& files, const session::RunOnce& once) {
  const fs::path source = job.command.front();
  std::ostringstream comments;
  const auto given = give_shapes(work, job.shapes, comments);
  said += comments.str();
  if (once.what_for != session::RunOnce::For::kSweep) std::cerr << format::shown_lines(said) << std::flush;
  const GivenFindings findings = give_program_findings(work);
  if (findings.error) return static_cast<void>(run.failure = findings.error->message);
  auto launches = launches_in(work, once);
  if (!launches) return static_cast<void>(run.failure = launches.error().message);
  run.launches = std::move(*launches);
  run.files = own_files(format::text_in(files_read(program_in(work, source))), source.string());
  if (!run.files.empty()) files = run.files;
  session::Rejected found = files_of(files, text);
  found.messages = messages_in(said, files);
  run.failure = failure_of(code, !run.launches.empty(), source.filename().string(), said, found,
                           why_nothing({job.command, wanted_kernel(job)}, runtime::read_launch_log(work)));
  if (run.launches.empty() && !findings.all.empty())
    run.failure += (run.failure.empty() ? "" : "; ") + findings.all.front().text;
  if (run.launches.empty() && !found.messages.empty())
    run.rejected = std::make_shared<const session::Rejected>(std::move(found));
}

/// `files`: those of the run before, and then of this one. Where one is missing, the compiler does not say which it
/// read.
ProgramRun run_once(const ProgramJob& plan, const session::RunOnce& once, std::vector<std::string>& files,
                    const std::function<bool()>& go_on, const session::Doing& doing) {
  const fs::path source = plan.command.front();
  ProgramRun run;
  if (auto can = can_be_run(source); !can) return run.failure = can.error().message, run;
  const std::string name = source.filename().string(), text = format::text_in(source);
  run.known = known_in(text);
  run.presets = presets_in(text);
  run.arguments.assign(plan.command.begin() + 1, plan.command.end());
  run.numbers = that_differ(once.numbers, run.known, run.arguments);
  std::error_code error;
  const Workplace work(fs::temp_directory_path(error));
  if (auto there = work.is_there(); !there) return run.failure = there.error().message, run;
  ProgramJob job = plan;
  Printed printed;
  job.printed = &printed, job.cached = true;
  job.more_settings = once.what_for != session::RunOnce::For::kShown;
  if (auto arguments = session::arguments_in(run.numbers)) {
    job.command.resize(1);
    job.command.insert(job.command.end(), arguments->begin(), arguments->end());
  }
  const auto changed = changed_copy(source, session::without_arguments(run.numbers), work.path);
  if (!changed) return run.failure = changed.error().message, run;
  job.changed = *changed;
  if (once.what_for == session::RunOnce::For::kAhead) return compile_ahead(job, work.path, go_on), run;
  const auto code = record_program(
      job, work.path, [&] { return doing(step_in_words(work.path, program_in(work.path, source), name)), go_on(); });
  if (auto there = work.is_there(); !there) return run.failure = there.error().message, run;
  read_run(run, job, work.path, code, printed.text(), job.changed ? format::text_in(job.changed->text) : text, files,
           once);
  if (!run.failure.empty() && !run.numbers.empty() && once.what_for == session::RunOnce::For::kShown)
    run.failure = "with " + format::text_of(run.numbers) + ": " + run.failure;
  return run;
}

}  // namespace

void add_command_option(CLI::App& app, const std::string& name, const std::string& help,
                        std::vector<std::string>& command) {
  app.add_option(name, command, help)->type_name("")->required();
  // The parser takes "--" only from a command that may still be given more. All are taken above, so this never has any.
  app.add_option("ARGUMENTS", "what the program is given; after --, it may begin with -")->type_name("");
}

void add_as_written(CLI::App& app, bool& as_written) {
  app.add_flag("--as-written", as_written,
               "compile the .cu file so that each access stays as the source has it: nvcc joins, splits and moves none "
               "(nvcc 13)");
}

Result<session::ProgramRunner> own_program(std::vector<std::string> command) {
  return own_program(std::move(command), {});
}

Result<session::ProgramRunner> own_program(std::vector<std::string> command, Variables wishes, bool as_written) {
  if (auto can = can_be_run(command.front(), as_written); !can) return tl::unexpected(can.error());
  auto backend = emulator();
  if (!backend) return tl::unexpected(backend.error());
  const ProgramJob plan{.command = std::move(command),
                        .backend = std::move(*backend),
                        .wishes = std::move(wishes),
                        .shapes = {},
                        .as_written = as_written};
  const auto files = std::make_shared<std::vector<std::string>>(1, plan.command.front());
  return [plan, files](const session::RunOnce& once, const std::function<bool()>& go_on, const session::Doing& doing) {
    std::vector<std::string> own(1, plan.command.front());  // of a run beside that which is shown
    return run_once(plan, once, once.what_for == session::RunOnce::For::kShown ? *files : own, go_on, doing);
  };
}

Result<void> write_first_program(const std::string& path) {
  if (!session::is_program(path)) return fail(ErrorKind::kUsage, path + ": a program's name ends in .cu");
  std::error_code error;
  if (fs::exists(fs::symlink_status(path, error)))
    return fail(ErrorKind::kUsage, path + ": there is such a file, and a new program replaces none");
  return format::replace_file(path, std::as_bytes(std::span(templates::knaive_cu)));
}

}  // namespace gemmscope::cli
