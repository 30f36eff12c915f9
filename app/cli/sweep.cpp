// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <span>

#include <CLI/CLI.hpp>

#include "app/cli/changed_copy.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/launch_options.h"
#include "app/cli/named_program.h"
#include "app/cli/option_values.h"
#include "app/cli/own_program.h"
#include "app/cli/progress.h"
#include "app/cli/session_at.h"
#include "app/cli/sweep_job.h"
#include "app/cli/sweep_program.h"
#include "app/cli/sweep_report.h"
#include "app/words/number.h"
#include "tracing/format/atomic_file.h"
#include "tracing/format/text.h"
#include "tracing/runtime/name_pattern.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTasks = "16";

struct SweepOptions {
  std::vector<std::string> command;
  ProductOptions product;
  std::string preset;
  std::vector<std::string> numbers, over;
  PartOptions part;
  std::string kernels;  ///< a regular expression; empty: all
  std::string model = "fused", results, store, task, job, tasks, threads = "0";
  bool json = false, csv = false, gather = false;
};

/// What the options say together that each alone does not.
Result<void> check_together(const SweepOptions& o) {
  const int modes = (o.gather ? 1 : 0) + (o.task.empty() ? 0 : 1) + (o.job.empty() ? 0 : 1);
  if (modes > 1) return fail(ErrorKind::kUsage, "use only one of --gather, --task and --job");
  if (modes == 1 && o.store.empty())
    return fail(ErrorKind::kUsage, "--gather, --task and --job need --store, the folder that all tasks share");
  if ((!o.task.empty() || !o.job.empty()) && (o.json || o.csv))
    return fail(ErrorKind::kUsage, "--task and --job print no table; leave out --json and --csv");
  if (!o.tasks.empty() && o.job.empty())
    return fail(ErrorKind::kUsage, "--tasks is only for --job; add --job FILE or leave --tasks out");
  return {};
}

/// Without its store.
Result<ProgramSweep> sweep_of(const SweepOptions& o) {
  const auto command = named_program(o.command, o.product);
  if (!command) return tl::unexpected(command.error());
  const auto set = parse_numbers(o.numbers), numbers = parse_numbers(command->front(), o.preset, o.numbers);
  if (!numbers) return tl::unexpected(numbers.error());
  if (const auto pattern = runtime::NamePattern::of(o.kernels); !pattern) return tl::unexpected(pattern.error());
  auto wishes = wishes_of(o.part);
  if (!wishes) return tl::unexpected(wishes.error());
  wishes->emplace_back(runtime::kKernelVariable, o.kernels);
  const auto threads = parse_count("--threads", o.threads);
  if (!threads) return tl::unexpected(threads.error());
  ProgramSweep sweep{.command = *command,
                     .preset = o.preset,
                     .set = *set,
                     .numbers = *numbers,
                     .over = o.over,
                     .wishes = std::move(*wishes),
                     .addresses_only = o.part.addresses_only,
                     .as_written = o.part.as_written,
                     .threads = *threads,
                     .only_read = o.gather};
  if (o.task.empty()) return sweep;
  const auto share = parse_share("--task", o.task);
  if (!share) return tl::unexpected(share.error());
  sweep.share = {share->first, share->second};
  return sweep;
}

/// "68 recorded, 4 read from FOLDER".
std::string tally_text(const SweepTally& tally, const std::string& store) {
  std::string text = words::thousands(tally.recorded) + " recorded, " + words::thousands(tally.read) + " read from " +
                     format::shown(store);
  if (tally.replaced != 0)
    text += "; " + words::count_of(tally.replaced, "setting") + " there replaced, because damaged or not matching";
  if (tally.failed != 0)
    text += "; " + words::count_of(tally.failed, "setting") + " not recorded: " + format::shown(tally.why_failed);
  return text + "\n";
}

/// The words that give `options` again, up to the program's arguments; files have their whole paths.
std::vector<std::string> words_of(const SweepOptions& o, const std::vector<std::string>& over) {
  const auto whole = [](const std::string& path) { return fs::absolute(path).lexically_normal().string(); };
  const std::string& given = o.command.front();
  std::vector<std::string> words{is_path_of_program(given) ? whole(given) : given};
  const PartOptions& p = o.part;
  const std::pair<const char*, std::string> kTexts[] = {
      {"--preset", o.preset},     {"--size", o.product.size}, {"--alpha", o.product.alpha},
      {"--beta", o.product.beta}, {"--kernel", o.kernels},    {"--steps", p.steps == 0 ? "" : std::to_string(p.steps)},
      {"--store", whole(o.store)}};
  for (const auto& [option, text] : kTexts)
    if (!text.empty()) words.insert(words.end(), {option, text});
  for (const std::string& numbers : o.numbers) words.insert(words.end(), {"--set", numbers});
  for (const std::string& axes : over) words.insert(words.end(), {"--over", axes});
  if (p.addresses_only) words.emplace_back("--addresses-only");
  if (p.as_written) words.emplace_back("--as-written");
  return words;
}

