// SPDX-License-Identifier: MIT
#include "app/session/state_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/session/selecting.h"
#include "tests/session/fixture.h"

namespace gemmscope::session {
namespace {

TEST(StateJson, HoldsWhatTheWindowShows) {
  Session s = small_session();
  select_line(s, line_of(s, "sA_store"));
  select_lane(s, 5);
  const auto state = nlohmann::json::parse(state_json(s));
  EXPECT_EQ(state["lane"], 5);
  EXPECT_EQ(state["cell"], "As[4][1]");
  EXPECT_EQ(state["element"], "A[1][4]");
  EXPECT_EQ(state["bank"], nullptr);
  EXPECT_EQ(state["rule"], "fused");
  EXPECT_EQ(state["parameters"]["PA"], "0");
  EXPECT_EQ(state["dropped"], 0);
  EXPECT_EQ(state["current"]["site"], "sA_store");
  EXPECT_EQ(state["current"]["wavefronts"], 4);
  EXPECT_EQ(state["current"]["ideal"], 1);
  EXPECT_EQ(state["current"]["k_tile"], 0);
  EXPECT_EQ(state["sites"]["sA_store"]["wavefronts"], 256);
  EXPECT_EQ(state["sites"]["sA_store"]["nway"], 4);
}

TEST(StateJson, IsJsonWithoutARecordingToo) {
  Session s;
  s.error = "A \"quoted\"\nsentence\twith \x01 in it.";
  const auto state = nlohmann::json::parse(state_json(s));
  EXPECT_EQ(state["error"], s.error);
  EXPECT_FALSE(state.contains("current"));
}

}  // namespace
}  // namespace gemmscope::session
