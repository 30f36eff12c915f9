// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "app/draw/widgets.h"
#include "app/views/parts/site_words.h"
#include "app/views/parts/stage_words.h"
#include "app/views/views.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

/// What views were called, and are called today: links that people have go on working.
constexpr std::pair<std::string_view, std::string_view> kFormerNames[] = {
    {"outer_loop", "arrays"}, {"warp_tiling", "writers"}, {"write_back", "stores"}};

std::string_view todays_name(std::string_view id) {
  const auto former = std::ranges::find(kFormerNames, id, &std::pair<std::string_view, std::string_view>::first);
  return former == std::end(kFormerNames) ? id : former->second;
}

/// "Source, Arrays and Check": the views that have something to show.
std::string views_that_tell(const session::Look& look) {
  std::string text, last;
  for (const View& view : all_views()) {
    if (!is_useful(view, look)) continue;
    if (!last.empty()) text += (text.empty() ? "" : ", ") + last;
    last = view.title;
  }
  return text + " and " + last;
}

}  // namespace

bool can_show(const View& view, const session::Look& look) {
  const format::Recording* recording = look.recording();
  return view.of_any_program || recording == nullptr || recording->tiles_known();
}

bool is_useful(const View& view, const session::Look& look) {
  const bool of_another =
      view.id == "registers" && look.recording() != nullptr && !has_published_registers(*look.recording());
  return can_show(view, look) && !of_another;
}

void draw(const View& view, const session::Look& look, session::Actions& actions, draw::Canvas& canvas) {
  if (can_show(view, look))
    view.draw(look, actions, canvas);
  else
    draw::empty_state(canvas, view.question,
                      "This view is about matrix products. " + words::capital(undrawn_tiles(look)) +
                          ". These views have something to show: " + views_that_tell(look) + ".");
}

void draw(const View& view, const session::Session& session, session::Actions& actions, draw::Canvas& canvas) {
  if (session.look.current || (view.of_no_request && session.look.loaded) ||
      (view.shows_rejected && session.look.rejected))
    draw(view, session.look, actions, canvas);
  else
    draw::empty_state(canvas, view.question, why_nothing(session));
}

std::span<const View> all_views() {
  static const View views[] = {source_view(),  arrays_view(),  shared_view(),      writers_view(),
                               stores_view(),  banks_view(),   lanes_view(),       timeline_view(),
                               heatmap_view(), metrics_view(), performance_view(), registers_view(),
                               check_view(),   sweep_view(),   limits_view(),      reuse_view()};
  return views;
}

const View* find_view(std::string_view name) {
  const std::string_view id = todays_name(name);
  const auto found = std::ranges::find(all_views(), id, &View::id);
  return found == all_views().end() ? nullptr : &*found;
}

Result<session::Link> parse_link(std::string_view text) {
  auto link = session::parse_link(text);
  if (!link || !link->stage) return link;
  link->stage = std::string(todays_name(*link->stage));
  std::string ids;
  for (const View& view : all_views()) {
    if (view.place != Place::kStage) continue;
    if (view.id == *link->stage) return link;
    ids += (ids.empty() ? "" : ", ") + std::string(view.id);
  }
  return fail(ErrorKind::kUsage, "'stage=" + *link->stage + "' cannot be followed; choose one of " + ids);
}

}  // namespace gemmscope::views
