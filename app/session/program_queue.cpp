// SPDX-License-Identifier: MIT
#include "app/session/program_queue.h"

#include <utility>

#include "app/session/history.h"
#include "app/session/own_launches.h"
#include "tracing/format/exceptions.h"

namespace gemmscope::session {

ProgramQueue::ProgramQueue(ProgramRunner runner, const std::function<void()>& wake)
    : ProgramQueue(std::move(runner), wake, std::make_shared<Step>()) {}

ProgramQueue::ProgramQueue(ProgramRunner runner, const std::function<void()>& wake, const StepPtr& step)
    : Background(
          [runner = std::move(runner), step, wake](const RunOnce& once, const GoOn& go_on) {
            {
              const std::lock_guard lock(step->mutex);
              step->text.clear(), step->begun = Clock::now();
            }
            std::string told;
            const auto doing = [&](std::string text) {
              {
                const std::lock_guard lock(step->mutex);
                step->text = text;
                if (!step->is_slow() || std::exchange(told, text) == text) return;
              }
              if (wake) wake();
            };
            ProgramRun run;
            try {
              run = runner(once, go_on, doing);
            } catch (...) {
              run.failure = error_of_exception().message;
            }
            return run;
          },
          wake),
      step_(step) {}

std::string ProgramQueue::doing() const {
  if (!busy()) return {};
  const std::lock_guard lock(step_->mutex);
  return step_->is_slow() ? step_->text : "";
}

bool update_program(Session& session, ProgramQueue& queue) {
  OwnProgram& own = session.own;
  bool changed = false;
  if (std::exchange(own.due, false)) {
    queue.start({own.numbers});
    session.desk.error.clear();
    changed = true;
  }
  if (auto run = queue.take()) {
    take_up(session, std::move(*run));
    note_place(session);
    changed = true;
  }
  const bool busy = queue.busy();
  changed |= std::exchange(own.running_now, busy) != busy;
  if (const std::string doing = queue.doing(); !doing.empty() && std::exchange(session.desk.notice, doing) != doing)
    changed = true;
  return changed;
}

}  // namespace gemmscope::session
