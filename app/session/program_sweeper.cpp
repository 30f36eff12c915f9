// SPDX-License-Identifier: MIT
#include "app/session/program_sweeper.h"

#include <algorithm>
#include <utility>

#include "app/session/own_numbers.h"
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
SweptRows of_kernel(std::vector<sweep::Row> rows, const std::string& kernel) {
  std::erase_if(
      rows, [&](const sweep::Row& row) { return !row.kernel.empty() && family_of(row.kernel) != family_of(kernel); });
  return std::make_shared<const std::vector<sweep::Row>>(std::move(rows));
}

}  // namespace

ProgramSweeper::ProgramSweeper(const ProgramRunner& runner, const std::function<void()>& wake)
    : ProgramSweeper(runner, wake, std::make_shared<std::atomic<std::size_t>>(0)) {}

ProgramSweeper::ProgramSweeper(const ProgramRunner& runner, const std::function<void()>& wake, const Done& done)
    : done_(done),
      work_(
          [runner, wake, done](const Job& job, const std::function<bool()>& go_on) {
            *done = 0;
            const auto quietly = [&](const RunOnce& once, const std::function<bool()>& asked, const Doing&) {
              return run_quietly(runner, once, asked);
            };
            return of_kernel(run_points(job.points, quietly, go_on,
                                        [&](std::size_t now, std::size_t) {
                                          *done = now;
                                          if (wake) wake();
                                        }),
                             job.kernel);
          },
          wake) {}

bool ProgramSweeper::begin(Session& session) {
  Look& look = session.look;
  auto settings = number_settings(look);
  if (!settings) {
    session.desk.error = settings.error().message;
    return drop_sweep(look), true;
  }
  const Job job{look.recording()->kernel, {std::move(*settings), number_base(look)}};
  look.swept = {};
  look.swept.over = look.views.sweep.over, look.swept.total = job.points.settings.size();
  look.swept.of = {job.kernel, job.points.numbers};
  work_.start(job);
  return true;
}

bool ProgramSweeper::update(Session& session) {
  Look& look = session.look;
  if (!look.views.sweep.on || look.views.sweep.over.empty() || !look.loaded) {
    if (work_.busy()) work_.stop();
    if (!look.swept.rows) look.swept = {};
    return false;
  }
  forget_other_sweep(look);
  if (!look.swept.of) return begin(session);
  if (auto rows = work_.take()) return look.swept.rows = std::move(*rows), true;
  return !look.swept.rows && std::exchange(look.swept.done, done_->load()) != look.swept.done;
}

AheadCompiler::AheadCompiler(const ProgramRunner& runner, const std::function<void()>& wake)
    : work_([runner](const RunOnce& once,
                     const std::function<bool()>& go_on) { return run_quietly(runner, once, go_on); },
            wake) {}

void AheadCompiler::plan(const Session& session) {
  const std::vector<Numbers> all = neighbours(own_numbers(session), session.own.numbers);
  next_ = {all.begin(), all.end()};
}

void AheadCompiler::make_room_for(const Numbers& numbers) {
  if (numbers != begun_) return stop();
  next_.clear();
}

void AheadCompiler::stop() {
  next_.clear();
  if (work_.busy()) work_.stop();
}

void AheadCompiler::go_on() {
  work_.take();
  if (next_.empty() || work_.busy()) return;
  begun_ = std::move(next_.front());
  next_.pop_front();
  work_.start({begun_, RunOnce::For::kAhead});
}

namespace {

/// Those that are one click away.
std::vector<std::int64_t> values_to_try(const OwnNumber& number) {
  std::vector<std::int64_t> values = number.note.values;
  std::erase(values, number.value);
  if (!values.empty()) return values;
  return {next_number(number.value, +1), next_number(number.value, -1)};
}

}  // namespace

std::vector<Numbers> neighbours(const std::vector<OwnNumber>& known, const Numbers& numbers) {
  constexpr std::size_t kMost = 3;  // numbers: each value costs about two seconds of a processor
  std::vector<const OwnNumber*> order;
  const auto add = [&](const OwnNumber& number) {
    if (order.size() < kMost && std::ranges::count(order, &number) == 0) order.push_back(&number);
  };
  if (!numbers.empty())
    for (const OwnNumber& number : known)
      if (number.name == numbers.back().name) add(number);
  for (const OwnNumber& number : known)
    if (number.note.padding) add(number);
  for (const OwnNumber& number : known) add(number);
  std::vector<Numbers> all;
  for (const OwnNumber* number : order)
    for (const std::int64_t value : values_to_try(*number)) {
      Numbers changed = numbers;
      std::erase_if(changed, [&](const format::Parameter& p) { return p.name == number->name; });
      if (value != number->in_file) changed.push_back({number->name, std::to_string(value)});
      all.push_back(std::move(changed));
    }
  return all;
}

}  // namespace gemmscope::session
