// SPDX-License-Identifier: MIT
#include "app/session/sweeper.h"

#include <utility>

#include "tracing/format/exceptions.h"

namespace gemmscope::session {

Sweeper::Sweeper(std::function<void()> wake) : Sweeper(std::make_shared<Progress>(), wake) {}

Sweeper::Sweeper(const ProgressPtr& progress, const std::function<void()>& wake)
    : Background(
          [progress, wake](const SweepJob& job, const GoOn& go_on) -> Result<SweptRows> {
            progress->done = progress->total = 0;
            try {
              return sweep_all(job, go_on, [&](std::size_t done, std::size_t total) {
                progress->done = done, progress->total = total;
                if (wake) wake();
              });
            } catch (...) {
              return tl::unexpected(error_of_exception());
            }
          },
          wake),
      progress_(progress) {}

namespace {

/// Takes up how far `sweeper` is, and its rows.
bool take_up(Session& session, Sweeper& sweeper) {
  Swept& swept = session.look.swept;
  if (auto rows = sweeper.take()) {
    if (*rows) return swept.rows = std::move(**rows), true;
    session.desk.error = rows->error().message;
    return drop_sweep(session.look), true;
  }
  if (swept.rows || swept.done == sweeper.done()) return false;
  swept.done = sweeper.done(), swept.total = sweeper.total();
  return true;
}

}  // namespace

bool update_sweep(Session& session, Sweeper& sweeper) {
  Look& look = session.look;
  if (!look.views.sweep.on || !look.loaded) {
    if (sweeper.busy()) sweeper.stop();
    if (!look.swept.rows) look.swept = {};
    return false;
  }
  if (!look.recording()->of_ladder()) return false;  // program_sweeper.h
  forget_other_sweep(look);
  if (look.swept.of) return take_up(session, sweeper);
  look.swept.over = look.views.sweep.over;
  look.swept.of = sweep_base(look.loaded->recording, look.swept.over);
  sweeper.start({*look.swept.of, look.swept.over});
  return true;
}

}  // namespace gemmscope::session
