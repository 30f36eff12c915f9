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
#include "app/cli/record_program.h"
#include "app/session/program_rows.h"
#include "app/sweep/axes.h"
#include "tracing/cxx/knobs.h"
#include "tracing/format/input_file.h"
#include "tracing/format/text.h"
#include "tracing/record/configurations.h"
#include "tracing/record/on_threads.h"
#include "tracing/runtime/name_pattern.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {
namespace {

constexpr std::size_t kMostSettings = 1000;  // each takes half a second at least

/// Combination number `index` of the axes' values.
session::Numbers combination(const sweep::Axes& axes, std::size_t index) {
  session::Numbers numbers;
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    numbers.push_back({axis->name, axis->values[index % axis->values.size()]});
    index /= axis->values.size();
  }
  std::ranges::reverse(numbers);
  return numbers;
}

Result<void> add_settings(std::vector<session::Numbers>& settings, const sweep::Axes& axes) {
  std::size_t count = 1;
  for (const sweep::Axis& axis : axes) count = std::min(count * axis.values.size(), kMostSettings + 1);
  if (settings.size() + count > kMostSettings)
    return fail(ErrorKind::kUsage,
                "there would be more than " + std::to_string(kMostSettings) +
                    " settings, each compiled and run; sweep fewer values, or some numbers one after "
                    "the other, each with an --over of its own");
  for (std::size_t i = 0; i < count; ++i)
    if (session::Numbers numbers = combination(axes, i); std::ranges::count(settings, numbers) == 0)
      settings.push_back(std::move(numbers));
  return {};
}

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

Result<std::vector<session::Numbers>> settings_of(const ProgramSweep& sweep) {
  if (sweep.over.empty())
    return fail(ErrorKind::kUsage,
                "a program is swept over numbers that are named: add --over, as in --over TILE=8:33:8");
  const std::filesystem::path file = sweep.command.front();
  const std::string text = format::text_in(file), name = format::shown(file.filename().string());
  if (auto set = cxx::with_numbers(text, sweep.numbers, name); !set) return tl::unexpected(set.error());
  std::vector<session::Numbers> settings;
  for (const std::string& over : sweep.over) {
    const auto axes = sweep::parse_number_axes(over);
    if (!axes) return tl::unexpected(axes.error());
    for (const sweep::Axis& axis : *axes)
      if (std::ranges::count(sweep.numbers, axis.name, &format::Parameter::name) != 0)
        return fail(ErrorKind::kUsage, axis.name + " is both given and swept; leave one out");
    if (auto known = cxx::with_numbers(text, combination(*axes, 0), name); !known) return tl::unexpected(known.error());
    if (auto added = add_settings(settings, *axes); !added) return tl::unexpected(added.error());
  }
  return settings;
}

Result<views::SweepReport> sweep_program(const ProgramSweep& sweep, const std::function<bool()>& go_on,
                                         const std::function<void(std::size_t, std::size_t)>& on_setting) {
  if (auto can = can_be_run(sweep.command.front()); !can) return tl::unexpected(can.error());
  auto settings = settings_of(sweep);
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
