// SPDX-License-Identifier: MIT
#include "app/shell/program_loop.h"

#include <algorithm>
#include <utility>

#include "app/session/open_file.h"
#include "app/session/sweeping.h"
#include "app/views/parts/baseline_words.h"

namespace gemmscope::shell {
namespace {

/// "kTile=16: ", of numbers that are others than in the run before.
std::string changed_numbers(const std::vector<session::OwnNumber>& before, const std::vector<session::OwnNumber>& now) {
  std::string text;
  for (const session::OwnNumber& number : now) {
    const auto was = std::ranges::find(before, number.name, &session::OwnNumber::name);
    if (was != before.end() && was->value != number.value)
      text += (text.empty() ? "" : " ") + number.name + "=" + std::to_string(number.value);
  }
  return text.empty() ? text : text + ": ";
}

}  // namespace

ProgramLoop::ProgramLoop(session::Programs programs, std::function<void()> wake)
    : programs_(std::move(programs)), wake_(std::move(wake)) {}

void ProgramLoop::begin(session::Session& session, session::ProgramRunner runner) {
  session.own.files = {session.own.source};  // until the compiler says what it includes
  watch_.emplace(session.own.files, wake_);  // first, so that no save is missed
  sweeper_.emplace(runner, wake_);
  ahead_.emplace(runner, wake_);
  queue_.emplace(std::move(runner), wake_);
  session.own.due = true;
}

void ProgramLoop::open(session::Session& session, const std::string& path) {
  if (!session::is_program(path)) {
    if (queue_) queue_->stop();  // what comes of it would take the recording's place
    return session::open_file(session, path);
  }
  auto runner = programs_.open({path});
  if (!runner) {
    session.desk.error = runner.error().message;
    return;
  }
  session.own = {};
  session.own.source = path;
  session.own.shows_earlier = session.look.loaded != nullptr;
  session.look.rejected = nullptr;
  session.look.views.source.program_file.clear();
  begin(session, std::move(*runner));
}

void ProgramLoop::begin_new(session::Session& session) {
  const std::string path = std::exchange(session.desk.panels.to_begin, {});
  if (path.empty()) return;
  if (auto written = programs_.write_first(path); !written)
    session.desk.error = written.error().message;
  else
    open(session, path), session.own.edited = true, session.desk.panels.focus_view = "source";
}

bool ProgramLoop::update(session::Session& session) {
  bool opened = false;
  if (!session.own.unsaved) {  // otherwise the person is asked what becomes of the changes
    begin_new(session);
    const std::string asked = std::exchange(session.desk.panels.to_open, {});
    opened = !asked.empty();
    if (opened) open(session, asked);
  }
  return run(session) || opened;
}

bool ProgramLoop::run(session::Session& session) {
  if (!queue_) return false;
  if (watch_->saved()) {
    ahead_->stop();
    session.own.due = true;
    if (session.own.made(session.look.loaded)) session::drop_sweep(session.look);  // of another text
  }
  const session::LoadedPtr shown = session.look.loaded;
  const std::vector<session::OwnNumber> numbers = session.look.numbers;
  if (session.own.due) {
    started_ = std::filesystem::file_time_type::clock::now();
    ahead_->make_room_for(session.own.numbers);
  }
  const bool changed = update_program(session, *queue_);
  if (changed) watch_->follow(session.own.files, started_);
  if (session.look.loaded != shown && session.own.made(session.look.loaded)) {
    if (session.own.before && session.desk.error.empty())
      session.desk.notice = changed_numbers(numbers, session.look.numbers) +
                            views::change_since(*session.own.before, *session.look.loaded, session.look.rule);
    ahead_->plan(session);
  }
  const bool swept = sweeper_->update(session);
  if (!session.own.running_now) ahead_->go_on();
  return changed || swept;
}

}  // namespace gemmscope::shell
