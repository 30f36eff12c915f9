// SPDX-License-Identifier: MIT
#include "tests/stage_views/moments.h"

namespace gemmscope::session {

Session at(const std::string& site, int lane, std::vector<format::Parameter> overrides) {
  Session session = small_session(std::move(overrides));
  select_line(session.look, line_of(session, site));
  select_lane(session.look, lane);
  return session;
}

Session opened(const record::RecordRequest& request) {
  Session session;
  open(session, recording_of(request));
  return session;
}

Session at_c_store(std::vector<format::Parameter> overrides, float beta) {
  record::RecordRequest request;
  request.kernel = "sgemm64";
  request.M = request.N = 64, request.K = 8, request.beta = beta;
  request.overrides = std::move(overrides);
  Session session = opened(request);
  go_to_k_tile(session.look, format::kEpilogue);
  for (int left = 100; left > 0 && session.look.current->shared(); --left) step_request(session.look, 1);
  return session;
}

}  // namespace gemmscope::session
