// SPDX-License-Identifier: MIT
#include "app/shell/program_loop.h"

#include <utility>

#include "app/views/parts/baseline_words.h"

namespace gemmscope::shell {

ProgramLoop::ProgramLoop(session::Session& session, session::ProgramRunner runner, const std::function<void()>& wake) {
  if (!runner) return;
  watch_.emplace(session.own.source, wake);  // first, so that no save is missed
  queue_.emplace(std::move(runner), wake);
  session.own.due = true;
}

bool ProgramLoop::update(session::Session& session) {
  if (!queue_) return false;
  session.own.due |= watch_->saved();
  const session::LoadedPtr shown = session.look.loaded;
  const bool changed = update_program(session, *queue_);
  if (session.look.loaded != shown && session.own.before && session.desk.error.empty())
    session.desk.notice = views::change_since(*session.own.before, *session.look.loaded, session.look.rule);
  return changed;
}

}  // namespace gemmscope::shell
