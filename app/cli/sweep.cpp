// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <memory>
#include <ostream>
#include <span>

#include <CLI/CLI.hpp>

#include "app/cli/changed_copy.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/named_program.h"
#include "app/cli/option_values.h"
#include "app/cli/own_program.h"
#include "app/cli/progress.h"
#include "app/cli/session_at.h"
#include "app/cli/sweep_job.h"
#include "app/cli/sweep_options.h"
#include "app/cli/sweep_program.h"
#include "app/cli/sweep_report.h"
#include "app/session/ladder.h"
#include "app/sweep/plan.h"
#include "app/sweep/run.h"
#include "app/words/number.h"
#include "kernels/table.h"
#include "tracing/format/atomic_file.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTasks = "16";

struct SweepOptions {
  LaunchOptions launch;
  std::vector<std::string> over;
  std::string model = "fused", results, store, task, job, tasks, threads = "0";
  bool json = false, csv = false, gather = false;
  std::vector<std::string> arguments;  ///< of a program
  std::string kernels;                 ///< a regular expression: which of a program's kernels
  bool addresses_only = false, as_written = false;
};

/// What the options say together that each alone does not.
Result<void> check_together(const SweepOptions& o) {
  const int modes = (o.gather ? 1 : 0) + (o.task.empty() ? 0 : 1) + (o.job.empty() ? 0 : 1);
  if (modes > 1) return fail(ErrorKind::kUsage, "--gather, --task and --job exclude each other; leave all but one out");
  if (modes == 1 && o.store.empty())
    return fail(ErrorKind::kUsage, "--gather, --task and --job need --store, the folder that all tasks share");
  if ((!o.task.empty() || !o.job.empty()) && (o.json || o.csv))
    return fail(ErrorKind::kUsage, "--task and --job print no table; leave out --json and --csv");
  if (!o.tasks.empty() && o.job.empty())
    return fail(ErrorKind::kUsage, "--tasks is only for --job; add --job FILE or leave --tasks out");
  return {};
}

/// The plan, and what it is of. Errors: what the kernel, the axes or the settings are refused for.
Result<views::SweepReport> plan_of(const SweepOptions& options) {
  auto base = request_of(options.launch);
  if (!base) return tl::unexpected(base.error());
  const auto rule = parse_model(options.model);
  if (!rule) return tl::unexpected(rule.error());
  const kernels::KernelInfo* kernel = kernels::find_kernel(base->kernel);
  if (kernel == nullptr) {
    const auto step = session::step_named(base->kernel);
    return fail(ErrorKind::kUsage, step ? base->kernel + " is a program: name its file, " + step->file.string()
                                        : kernels::resolve(base->kernel, "", {}).error());
  }
  views::SweepReport report{
      .base = *base, .over = options.over, .rows = {}, .rule = *rule, .results = results::shipped()};
  if (report.over.empty())
    for (const std::string& axis : sweep::usual_axes(*kernel)) {
      // What is given is not swept.
      const auto given = [&](const format::Parameter& p) { return p.name == axis; };
      if (std::ranges::any_of(base->overrides, given)) continue;
      if (axis == sweep::kPresetAxis && !base->preset.empty()) continue;
      report.over.push_back(axis);
    }
  std::vector<sweep::Axes> sweeps;
  for (const std::string& text : report.over) {
    auto axes = sweep::parse_axes(*kernel, text);
    if (!axes) return tl::unexpected(axes.error());
    sweeps.push_back(std::move(*axes));
  }
  if (sweeps.empty()) sweeps.emplace_back();
  auto rows = sweep::plan(*base, sweeps);
  if (!rows) return tl::unexpected(rows.error());
  report.rows = std::move(*rows);
  if (options.results.empty()) return report;
  auto measured = results::read_bench_file(options.results);
  if (!measured) return tl::unexpected(measured.error());
  report.results = std::make_shared<const std::vector<results::BenchReport>>(1, std::move(*measured));
  return report;
}

/// Runs it; Ctrl-C stops.
Result<sweep::Tally> run(const SweepOptions& options, const sweep::Work& work, std::span<sweep::Row> rows) {
  const WatchInterrupts watch;
  ProgressLine progress("sweeping", "settings");
  const auto on_row = [&](const sweep::Row&, std::size_t done, std::size_t total) { progress(done, total); };
  auto tally = sweep::run(rows, work, {.go_on = [] { return !interrupted(); }, .on_row = on_row});
  if (!tally && interrupted())
    tally.error().message += options.store.empty() ? "; with --store FOLDER, a sweep can resume where it stopped"
                                                   : "; run the same command again to resume";
  return tally;
}

