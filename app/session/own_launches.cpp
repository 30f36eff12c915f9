// SPDX-License-Identifier: MIT
#include "app/session/own_launches.h"

#include <algorithm>
#include <utility>

#include "app/session/baseline.h"
#include "app/session/findings.h"
#include "app/session/open_in_place.h"
#include "app/session/refresh.h"
#include "kernels/table.h"

namespace gemmscope::session {
namespace {

void show(Session& session, const LoadedPtr& launch) {
  Bench& bench = session.bench;
  bench.record_due = false, bench.stop_due = bench.recording_now;
  bench.to_pin.reset(), bench.arrival.clear(), bench.next_notice.clear();
  bench.wanted = request_of(launch->recording);
  if (!session.own.numbers.empty() && kernels::find_kernel(bench.wanted.kernel) == nullptr)
    bench.wanted.overrides = session.own.numbers;  // in links: its launch has no other parameters
  bench.chosen = {.request = bench.wanted};
  open_in_place(session, launch);
  session.look.run = session.own.launches;
  session.look.numbers = own_numbers(session);
  keep_in_step(session);
}

/// Where nothing was recorded, the compiler may have come to some of the files only.
void take_files(OwnProgram& own, std::vector<std::string> files, bool all) {
  if (files.empty()) return;
  if (!all)
    for (const std::string& known : own.files)
      if (std::ranges::count(files, known) == 0) files.push_back(known);
  own.files = std::move(files);
}

/// The first launch that faulted; otherwise the first in which the check has found anything; otherwise the first.
const LoadedPtr& telling(const std::vector<LoadedPtr>& launches) {
  const auto faulted =
      std::ranges::find_if(launches, [](const LoadedPtr& l) { return l->recording.fault.has_value(); });
  if (faulted != launches.end()) return *faulted;
  const auto found = std::ranges::find_if(launches, [](const LoadedPtr& l) { return !l->check.findings.empty(); });
  return found != launches.end() ? *found : launches.front();
}

/// Whether the launch has faulted, and its kernel had not in the run before.
bool faulted_anew(const Loaded& launch, const std::vector<LoadedPtr>& before) {
  return launch.recording.fault && std::ranges::none_of(before, [&](const LoadedPtr& l) {
           return l->recording.fault && l->recording.kernel == launch.recording.kernel;
         });
}

/// Whether the findings are more important than the place that was viewed in the run before.
bool is_news(const Loaded& launch, const LoadedPtr& before) {
  return !before || launch.recording.fault || (!launch.check.findings.empty() && before->check.findings.empty());
}

}  // namespace

bool same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code error;
  return a == b || std::filesystem::weakly_canonical(a, error) == std::filesystem::weakly_canonical(b, error);
}

void take_up(Session& session, ProgramRun run) {
  OwnProgram& own = session.own;
  own.before.reset();
  if (!run.known.empty()) own.known = std::move(run.known);
  own.numbers = std::move(run.numbers);
  take_files(own, std::move(run.files), !run.launches.empty());
  session.look.rejected = std::move(run.rejected);
  if (session.look.rejected) {
    session.desk.panels.focus_view = "source";                        // which shows what is wrong
    if (!own.edited) session.look.views.source.program_file.clear();  // who types goes on in his file
  }
  if (!run.launches.empty()) {
    const bool was_shown = own.made(session.look.loaded);
    const auto same_kernel = std::ranges::find_if(run.launches, [&](const LoadedPtr& launch) {
      return was_shown && launch->recording.kernel == session.look.recording()->kernel;
    });
    const LoadedPtr& most_telling = telling(run.launches);
    const bool stays = same_kernel != run.launches.end() && !faulted_anew(*most_telling, own.launches);
    if (stays) own.before = session.look.loaded;
    const LoadedPtr shown = stays ? *same_kernel : most_telling;
    const bool news = is_news(*shown, own.before);
    // What came before a fault is not the whole launch: it costs less, and that is no gain.
    if (own.before && (shown->recording.fault || own.before->recording.fault)) own.before.reset();
    own.launches = std::move(run.launches);
    show(session, shown);
    if (news) open_at_findings(session);
  } else {
    own.shows_earlier = session.look.loaded != nullptr;
  }
  if (own.typing) session.desk.panels.focus_view.clear(), session.desk.panels.focus_beside.clear();
  session.desk.notice.clear();
  session.desk.error = std::move(run.failure);
}

void show_launch(Session& session, std::size_t launch) {
  if (launch >= session.own.launches.size()) return;
  show(session, LoadedPtr(session.own.launches[launch]));
  open_at_findings(session);
}

}  // namespace gemmscope::session
