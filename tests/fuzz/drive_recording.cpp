// SPDX-License-Identifier: MIT
#include "app/cli/check_report.h"
#include "app/cli/compare.h"
#include "app/cli/report.h"
#include "app/session/findings.h"
#include "app/session/link.h"
#include "app/session/refresh.h"
#include "app/session/state_json.h"
#include "app/session/stepping.h"
#include "app/views/metrics/report.h"
#include "app/views/view.h"
#include "tests/fuzz/drive.h"
#include "tracing/format/file.h"

namespace gemmscope::fuzz {
namespace {

/// What the sections of a file may declare; the program allows more, which only takes longer.
constexpr std::uint64_t kMemoryLimit = std::uint64_t{64} << 20;

void write_reports(const session::Loaded& loaded, const char* scope) {
  const format::Recording& recording = loaded.recording;
  const auto report = analysis::make_report(recording, analysis::ConflictModel::kFused, *session::named_scope(scope));
  views::report_text(report), cli::report_json(report, cli::about_recording(report)), cli::report_csv(report);
}

void compare_with_itself(const format::Recording& recording) {
  const cli::Side itself{.file = "a.gst", .recording = &recording, .part = {}};
  const auto comparison = cli::make_comparison({itself, itself}, analysis::ConflictModel::kFused, "kernel");
  if (!comparison || comparison->differs()) broken_promise("a recording differs from itself");
  cli::compare_text(*comparison), cli::compare_json(*comparison);
}

/// Draws, writes what `report --view` says, and asks that the link leads to the same place.
void look_around(const session::Session& session) {
  draw_everything(session);
  for (const views::View& view : views::all_views())
    for (const views::TextForm& text : view.texts) static_cast<void>(text.of(session.look));
  session::state_json(session);
  const auto link = views::parse_link(session::link_of(session));
  if (!link) broken_promise("the link of a session cannot be read: " + link.error().message);
  const auto place = views::parse_link(session::place_of_link(session));
  if (!place) broken_promise("the place of a session cannot be read: " + place.error().message);
  session::Session again = session;
  if (session.look.current && !session::follow(again, *place))
    broken_promise("the place of a session cannot be followed");
  if (again.look.cursor != session.look.cursor) broken_promise("the place of a session leads elsewhere");
}

void look_at_first(session::Session& session) {
  write_reports(*session.look.loaded, "kernel");
  look_around(session);
}

void look_at_next_finding(session::Session& session) {
  write_reports(*session.look.loaded, "k_tile");
  session::step_finding(session, +1);
  look_around(session);
}

void look_at_end(session::Session& session) {
  compare_with_itself(session.look.loaded->recording);
  session::go_to_other_access(session.look);
  session::set_scope(session.look, session::Scope::kKTile);
  session::go_end(session.look);
  session.look.views.source.whole = true;
  session.look.views.shared.whole = true;
  session.look.views.heatmap.tab = 1;
  session.desk.scale = 2;
  look_around(session);
}

}  // namespace

bool drive_recording(std::span<const std::byte> file, Places places) {
  auto recording = format::decode_file(file, kMemoryLimit);
  if (!recording) return false;
  const auto loaded = std::make_shared<const session::Loaded>(std::move(*recording));
  cli::check_json(loaded->recording, loaded->check);
  session::Session session;
  session::open(session, loaded);
  constexpr void (*kPlaces[])(session::Session&) = {look_at_first, look_at_next_finding, look_at_end};
  const auto seed = std::hash<std::string_view>()({reinterpret_cast<const char*>(file.data()), file.size()});
  for (std::size_t i = 0; i < std::size(kPlaces); ++i) {
    if (places == Places::kOne && i != seed % std::size(kPlaces)) continue;
    kPlaces[i](session);
    draw_small(session, static_cast<unsigned>(seed));
  }
  return true;
}

}  // namespace gemmscope::fuzz
