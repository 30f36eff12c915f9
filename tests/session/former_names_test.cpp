// SPDX-License-Identifier: MIT
// Links and recordings from when presets and parameters had other names.
#include <gtest/gtest.h>

#include "app/session/choice.h"
#include "app/session/link.h"
#include "tests/session/fixture.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::session {
namespace {

using Parameters = std::vector<format::Parameter>;

record::RecordRequest linked(const char* text) {
  const Result<Link> link = parse_link(text, {});
  EXPECT_TRUE(link) << text;
  return link ? link->request : record::RecordRequest{};
}

TEST(FormerNames, InALinkAreTodaysOnes) {
  EXPECT_EQ(linked("preset=seed_small").preset, "tm1_small");
  EXPECT_EQ(linked("set=load:seed/kernel=block_tile").overrides, (Parameters{{"load", "one_pass"}}));
}

TEST(FormerNames, InARecordingAreTodaysOnesInTheWindow) {
  record::RecordRequest request;
  request.kernel = "warp_tile", request.preset = "tm1_small";
  request.M = request.N = 64, request.K = 8;
  format::Recording old = simt::record(request).value();
  old.preset = "seed_small";
  EXPECT_EQ(request_of(old).preset, "tm1_small");
  EXPECT_TRUE(request_of(old).overrides.empty());
  Session session;
  open(session, std::make_shared<const Loaded>(old));
  EXPECT_EQ(session.recording()->preset, "tm1_small");
  EXPECT_EQ(session.wanted.preset, "tm1_small");
}

}  // namespace
}  // namespace gemmscope::session
