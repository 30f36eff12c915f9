// SPDX-License-Identifier: MIT
#include "app/cli/sweep_program.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "app/cli/own_program.h"
#include "app/cli/program_settings.h"
#include "app/cli/record_program.h"
#include "app/session/program_rows.h"
#include "tracing/record/configurations.h"
#include "tracing/record/on_threads.h"
#include "tracing/runtime/name_pattern.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {
namespace {

/// Rows of each setting, worked out by several threads: one compiles while another one's program runs.
class Points {
 public:
  Points(const ProgramSweep& sweep, session::ProgramRunner runner, std::vector<session::Numbers> settings)
      : sweep_(sweep), runner_(std::move(runner)), settings_(std::move(settings)), rows_(settings_.size()) {}

  std::vector<sweep::Row> run(const std::function<bool()>& go_on,
                              const std::function<void(std::size_t, std::size_t)>& on_setting) {
    const unsigned workers = record::host_threads(sweep_.threads, settings_.size());
    record::on_threads(
        workers,
        [&](unsigned) {
          for (std::size_t i; (i = next_.fetch_add(1)) < settings_.size() && go_on() && !stopped_;) {
            rows_[i] = rows_of(settings_[i], go_on);
            const std::lock_guard lock(mutex_);
            if (on_setting) on_setting(++done_, settings_.size());
          }
        },
        [&] { stopped_ = true; });
    std::vector<sweep::Row> all;
    for (std::vector<sweep::Row>& rows : rows_) std::ranges::move(rows, std::back_inserter(all));
    return all;
  }

 private:
  std::vector<sweep::Row> rows_of(const session::Numbers& setting, const std::function<bool()>& go_on) const {
    session::RunOnce once{sweep_.numbers, session::RunOnce::For::kSweep};
    once.numbers.insert(once.numbers.end(), setting.begin(), setting.end());
    const session::ProgramRun run = runner_(once, go_on, [](const std::string&) {});
    return session::rows_of(run, setting, sweep_.addresses_only);
  }

  const ProgramSweep& sweep_;
  session::ProgramRunner runner_;
  std::vector<session::Numbers> settings_;
  std::vector<std::vector<sweep::Row>> rows_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::size_t done_ = 0;
};

}  // namespace

Result<views::SweepReport> sweep_program(const ProgramSweep& sweep, const std::function<bool()>& go_on,
                                         const std::function<void(std::size_t, std::size_t)>& on_setting) {
  if (auto can = can_be_run(sweep.command.front()); !can) return tl::unexpected(can.error());
  if (sweep.over.empty())
    return fail(ErrorKind::kUsage,
                "a program is swept over numbers that are named: add --over, as in --over TILE=8:33:8");
  auto settings = settings_of(sweep.command.front(), sweep.numbers, sweep.over);
  if (!settings) return tl::unexpected(settings.error());
  if (const auto pattern = runtime::NamePattern::of(sweep.kernel); !pattern) return tl::unexpected(pattern.error());
  Variables wishes{{runtime::kKernelVariable, sweep.kernel},
                   {runtime::kAddressesVariable, sweep.addresses_only ? "1" : ""}};
  auto runner = own_program(sweep.command, std::move(wishes));
  if (!runner) return tl::unexpected(runner.error());
  views::SweepReport report{.base = {},
                            .over = sweep.over,
                            .rows = {},
                            .results = results::shipped(),
                            .program = std::filesystem::path(sweep.command.front()).filename().string(),
                            .set = record::text_of(sweep.numbers)};
  report.base.kernel = report.program;
  report.base.M = report.base.N = report.base.K = 0;
  report.rows = Points(sweep, std::move(*runner), std::move(*settings)).run(go_on, on_setting);
  if (go_on && !go_on()) return fail(ErrorKind::kUsage, "the sweep was interrupted");
  return report;
}

}  // namespace gemmscope::cli
