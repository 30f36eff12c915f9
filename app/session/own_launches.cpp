// SPDX-License-Identifier: MIT
#include "app/session/own_launches.h"

#include <algorithm>
#include <utility>

#include "app/session/baseline.h"
#include "app/session/findings.h"
#include "app/session/link.h"
#include "app/session/open_in_place.h"
#include "app/session/own_numbers.h"
#include "app/session/refresh.h"
#include "app/session/sweeping.h"

namespace gemmscope::session {
namespace {

/// A launch of the last run.
void show(Session& session, const LoadedPtr& launch) {
  show_recorded(session, {launch, {launch->recording.kernel, session.own.numbers}});
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
           return l->recording.fault && family_of(l->recording.kernel) == family_of(launch.recording.kernel);
         });
}

/// Whether the findings are more important than the place that was viewed in the run before.
bool is_news(const Loaded& launch, const LoadedPtr& before) {
  return !before || launch.recording.fault || (!launch.check.findings.empty() && before->check.findings.empty());
}

/// Does what the run was made for.
void arrive(Session& session, const Arrival& arrival) {
  if (!arrival.keeps_baseline) compare_with(session, arrival.baseline);
  if (arrival.link.empty()) return;
  const auto link = parse_link(arrival.link);
  const Result<void> there = link ? go_to_own(session, *link) : tl::unexpected(link.error());
  if (!there) session.desk.error = there.error().message;
  keep_in_step(session);
}

}  // namespace

bool same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code error;
  return a == b || std::filesystem::weakly_canonical(a, error) == std::filesystem::weakly_canonical(b, error);
}

void show_recorded(Session& session, const Recorded& recorded) {
  open_in_place(session, recorded.loaded);
  take_launch(session.own, recorded, session.look);
  keep_sweep(session.look);
  keep_in_step(session);
}

void take_up(Session& session, ProgramRun run) {
  OwnProgram& own = session.own;
  const Arrival arrival = std::exchange(own.arrival, {});
  own.before.reset();
  if (!run.known.empty()) own.known = std::move(run.known), own.presets = std::move(run.presets);
  own.numbers = std::move(run.numbers);
  take_files(own, std::move(run.files), !run.launches.empty());
  session.look.rejected = std::move(run.rejected);
  if (session.look.rejected) {
    session.desk.panels.focus_view = "source";                        // which shows what is wrong
    if (!own.edited) session.look.views.source.program_file.clear();  // a person who types goes on in that file
  }
  if (!run.launches.empty()) {
    own.arguments = std::move(run.arguments);
    const bool was_shown = own.made(session.look.loaded);
    const auto same_kernel =
        was_shown ? find_launch(run.launches, session.look.recording()->kernel) : run.launches.cend();
    const LoadedPtr& most_telling = telling(run.launches);
    const bool stays = same_kernel != run.launches.cend() && !faulted_anew(*most_telling, own.launches);
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
  if (arrival.due && session.look.loaded && !own.shows_earlier) arrive(session, arrival);
}

Result<void> go_to_own(Session& session, const Link& link) {
  const OwnProgram& own = session.own;
  const auto launch =
      link.kernel ? find_launch(own.launches, *link.kernel) : std::ranges::find(own.launches, session.look.loaded);
  if (launch == own.launches.end())
    return fail(ErrorKind::kUsage, "the program has launched no kernel " + link.kernel.value_or(""));
  if (*launch != session.look.loaded) show(session, LoadedPtr(*launch));
  return follow(session, link);
}

void show_launch(Session& session, std::size_t launch) {
  if (launch >= session.own.launches.size()) return;
  show(session, LoadedPtr(session.own.launches[launch]));
  open_at_findings(session);
}

void run_again(Session& session) {
  own_is_shown(session) ? void(session.own.due = true) : say_that_nothing_changes(session);
}

}  // namespace gemmscope::session
