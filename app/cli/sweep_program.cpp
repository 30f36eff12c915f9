// SPDX-License-Identifier: MIT
#include "app/cli/sweep_program.h"

#include <filesystem>

#include "app/cli/own_program.h"
#include "app/cli/program_settings.h"
#include "app/cli/record_program.h"
#include "app/session/program_points.h"
#include "tracing/record/configurations.h"
#include "tracing/runtime/name_pattern.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {
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
  auto runner = own_program(sweep.command, std::move(wishes), sweep.as_written);
  if (!runner) return tl::unexpected(runner.error());
  views::SweepReport report{.base = {},
                            .over = sweep.over,
                            .rows = {},
                            .results = results::shipped(),
                            .program = std::filesystem::path(sweep.command.front()).filename().string(),
                            .set = record::text_of(sweep.numbers)};
  report.base.kernel = report.program;
  report.base.M = report.base.N = report.base.K = 0;
  report.rows = session::run_points({std::move(*settings), sweep.numbers, sweep.addresses_only, sweep.threads}, *runner,
                                    go_on, on_setting);
  if (go_on && !go_on()) return fail(ErrorKind::kUsage, "the sweep was interrupted");
  return report;
}

}  // namespace gemmscope::cli
