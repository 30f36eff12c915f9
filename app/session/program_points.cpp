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

std::vector<sweep::Row> rows_of_each(std::size_t count, unsigned threads,
                                     const std::function<std::vector<sweep::Row>(std::size_t)>& rows_of_one,
                                     const std::function<bool()>& go_on,
                                     const std::function<void(std::size_t done, std::size_t total)>& on_setting) {
  std::vector<std::vector<sweep::Row>> rows(count);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stopped{false};
  std::mutex mutex;
  std::size_t done = 0;
  // One program is compiled while another one runs.
  record::on_threads(
      record::host_threads(threads, count),
      [&](unsigned) {
        for (std::size_t i; (i = next.fetch_add(1)) < count && !stopped && (!go_on || go_on());) {
          rows[i] = rows_of_one(i);
          const std::lock_guard lock(mutex);
          ++done;
          if (on_setting) on_setting(done, count);
        }
      },
      [&] { stopped = true; });
  std::vector<sweep::Row> all;
  for (std::vector<sweep::Row>& each : rows) std::ranges::move(each, std::back_inserter(all));
  return all;
}

std::vector<sweep::Row> run_points(const ProgramPoints& points, const ProgramRunner& runner,
                                   const std::function<bool()>& go_on,
                                   const std::function<void(std::size_t done, std::size_t total)>& on_setting) {
  const auto rows_of_one = [&](std::size_t i) {
    RunOnce once{points.numbers, RunOnce::For::kSweep};
    once.numbers.insert(once.numbers.end(), points.settings[i].begin(), points.settings[i].end());
    return rows_of(runner(once, go_on, [](const std::string&) {}), points.settings[i], points.addresses_only);
  };
  return rows_of_each(points.settings.size(), points.threads, rows_of_one, go_on, on_setting);
}

}  // namespace gemmscope::session
