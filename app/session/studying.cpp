// SPDX-License-Identifier: MIT
#include "app/session/studying.h"

#include <algorithm>
#include <chrono>

#include "app/session/following.h"
#include "tracing/analysis/life_of.h"
#include "tracing/format/exceptions.h"
#include "tracing/machine/compile.h"

namespace gemmscope::session {
namespace {

using std::chrono::steady_clock;
using GoOn = Student::GoOn;

constexpr auto kNews = std::chrono::milliseconds(50);  // between two calls that say how far it is

/// Both Looks of a session, as far as they are there; the one that is shown first.
template <class Each>
void for_both(Session& session, Each each) {
  each(session.look);
  if (session.baseline) each(session.baseline->look);
}

/// The first study that is wanted and not there.
std::optional<Study> due(Session& session) {
  std::optional<Study> first;
  for_both(session, [&](const Look& look) {
    for (int k = 0; k < kStudyKinds && !first; ++k) first = due(look, static_cast<StudyKind>(k));
  });
  return first;
}

/// Both Looks may be of one recording.
void put(Session& session, const Study& study, const Outcome& outcome, float share) {
  for_both(session, [&](Look& look) {
    put(look, study, outcome, share);
    if (look.first_use_due) go_to_first_use(look);
  });
  if (const auto* error = std::get_if<Error>(&outcome)) session.desk.error = error->message;
}

template <class Product>
Outcome made(Product product) {
  return std::make_shared<const Product>(std::move(product));
}

Outcome work_out(const Study& study, const GoOn& go_on, const analysis::Progress& progress) try {
  switch (study.kind) {
    case StudyKind::kLife:
      if (auto life = analysis::life_of(study.loaded->recording, study.block, *study.followed, progress))
        return made(std::move(*life));
      return {};  // stopped
    case StudyKind::kReuse:
      return made(analysis::reuse(study.loaded->recording, study.loaded->costs, study.rule, progress));
    case StudyKind::kLimits:
      return made(measured_limits(study.loaded->recording, study.loaded->costs, study.rule, study.report));
    case StudyKind::kMachineCode: {
      const format::Code& code = study.loaded->recording.code;
      return made(machine::compile(code.ptx, code.entry, study.architecture, go_on));
    }
  }
  return {};
} catch (...) {
  return error_of_exception();
}

}  // namespace

void finish_studies(Session& session) {
  while (const auto study = due(session)) put(session, *study, work_out(*study, {}, {}), 1);
}

Student::Student(std::function<void()> wake) : Student(std::make_shared<std::atomic<float>>(0.0f), wake) {}

Student::Student(const Share& share, const std::function<void()>& wake)
    : Background(
          [share, wake](const Study& study, const GoOn& go_on) {
            *share = 0;
            auto last = steady_clock::now();
            return work_out(study, go_on, [&](std::uint64_t done, std::uint64_t total) {
              *share = static_cast<float>(done) / static_cast<float>(std::max<std::uint64_t>(total, 1));
              if (wake && steady_clock::now() - last > kNews) last = steady_clock::now(), wake();
              return go_on();
            });
          },
          wake),
      share_(share) {}

bool update_studies(Session& session, Student& student) {
  bool changed = false;
  if (auto outcome = student.take(); outcome && student.now_) {
    put(session, *std::exchange(student.now_, std::nullopt), *outcome, 1);
    changed = true;
  }
  auto next = due(session);
  if (next != student.now_) {
    if (next)
      student.start(*next);
    else
      student.stop();
    student.now_ = std::move(next);
  } else if (next && share_done(session.look, next->kind) != *student.share_) {
    put(session, *next, {}, *student.share_);
    changed = true;
  }
  return changed;
}

}  // namespace gemmscope::session
