// SPDX-License-Identifier: MIT
#include "app/cli/sweep_program.h"

#include <atomic>
#include <filesystem>
#include <mutex>
#include <optional>

#include "app/cli/own_program.h"
#include "app/cli/record_program.h"
#include "app/session/program_points.h"
#include "app/session/program_rows.h"
#include "app/sweep/axes.h"
#include "tracing/record/configurations.h"

namespace gemmscope::cli {
namespace {

/// Makes the rows of one setting after the other, on any thread.
class Sweeping {
 public:
  Sweeping(const ProgramSweep& sweep, const SweepPlan& plan, session::ProgramRunner runner,
           const std::function<bool()>& go_on)
      : sweep_(sweep), plan_(plan), runner_(std::move(runner)), go_on_(go_on) {}

  bool goes_on() const { return !stopped_ && (!go_on_ || go_on_()); }

  std::vector<sweep::Row> rows_of(std::size_t i) {
    const ProgramSetting& setting = plan_.settings[i];
    std::vector<sweep::Row> rows;
    if (sweep_.share.contains(i)) rows = rows_of(setting);
    if (rows.empty()) rows.emplace_back();  // waits; its kernel is not known before it is recorded
    for (sweep::Row& row : rows) {
      row.preset = sweep_.preset.empty() ? setting.preset : sweep_.preset;
      row.swept = setting.swept, row.numbers = setting.numbers;
    }
    return rows;
  }

  const std::optional<Error>& error() const { return error_; }
  const SweepTally& tally() const { return tally_; }

 private:
  std::vector<sweep::Row> rows_of(const ProgramSetting& setting) {
    const Recorded what{sweep_.command, setting.numbers, sweep_.wishes, sweep_.as_written};
    SweepStore::Reading reading;
    if (sweep_.store != nullptr) reading = sweep_.store->read(what);
    if (reading.run) {
      note([](SweepTally& tally) { ++tally.read; });
      return in_files(session::rows_of(*reading.run, setting.swept, sweep_.addresses_only), reading.files);
    }
    if (sweep_.only_read) return {};
    std::vector<std::string> recordings;
    session::RunOnce once{setting.numbers, session::RunOnce::For::kSweep};
    if (sweep_.store != nullptr)
      once.on_recording = [&](const std::filesystem::path& file) { recordings.push_back(bytes_of(file)); };
    const session::ProgramRun run = runner_(
        once, [&] { return goes_on(); }, [](const std::string&) {});
    std::vector<sweep::Row> rows = session::rows_of(run, setting.swept, sweep_.addresses_only);
    if (!goes_on() || sweep_.store == nullptr) return rows;
    return kept(what, run, std::move(recordings), std::move(rows), reading.other);
  }

  /// A run that came to no program and to no message about its source tells nothing of the setting.
  std::vector<sweep::Row> kept(const Recorded& what, const session::ProgramRun& run,
                               std::vector<std::string> recordings, std::vector<sweep::Row> rows, bool replaces) {
    if (run.launches.empty() && !run.rejected && run.files.empty()) {
      note([&](SweepTally& tally) { ++tally.failed, tally.why_failed = rows.front().reason; });
      return rows;
    }
    const auto files = sweep_.store->write(
        what, {std::move(recordings), run.numbers, run.launches.empty() ? rows.front().reason : run.failure});
    if (!files) return stop(files.error()), rows;
    note([&](SweepTally& tally) { ++tally.recorded, tally.replaced += replaces ? 1 : 0; });
    return in_files(std::move(rows), *files);
  }

  static std::vector<sweep::Row> in_files(std::vector<sweep::Row> rows, const std::vector<std::string>& files) {
    for (std::size_t i = 0; i < rows.size() && i < files.size(); ++i) rows[i].file = files[i];
    return rows;
  }

  void note(const auto& change) {
    const std::lock_guard lock(mutex_);
    change(tally_);
  }

  void stop(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = error;
    stopped_ = true;
  }

  const ProgramSweep& sweep_;
  const SweepPlan& plan_;
  session::ProgramRunner runner_;
  const std::function<bool()>& go_on_;
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  SweepTally tally_;
  std::optional<Error> error_;
};

views::SweepReport report_of(const ProgramSweep& sweep, const SweepPlan& plan) {
  views::SweepReport report;
  report.over = plan.over, report.results = results::shipped();
  report.program = std::filesystem::path(sweep.command.front()).filename().string();
  report.arguments.assign(sweep.command.begin() + 1, sweep.command.end());
  report.set = sweep.set;
  return report;
}

/// Neither --over nor the file's comments name anything that is not given.
Error nothing_to_vary(const std::filesystem::path& program) {
  const auto without = said_axes(program, "", {});
  const bool is_given = without && !without->empty();
  return {ErrorKind::kUsage, (is_given ? "--preset and --set give all that the comments of the file name"
                                       : "no comment of the file says what to vary") +
                                 std::string("; add --over, as in --over TILE=8:33:8")};
}

}  // namespace

Result<SweepPlan> plan_of(const ProgramSweep& sweep) {
  const std::filesystem::path program = sweep.command.front();
  if (auto can = can_be_run(program, sweep.as_written); !can) return tl::unexpected(can.error());
  SweepPlan plan{sweep.over, {}};
  if (plan.over.empty()) {
    auto said = said_axes(program, sweep.preset, sweep.numbers);
    if (!said) return tl::unexpected(said.error());
    plan.over = std::move(*said);
  }
  if (plan.over.empty()) return tl::unexpected(nothing_to_vary(program));
  for (const std::string& axes : plan.over)
    for (const std::string& name : sweep::names_in(axes))
      if (name == sweep::kPresetAxis && !sweep.preset.empty())
        return fail(ErrorKind::kUsage, name + " is both given and swept; leave one out");
  auto settings = settings_of(program, sweep.numbers, plan.over);
  if (!settings) return tl::unexpected(settings.error());
  plan.settings = std::move(*settings);
  return plan;
}

Result<SweptProgram> sweep_program(const ProgramSweep& sweep, const SweepPlan& plan, const std::function<bool()>& go_on,
                                   const std::function<void(std::size_t, std::size_t)>& tell) {
  session::ProgramRunner runner;
  if (!sweep.only_read) {
    auto made = own_program(sweep.command, sweep.wishes, sweep.as_written);
    if (!made) return tl::unexpected(made.error());
    runner = std::move(*made);
  }
  Sweeping sweeping(sweep, plan, std::move(runner), go_on);
  SweptProgram swept{report_of(sweep, plan), {}};
  swept.report.rows = session::rows_of_each(
      plan.settings.size(), sweep.threads, [&](std::size_t i) { return sweeping.rows_of(i); },
      [&] { return sweeping.goes_on(); }, tell);
  if (sweeping.error()) return tl::unexpected(*sweeping.error());
  if (go_on && !go_on())
    return fail(ErrorKind::kUsage,
                std::string("the sweep was interrupted; ") +
                    (sweep.store == nullptr ? "with --store FOLDER, a sweep can resume where it stopped"
                                            : "run the same command again to resume"));
  swept.tally = sweeping.tally();
  return swept;
}

}  // namespace gemmscope::cli
