// SPDX-License-Identifier: MIT
// What can be chosen for a sweep, and what a choice asks for.
#include "app/session/sweep_choice.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/own_launches.h"
#include "tests/format/example_recording.h"

namespace gemmscope::session {
namespace {

Session session_of_a_program() {
  format::Recording recording = format::testing::recording_with_z();
  ProgramRun run;
  run.launches = {std::make_shared<const Loaded>(std::move(recording))};
  run.known = {{"TILE", 16, 3, 16}, {"PAD", 0, 4, 0}};
  Session s;
  s.own.source = "my.cu";
  take_up(s, std::move(run));
  return s;
}

SweepOffer offer(const Look& look, const std::string& name) {
  for (SweepOffer& each : sweep_offers(look))
    if (each.name == name) return each;
  ADD_FAILURE() << name << " is not offered";
  return {};
}

TEST(SweepChoice, OfAProgramIsOfValuesAroundItsNumbers) {
  Session s = session_of_a_program();
  Look& look = s.look;
  EXPECT_EQ(offer(look, "TILE").values, (std::vector<std::string>{"2", "4", "8", "16", "32", "64", "128"}));
  EXPECT_EQ(chosen_settings(look), 0u);
  toggle_value(look, "TILE", "32");
  toggle_value(look, "TILE", "8");
  EXPECT_EQ(look.views.sweep.over, "TILE=8/32") << "ascending";
  toggle_axis(look, "PAD");
  EXPECT_EQ(look.views.sweep.over, "TILE=8/32,PAD=0/1/2/3/4/8");
  EXPECT_EQ(chosen_settings(look), 12u);
  toggle_value(look, "TILE", "8");
  toggle_value(look, "TILE", "32");
  EXPECT_EQ(look.views.sweep.over, "PAD=0/1/2/3/4/8") << "a number without values is not swept";
  toggle_axis(look, "PAD");
  EXPECT_EQ(look.views.sweep.over, "");
}

TEST(SweepChoice, HasWhatALinkAsksFor) {
  Session s = session_of_a_program();
  Look& look = s.look;
  look.views.sweep.over = "TILE=16:49:8";
  EXPECT_EQ(offer(look, "TILE").values,
            (std::vector<std::string>{"2", "4", "8", "16", "24", "32", "40", "48", "64", "128"}));
  EXPECT_EQ(offer(look, "TILE").chosen, (std::vector<std::string>{"16", "24", "32", "40", "48"}));
  look.views.sweep.over = "TILE";  // no values
  EXPECT_TRUE(offer(look, "TILE").chosen.empty());
  toggle_value(look, "TILE", "4");
  EXPECT_EQ(look.views.sweep.over, "TILE=4");
}

TEST(SweepChoice, OfARecordingAloneIsOfNothing) {
  Session s = session_of_a_program();
  s.look.numbers.clear();
  s.look.views.sweep.over = "TILE=8";
  EXPECT_TRUE(sweep_offers(s.look).empty());
}

/// No number is suggested that the source does not have.
TEST(SweepChoice, OfARecordingAloneSaysWhatToDoInstead) {
  format::Recording r;
  EXPECT_EQ(how_to_sweep(r).find("--over TILE"), std::string::npos);
  r.source = {"/home/me/my.cu", "constexpr int kSide = 16;\n__global__ void k() {}\n"};
  EXPECT_NE(how_to_sweep(r).find("gemmscope sweep my.cu --over kSide=8/16/32"), std::string::npos) << how_to_sweep(r);
  r.source.text = "constexpr int PAD = 0;\n__global__ void k() {}\n";
  EXPECT_NE(how_to_sweep(r).find("--over PAD=0/1/2"), std::string::npos) << how_to_sweep(r);
  r.source.text = "__global__ void k() {}\n";
  EXPECT_EQ(how_to_sweep(r).find("--over"), std::string::npos) << how_to_sweep(r);
}

}  // namespace
}  // namespace gemmscope::session
