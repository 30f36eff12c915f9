// SPDX-License-Identifier: MIT
#include <algorithm>

#include "app/draw/widgets.h"
#include "app/views/parts/site_words.h"
#include "app/views/views.h"

namespace gemmscope::views {
bool can_show(const View& view, const session::Look& look) {
  return view.of_any_program || look.recording() == nullptr || look.recording()->is_gemm();
}

void draw(const View& view, const session::Look& look, session::Actions& actions, draw::Canvas& canvas) {
  if (can_show(view, look))
    view.draw(look, actions, canvas);
  else
    draw::empty_state(canvas, view.question,
                      "So far only of the kernels of the ladder: this needs to know which tiles of which matrices a "
                      "kernel works on. Of any program, Source, Banks, Lanes, Timeline, Metrics and Check tell.");
}

void draw(const View& view, const session::Session& session, session::Actions& actions, draw::Canvas& canvas) {
  if (session.look.current)
    draw(view, session.look, actions, canvas);
  else
    draw::empty_state(canvas, view.question, why_nothing(session.look, session.bench.recording_now));
}

std::span<const View> all_views() {
  static const View views[] = {source_view(),     outer_loop_view(), shared_view(),      warp_tiling_view(),
                               write_back_view(), banks_view(),      lanes_view(),       timeline_view(),
                               heatmap_view(),    metrics_view(),    performance_view(), registers_view(),
                               check_view(),      sweep_view(),      limits_view(),      reuse_view()};
  return views;
}

const View* find_view(std::string_view id) {
  const auto found = std::ranges::find(all_views(), id, &View::id);
  return found == all_views().end() ? nullptr : &*found;
}

Result<session::Link> parse_link(std::string_view text, const record::RecordRequest& defaults) {
  auto link = session::parse_link(text, defaults);
  if (!link || !link->stage) return link;
  std::string ids;
  for (const View& view : all_views()) {
    if (view.place != Place::kStage) continue;
    if (view.id == *link->stage) return link;
    ids += (ids.empty() ? "" : ", ") + std::string(view.id);
  }
  return fail(ErrorKind::kUsage, "'stage=" + *link->stage + "' cannot be followed; choose one of " + ids);
}

}  // namespace gemmscope::views
