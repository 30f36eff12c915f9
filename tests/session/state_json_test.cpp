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
  select_line(s.look, line_of(s, "As_store"));
  select_lane(s.look, 5);
  const auto state = nlohmann::json::parse(state_json(s));
  EXPECT_EQ(state["lane"], 5);
  EXPECT_EQ(state["cell"], "As[4][1]");
  EXPECT_EQ(state["element"], "A[1][4]");
  EXPECT_EQ(state["bank"], nullptr);
  EXPECT_EQ(state["rule"], "fused");
  EXPECT_EQ(state["parameters"]["M"], "256");
  EXPECT_EQ(state["dropped"], 0);
  EXPECT_EQ(state["current"]["site"], "As_store");
  EXPECT_EQ(state["current"]["wavefronts"], 4);
  EXPECT_EQ(state["current"]["ideal"], 1);
  EXPECT_EQ(state["current"]["k_tile"], 0);
  EXPECT_EQ(state["sites"]["As_store"]["wavefronts"], 4096);  // of the whole kernel: 16 times a block's k-tile
  EXPECT_EQ(state["sites"]["As_store"]["nway"], 4);
}

TEST(StateJson, HoldsWhatTheRegistersViewShows) {
  Session s = opened(recording_of({.name = "sgemm64"}, {.M = 64, .N = 64, .K = 8}));
  s.look.views.registers.position = 3;
  const auto registers = nlohmann::json::parse(state_json(s))["registers"];
  EXPECT_EQ(registers["order"], "swirl + zigzag");
  EXPECT_EQ(registers["depth"], 2);
  EXPECT_EQ(registers["multiply_add"], 4);
  EXPECT_EQ(registers["registers"], (std::vector<int>{64, 72, 3}));
  EXPECT_EQ(registers["hit"], (std::vector<bool>{true, true, false}));
  EXPECT_EQ(registers["reuse"], (std::vector<bool>{false, true, false}));
  EXPECT_EQ(registers["kept"], (std::vector<std::vector<int>>{{64}, {72, 73}, {}}));
  EXPECT_EQ(registers["hits"], 752);
  EXPECT_EQ(registers["kernel_hits"], 852);
  EXPECT_EQ(registers["kernel_operands"], 1808);
  EXPECT_EQ(registers["conflicts"], 0);
  EXPECT_EQ(registers["hidden"], 16);
  s.look.views.registers = {.order = analysis::FfmaOrder::kRowScan, .depth = 1, .position = 0};
  const auto scan = nlohmann::json::parse(state_json(s))["registers"];
  EXPECT_EQ(scan["conflicts"], 2);
  EXPECT_EQ(scan["cycles_more"], 1);
  EXPECT_FALSE(nlohmann::json::parse(state_json(small_session())).contains("registers"));
}

TEST(StateJson, IsJsonWithoutARecordingToo) {
  Session s;
  s.desk.error = "A \"quoted\"\nsentence\twith \x01 in it.";
  const auto state = nlohmann::json::parse(state_json(s));
  EXPECT_EQ(state["error"], s.desk.error);
  EXPECT_FALSE(state.contains("current"));
}

}  // namespace
}  // namespace gemmscope::session
