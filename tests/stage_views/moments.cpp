// SPDX-License-Identifier: MIT
#include "tests/stage_views/moments.h"

namespace gemmscope::views {

session::Session at_first(const std::string& link) {
  session::Session session = recorded(link);
  session::go_home(session.look);
  return session;
}

session::Session at(const std::string& site, int lane, const std::string& set) {
  session::Session session = at_first("size=256x256x64" + (set.empty() ? "" : "/set=" + set));
  session::select_line(session.look, line_of(session, site));
  session::select_lane(session.look, lane);
  return session;
}

session::Session at_c_store(const std::string& link) {
  session::Session session = recorded(link + "/size=64x64x8");
  session::go_to_k_tile(session.look, format::kEpilogue);
  for (int left = 100; left > 0 && session.look.current->shared(); --left) session::step_request(session.look, 1);
  return session;
}

}  // namespace gemmscope::views
