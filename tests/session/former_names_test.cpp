// SPDX-License-Identifier: MIT
// Links and recordings from when presets and parameters had other names.
#include <gtest/gtest.h>

#include "app/session/choice.h"
#include "app/session/link.h"
#include "tests/session/fixture.h"
#include "tracing/record/plan.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::session {
namespace {

using Overrides = std::vector<format::Parameter>;

record::RecordRequest linked(const char* text) {
  const Result<Link> link = parse_link(text, {});
  EXPECT_TRUE(link) << text;
  return link ? link->request : record::RecordRequest{};
}

TEST(FormerNames, InALinkAreTodaysOnes) {
  EXPECT_EQ(linked("preset=seed_small").preset, "tm1_small");
  EXPECT_EQ(linked("kernel=k003/set=single:false,PA:4,naming:ours").overrides, (Overrides{{"PA", "4"}}));
  EXPECT_EQ(linked("set=load:seed/kernel=block_tile").overrides, (Overrides{{"load", "one_pass"}}));
}

TEST(FormerNames, OfAMistakeInALinkLeadToTheBrokenKernel) {
  const auto recorded = simt::record(linked("kernel=vectorized/set=naming:swapped/size=64x64x16"));
  ASSERT_FALSE(recorded);
  EXPECT_NE(recorded.error().message.find("vectorized_roles_swapped"), std::string::npos) << recorded.error().message;
}

TEST(FormerNames, InARecordingAreTodaysOnesInTheWindow) {
  record::RecordRequest request;
  request.kernel = "vectorized", request.overrides = {{"PA", "4"}};
  request.M = request.N = 128, request.K = 16;
  format::Recording old = simt::record(request).value();
  old.parameters.insert(old.parameters.end() - 1, {{"single", "false"}, {"naming", "ours"}});
  EXPECT_EQ(request_of(old).overrides, (Overrides{{"PA", "4"}}));
  EXPECT_TRUE(same_recording(request_of(old), request));

  request = {};
  request.kernel = "warp_tile", request.preset = "tm1_small";
  request.M = request.N = 64, request.K = 8;
  old = simt::record(request).value();
  old.preset = "seed_small";
  EXPECT_EQ(request_of(old).preset, "tm1_small");
  EXPECT_TRUE(request_of(old).overrides.empty());
  Session session;
  open(session, std::make_shared<const Loaded>(old));
  EXPECT_EQ(session.look.recording()->preset, "tm1_small");
  EXPECT_EQ(session.bench.wanted.preset, "tm1_small");
}

}  // namespace
}  // namespace gemmscope::session