/// "68 recorded, 4 read from FOLDER".
std::string tally_text(const sweep::Tally& tally, const std::string& store) {
  std::string text = words::thousands(tally.recorded) + " recorded, " + words::thousands(tally.read) + " read from " +
                     format::shown(store);
  if (tally.replaced != 0)
    text += "; " + words::count_of(tally.replaced, "file") + " there replaced, because damaged or not matching";
  return text + "\n";
}

Result<Verdict> write_job(const SweepOptions& options, const views::SweepReport& report, std::ostream& out) {
  const auto tasks = parse_count("--tasks", options.tasks.empty() ? kTasks : options.tasks);
  if (!tasks) return tl::unexpected(tasks.error());
  if (*tasks == 0) return fail(ErrorKind::kUsage, "--tasks must be at least 1");
  const std::size_t waiting = report.count(sweep::State::kWaiting);
  const auto used = static_cast<unsigned>(std::clamp<std::size_t>(waiting, 1, *tasks));
  std::error_code error;
  std::vector<std::string> command{fs::read_symlink("/proc/self/exe", error).string(), "sweep"};
  if (error) return fail(ErrorKind::kUsage, "this program's own path cannot be read (" + error.message() + ")");
  const std::vector<std::string> launch = arguments_of(options.launch);
  command.insert(command.end(), launch.begin(), launch.end());
  for (const std::string& axes : report.over) command.insert(command.end(), {"--over", axes});
  command.insert(command.end(), {"--store", fs::absolute(options.store).lexically_normal().string()});
  const std::string script = slurm_job(command, used);
  if (auto written = format::replace_file(options.job, std::as_bytes(std::span(script))); !written)
    return tl::unexpected(written.error());
  command.insert(command.end(), {"--gather", "--model", options.model});
  if (!options.results.empty()) command.insert(command.end(), {"--results", options.results});
  out << words::count_of(waiting, "setting") << " in " << words::count_of(used, "task") << "; submit them:\n  sbatch "
      << shell_word(options.job) << "\nand when they are done, gather:\n ";
  for (const std::string& word : command) out << " " << shell_word(word);
  out << "\n";
  return Verdict::kDone;
}

/// Options that a program cannot have, or only it. Returns the first that is given anyway.
std::string option_of_others(const SweepOptions& o, bool is_program) {
  const LaunchOptions usual;
  const LaunchOptions& l = o.launch;
  if (!is_program)
    return !o.arguments.empty() ? o.arguments.front()
           : !o.kernels.empty() ? "--kernel"
           : o.addresses_only   ? "--addresses-only"
           : o.as_written       ? "--as-written"
                                : "";
  const std::pair<bool, const char*> given[] = {{l.size != usual.size, "--size"},
                                                {l.alpha != usual.alpha, "--alpha"},
                                                {l.beta != usual.beta, "--beta"},
                                                {l.blocks != usual.blocks, "--blocks"},
                                                {l.warps != usual.warps, "--warps"},
                                                {l.k_tiles != usual.k_tiles, "--k-tiles"},
                                                {l.no_epilogue, "--no-epilogue"},
                                                {!o.store.empty(), "--store"},
                                                {o.gather, "--gather"},
                                                {!o.task.empty(), "--task"},
                                                {!o.job.empty(), "--job"},
                                                {!o.tasks.empty(), "--tasks"}};
  const auto first = std::ranges::find_if(given, [](const auto& option) { return option.first; });
  return first == std::end(given) ? "" : first->second;
}

std::string in_form(const SweepOptions& options, const views::SweepReport& report) {
  return options.json ? sweep_json(report) : options.csv ? sweep_csv(report) : views::sweep_text(report);
}

Result<Verdict> sweep_over_numbers(const SweepOptions& options, std::ostream& out) {
  const auto threads = parse_count("--threads", options.threads);
  if (!threads) return tl::unexpected(threads.error());
  const auto rule = parse_model(options.model);
  if (!rule) return tl::unexpected(rule.error());
  const auto numbers = parse_numbers(options.launch.kernel, options.launch.preset, options.launch.assignments);
  if (!numbers) return tl::unexpected(numbers.error());
  results::Reports measured = results::shipped();
  if (!options.results.empty()) {
    auto read = results::read_bench_file(options.results);
    if (!read) return tl::unexpected(read.error());
    measured = std::make_shared<const std::vector<results::BenchReport>>(1, std::move(*read));
  }
  ProgramSweep work{.command = options.arguments,
                    .numbers = *numbers,
                    .over = options.over,
                    .kernel = options.kernels,
                    .addresses_only = options.addresses_only,
                    .as_written = options.as_written,
                    .threads = *threads};
  work.command.insert(work.command.begin(), options.launch.kernel);
  work.command = with_named_program(std::move(work.command));
  constexpr int kInterrupts = 2;
  const WatchInterrupts watch(kInterrupts);
  ProgressLine progress("sweeping", "settings");
  auto report = sweep_program(
      work, [] { return !interrupted(); }, [&](std::size_t done, std::size_t total) { progress(done, total); });
  if (!report) return tl::unexpected(report.error());
  report->rule = *rule, report->results = std::move(measured);
  out << in_form(options, *report);
  return report->count(sweep::State::kCounted) != 0 ? Verdict::kDone : Verdict::kFound;
}

