// SPDX-License-Identifier: MIT
#include "tests/session/fixture.h"

#include <gtest/gtest.h>

#include <map>

#include "app/session/bring.h"
#include "app/session/link.h"
#include "app/session/stepping.h"
#include "app/session/update_recording.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::session {

LoadedPtr recording_of(const record::RecordRequest& request) {
  static std::map<std::string, LoadedPtr> made;
  Session naming;
  naming.bench.wanted = request;
  LoadedPtr& loaded = made[link_of(naming)];
  if (!loaded) {
    auto recording = simt::record(request);
    EXPECT_TRUE(recording) << recording.error().message;
    if (recording) loaded = std::make_shared<const Loaded>(std::move(*recording));
  }
  return loaded;
}

record::RecordRequest small_request(std::vector<format::Parameter> overrides) {
  record::RecordRequest request;
  request.preset = "k10_a6000";
  request.M = request.N = 256, request.K = 64;
  request.overrides = std::move(overrides);
  return request;
}

Session small_session(std::vector<format::Parameter> overrides) {
  Session session;
  open(session, recording_of(small_request(std::move(overrides))));
  go_home(session.look);
  return session;
}

std::string site_here(const Session& session) { return session.look.current->site.name; }

std::uint32_t line_of(const Session& session, const std::string& site) {
  for (const format::Site& each : session.look.recording()->sites)
    if (each.name == site) return each.line;
  ADD_FAILURE() << "no site " << site;
  return 0;
}

void record_due(Session& s) {
  ASSERT_TRUE(s.bench.record_due);
  s.bench.record_due = false;
  finish_recording(s, recording_of(next_to_record(s.bench)));
}

Session small_part() {
  record::RecordRequest request = small_request();
  request.block_y = request.block_x = format::Range{0, 1};
  request.warps = format::Range{1, 2};
  request.k_tiles = format::Range{0, 1};
  request.epilogue = false;
  Session s;
  open(s, recording_of(request));
  return s;
}

}  // namespace gemmscope::session