Result<Verdict> write_job(const SweepOptions& options, const SweepPlan& plan, std::ostream& out) {
  const auto tasks = parse_count("--tasks", options.tasks.empty() ? kTasks : options.tasks);
  if (!tasks) return tl::unexpected(tasks.error());
  if (*tasks == 0) return fail(ErrorKind::kUsage, "--tasks must be at least 1");
  const std::size_t settings = plan.settings.size();
  const auto used = static_cast<unsigned>(std::clamp<std::size_t>(settings, 1, *tasks));
  std::error_code error;
  std::vector<std::string> command{fs::read_symlink("/proc/self/exe", error).string(), "sweep"};
  if (error) return fail(ErrorKind::kUsage, "this program's own path cannot be read (" + error.message() + ")");
  const std::vector<std::string> given = words_of(options, plan.over);
  command.insert(command.end(), given.begin(), given.end());
  const std::vector<std::string> arguments(options.command.begin() + 1, options.command.end());
  const std::string script = slurm_job(command, arguments, used);
  if (auto written = format::replace_file(options.job, std::as_bytes(std::span(script))); !written)
    return tl::unexpected(written.error());
  command.insert(command.end(), {"--gather", "--model", options.model});
  if (!options.results.empty()) command.insert(command.end(), {"--results", options.results});
  out << words::count_of(settings, "setting") << " in " << words::count_of(used, "task") << "; submit them:\n  sbatch "
      << shell_word(options.job) << "\nand when they are done, gather:\n  " << shell_line(command, arguments) << "\n";
  return Verdict::kDone;
}

std::string in_form(const SweepOptions& options, const views::SweepReport& report) {
  return options.json ? sweep_json(report) : options.csv ? sweep_csv(report) : views::sweep_text(report);
}

/// What is said of `swept`, and whether there is anything to look after: a gap, or no figures at all.
Verdict say(const SweepOptions& options, const SweptProgram& swept, std::ostream& out) {
  if (!options.task.empty()) {
    out << "task " << options.task << ": " << tally_text(swept.tally, options.store);
    return swept.tally.failed == 0 ? Verdict::kDone : Verdict::kFound;
  }
  out << in_form(options, swept.report);
  if (!options.store.empty() && !options.json && !options.csv) out << "\n" << tally_text(swept.tally, options.store);
  const bool whole = swept.report.count(sweep::State::kWaiting) == 0;
  return whole && swept.report.count(sweep::State::kCounted) != 0 ? Verdict::kDone : Verdict::kFound;
}

Result<Verdict> sweep(const SweepOptions& options, std::ostream& out) {
  if (auto together = check_together(options); !together) return tl::unexpected(together.error());
  const auto rule = parse_model(options.model);
  if (!rule) return tl::unexpected(rule.error());
  auto work = sweep_of(options);
  if (!work) return tl::unexpected(work.error());
  auto measured = rates_in(options.results);
  if (!measured) return tl::unexpected(measured.error());
  const auto plan = plan_of(*work);
  if (!plan) return tl::unexpected(plan.error());
  if (!options.job.empty()) return write_job(options, *plan, out);
  std::optional<SweepStore> store;
  if (!options.store.empty()) {
    auto opened = SweepStore::open(options.store, options.gather ? SweepStore::Make::kNo : SweepStore::Make::kYes);
    if (!opened) return tl::unexpected(opened.error());
    store = std::move(*opened);
    work->store = &*store;
  }
  constexpr int kInterrupts = 2;  // a program may take no notice of the first
  const WatchInterrupts watch(kInterrupts);
  ProgressLine progress("sweeping", "settings");
  auto swept = sweep_program(
      *work, *plan, [] { return !interrupted(); }, [&](std::size_t done, std::size_t total) { progress(done, total); });
  if (!swept) return tl::unexpected(swept.error());
  swept->report.rule = *rule, swept->report.results = std::move(*measured);
  return say(options, *swept, out);
}

}  // namespace

Action sweep_command(CLI::App& app) {
  const auto o = std::make_shared<SweepOptions>();
  add_command_option(app, "KERNEL", "a step of the ladder, by name; see 'gemmscope list'. Or a .cu file", o->command);
  add_number_options(app, o->preset, o->numbers, true);
  add_product_options(app, o->product);
  app.add_option("--over", o->over,
                 "what to vary, for example PA=0:33,PB=0/4 or preset; may be given several times; default: each "
                 "range that the file's comments name, one after the other, then its presets")
      ->type_name("AXIS[,AXIS...]")
      ->allow_extra_args(false);
  app.add_option("--kernel", o->kernels, "only kernels whose name matches this regular expression")->type_name("REGEX");
  add_way_options(app, o->part);
  app.add_option("--model", o->model, "counting rule for wavefronts: fused, textbook or subop")->capture_default_str();
  CLI::Option* json = app.add_flag("--json", o->json, "print JSON; docs/sweep.md describes the keys");
  app.add_flag("--csv", o->csv, "print CSV, one line per setting")->excludes(json);
  add_results_option(app, o->results);
  app.add_option("--threads", o->threads, "host threads; 0: all cores")->type_name("N")->capture_default_str();
  app.add_option("--store", o->store,
                 "keep the recordings of each setting; what is already there is read, so a stopped sweep resumes")
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