Result<Verdict> sweep(const SweepOptions& options, std::ostream& out) {
  const bool is_program = session::is_program(options.launch.kernel);
  if (const std::string other = option_of_others(options, is_program); !other.empty())
    return fail(ErrorKind::kUsage, other + (is_program ? " is for kernels of the ladder; leave it out for a program"
                                                       : " is for programs, whose names end in .cu; leave it out"));
  if (is_program) return sweep_over_numbers(options, out);
  if (auto together = check_together(options); !together) return tl::unexpected(together.error());
  const auto threads = parse_count("--threads", options.threads);
  if (!threads) return tl::unexpected(threads.error());
  sweep::Work work{.only_read = options.gather, .threads = *threads};
  if (!options.task.empty()) {
    const auto share = parse_share("--task", options.task);
    if (!share) return tl::unexpected(share.error());
    work.share = {share->first, share->second};
  }
  auto report = plan_of(options);
  if (!report) return tl::unexpected(report.error());
  if (!options.job.empty()) return write_job(options, *report, out);
  std::optional<sweep::Store> store;
  if (!options.store.empty()) {
    auto opened =
        sweep::Store::open(options.store, options.gather ? sweep::Store::Make::kNo : sweep::Store::Make::kYes);
    if (!opened) return tl::unexpected(opened.error());
    store = std::move(*opened);
    work.store = &*store;
  }
  const auto tally = run(options, work, report->rows);
  if (!tally) return tl::unexpected(tally.error());
  if (!options.task.empty()) {
    out << "task " << options.task << ": " << tally_text(*tally, options.store);
    return Verdict::kDone;
  }
  out << in_form(options, *report);
  if (store && !options.json && !options.csv) out << "\n" << tally_text(*tally, options.store);
  return report->count(sweep::State::kWaiting) == 0 ? Verdict::kDone : Verdict::kFound;
}

}  // namespace

Action sweep_command(CLI::App& app) {
  const auto o = std::make_shared<SweepOptions>();
  add_launch_options(app, o->launch, "the fewest that the whole launch can be computed from");
  app.get_option("KERNEL")->description(
      "name of the kernel, or the .cu file of a program; see 'gemmscope list' and 'gemmscope list --broken'");
  app.add_option("ARGUMENTS", o->arguments, "what a program is given; after --, it may begin with -")->type_name("");
  app.add_option(
         "--over", o->over,
         "what to go through, for example PA=0:33,swzA, or of a program TILE=8:33:8,PAD=0:5; may be given several "
         "times; default: each parameter that lays out a tile, one after the other, then the presets")
      ->type_name("AXIS[,AXIS...]")
      ->allow_extra_args(false);
  app.add_option("--kernel", o->kernels, "of a program, count only kernels whose name matches this regular expression")
      ->type_name("REGEX");
  app.add_flag("--addresses-only", o->addresses_only,
               "of a program, leave out what only its results need: faster, but whether they are right is not known");
  add_as_written(app, o->as_written);
  app.add_option("--model", o->model, "counting rule for wavefronts: fused, textbook or subop")->capture_default_str();
  CLI::Option* json = app.add_flag("--json", o->json, "print JSON; docs/sweep.md describes the keys");
  app.add_flag("--csv", o->csv, "print CSV, one line per setting")->excludes(json);
  add_results_option(app, o->results);
  app.add_option("--threads", o->threads, "host threads; 0: all cores")->type_name("N")->capture_default_str();
  app.add_option("--store", o->store,
                 "keep the recordings, one file for each setting; files already there are read, so a stopped sweep "
                 "resumes")
      ->type_name("FOLDER");
  app.add_flag("--gather", o->gather,
               "record nothing: show what is in the store; the exit code is 1 if anything is missing");
  app.add_option("--task", o->task, "record into the store only share I of N, from 0/N to N-1/N, and print no table")
      ->type_name("I/N");
  app.add_option("--job", o->job, "record nothing: write a job for Slurm's sbatch whose tasks fill the store")
      ->type_name("FILE");
  app.add_option("--tasks", o->tasks, "tasks of that job, at most")->type_name("N")->default_str(kTasks);
  return [o](std::ostream& out) { return sweep(*o, out); };
}

}  // namespace gemmscope::cli
