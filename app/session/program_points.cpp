// SPDX-License-Identifier: MIT
#include "app/session/program_points.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <utility>

#include "app/session/program_rows.h"
#include "tracing/record/on_threads.h"

namespace gemmscope::session {

std::vector<sweep::Row> run_points(const ProgramPoints& points, const ProgramRunner& runner,
                                   const std::function<bool()>& go_on,
                                   const std::function<void(std::size_t done, std::size_t total)>& on_setting) {
  const std::vector<Numbers>& settings = points.settings;
  std::vector<std::vector<sweep::Row>> rows(settings.size());
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stopped{false};
  std::mutex mutex;
  std::size_t done = 0;
  // One program is compiled while another one runs.
  record::on_threads(
      record::host_threads(points.threads, settings.size()),
      [&](unsigned) {
        for (std::size_t i; (i = next.fetch_add(1)) < settings.size() && !stopped && (!go_on || go_on());) {
          RunOnce once{points.numbers, RunOnce::For::kSweep};
          once.numbers.insert(once.numbers.end(), settings[i].begin(), settings[i].end());
          const ProgramRun run = runner(once, go_on, [](const std::string&) {});
          rows[i] = rows_of(run, settings[i], points.addresses_only);
          const std::lock_guard lock(mutex);
          ++done;
          if (on_setting) on_setting(done, settings.size());
        }
      },
      [&] { stopped = true; });
  std::vector<sweep::Row> all;
  for (std::vector<sweep::Row>& each : rows) std::ranges::move(each, std::back_inserter(all));
  return all;
}

}  // namespace gemmscope::session
