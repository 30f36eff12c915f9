// SPDX-License-Identifier: MIT
#include "app/session/program_sweeper.h"

#include <algorithm>
#include <utility>

#include "app/session/own_numbers.h"
#include "app/session/program_rows.h"
#include "app/session/sweeping.h"
#include "tracing/format/exceptions.h"

namespace gemmscope::session {
namespace {

ProgramRun run_quietly(const ProgramRunner& runner, const RunOnce& once, const std::function<bool()>& go_on) {
  ProgramRun run;
  try {
    run = runner(once, go_on, [](const std::string&) {});
  } catch (...) {
    run.failure = error_of_exception().message;
  }
  return run;
}

/// Those of one kernel, and those that say why there is none.
void add_rows(std::vector<sweep::Row>& rows, std::vector<sweep::Row> more, const std::string& kernel) {
  for (sweep::Row& row : more)
    if (family_of(row.request.kernel) == family_of(kernel) || row.request.kernel.empty())
      rows.push_back(std::move(row));
}

}  // namespace

ProgramSweeper::ProgramSweeper(const ProgramRunner& runner, const std::function<void()>& wake)
    : ProgramSweeper(runner, wake, std::make_shared<std::atomic<std::size_t>>(0)) {}

ProgramSweeper::ProgramSweeper(const ProgramRunner& runner, const std::function<void()>& wake, const Done& done)
    : done_(done),
      work_(
          [runner, wake, done](const Job& job, const std::function<bool()>& go_on) {
            std::vector<sweep::Row> rows;
            *done = 0;
            for (const Numbers& numbers : job.settings) {
              if (!go_on()) break;
              const ProgramRun run = run_quietly(runner, {numbers, RunOnce::For::kSweep}, go_on);
              add_rows(rows, rows_of(run, {numbers.back()}, false), job.kernel);
              ++*done;
              if (wake) wake();
            }
            return std::make_shared<const std::vector<sweep::Row>>(std::move(rows));
          },
          wake) {}

bool ProgramSweeper::update(Look& look) {
  Swept& swept = look.swept;
  if (!look.views.sweep.on || swept.over.empty() || !look.loaded) {
    if (work_.busy()) work_.stop();
    return false;
  }
  if (swept.of) {
    if (auto rows = work_.take()) return swept.rows = std::move(*rows), true;
    return !swept.rows && std::exchange(swept.done, done_->load()) != swept.done;
  }
  Job job{look.recording()->kernel, swept.over, number_settings(look)};
  if (job.settings.empty()) return drop_sweep(look), true;
  swept.of = record::RecordRequest{};
  swept.of->kernel = job.kernel;
  swept.of->M = swept.of->N = swept.of->K = 0;
  swept.of->overrides = job.settings.front();
  swept.of->overrides.pop_back();  // the number that is swept
  swept.done = 0, swept.total = job.settings.size();
  work_.start(job);
  return true;
}

AheadCompiler::AheadCompiler(const ProgramRunner& runner, const std::function<void()>& wake)
    : work_([runner](const RunOnce& once,
                     const std::function<bool()>& go_on) { return run_quietly(runner, once, go_on); },
            wake) {}

void AheadCompiler::plan(const Session& session) {
  const std::vector<Numbers> all = neighbours(own_numbers(session), session.own.numbers);
  next_ = {all.begin(), all.end()};
}

void AheadCompiler::stop() {
  next_.clear();
  if (work_.busy()) work_.stop();
}

void AheadCompiler::go_on() {
  work_.take();
  if (next_.empty() || work_.busy()) return;
  work_.start({std::move(next_.front()), RunOnce::For::kAhead});
  next_.pop_front();
}

std::vector<Numbers> neighbours(const std::vector<OwnNumber>& known, const Numbers& numbers) {
  constexpr std::size_t kMost = 3;  // numbers: each costs a second of a processor
  std::vector<const OwnNumber*> order;
  const auto add = [&](const OwnNumber& number) {
    if (order.size() < kMost && std::ranges::count(order, &number) == 0) order.push_back(&number);
  };
  if (!numbers.empty())
    for (const OwnNumber& number : known)
      if (number.name == numbers.back().name) add(number);
  for (const OwnNumber& number : known) add(number);
  std::vector<Numbers> all;
  for (const OwnNumber* number : order)
    for (const int direction : {+1, -1}) {
      const std::int64_t value = next_number(number->value, direction);
      Numbers changed = numbers;
      std::erase_if(changed, [&](const format::Parameter& p) { return p.name == number->name; });
      if (value != number->in_file) changed.push_back({number->name, std::to_string(value)});
      all.push_back(std::move(changed));
    }
  return all;
}

}  // namespace gemmscope::session
