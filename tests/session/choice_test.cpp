// SPDX-License-Identifier: MIT
// What is recorded depends on what was chosen, not on the way there.
#include "app/session/choice.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "app/session/request_edits.h"
#include "app/session/update_recording.h"
#include "kernels/broken.h"
#include "kernels/table.h"
#include "tests/names_in_order.h"
#include "tests/session/fixture.h"
#include "tracing/record/plan.h"

namespace gemmscope::session {
namespace {

/// As the window does, but without recording: what is wanted counts as shown, or is refused.
bool settle(Session& s) {
  const bool possible = record::make_plan(s.bench.wanted).has_value();
  s.bench.record_due = false;
  if (possible)
    s.bench.recorded = s.bench.wanted, s.bench.chosen_recorded = s.bench.chosen;
  else
    s.bench.wanted = s.bench.recorded, s.bench.chosen = s.bench.chosen_recorded;
  return possible;
}

Session session_of(const std::string& kernel) {
  record::RecordRequest request;
  request.kernel = kernel;
  Session s;
  s.look.loaded = small_session().look.loaded;  // something is shown
  s.bench.chosen = s.bench.chosen_recorded = {.request = request};
  s.bench.wanted = s.bench.recorded = request;
  return s;
}

/// A button of the toolbar: what it belongs to, and how it is pressed.
struct Button {
  std::string of, value;

  /// Whether it can be had.
  bool press(Session& s) const {
    if (of == "preset") {
      set_preset(s, value);
    } else if (of == "size") {
      const auto n = static_cast<std::uint32_t>(std::stoul(value));
      set_size(s, n, n, n);
    } else {
      set_parameter(s, of, value);
    }
    return settle(s);
  }
};

std::vector<Button> buttons_of(const kernels::KernelInfo& kernel) {
  std::vector<Button> buttons{{"size", "128"}, {"size", "256"}, {"size", "1024"}};
  for (const kernels::Preset& preset : kernel.presets) buttons.push_back({"preset", std::string(preset.name)});
  for (const kernels::ParameterInfo& p : kernel.parameters) {
    if (p.value.empty()) continue;
    for (const std::string_view choice : p.choices) buttons.push_back({std::string(p.name), std::string(choice)});
    if (p.choices.empty())
      for (const int pad : {0, 1, 2, 4, 8}) buttons.push_back({std::string(p.name), std::to_string(pad)});
  }
  return buttons;
}

class EveryKernel : public ::testing::TestWithParam<std::string> {};

/// Only the last press of each kind counts, and in which order these were.
TEST_P(EveryKernel, RecordsWhatWasChosenWhateverTheWayThere) {
  const std::vector<Button> buttons = buttons_of(*kernels::find_kernel(GetParam()));
  const Session fresh = session_of(GetParam());
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    Session s = fresh;
    std::vector<Button> last;
    for (int i = 0; i < 12; ++i) {
      const Button& button = buttons[random() % buttons.size()];
      if (!button.press(s)) continue;
      const std::string now = button.of == "preset" ? s.bench.wanted.preset : value_of(s.bench.wanted, button.of);
      EXPECT_TRUE(button.of == "size" || now == button.value) << "a press does what it says: " << button.of;
      std::erase_if(last, [&](const Button& b) { return b.of == button.of; });
      last.push_back(button);
    }
    Session direct = fresh;
    for (const Button& button : last) EXPECT_TRUE(button.press(direct));
    std::string pressed;
    for (const Button& button : last) pressed += " " + button.of + "=" + button.value;
    EXPECT_EQ(s.bench.wanted, direct.bench.wanted) << pressed;
    EXPECT_TRUE(record::variant_of(s.bench.wanted)) << pressed;
  }
}

TEST_P(EveryKernel, GoesBackToWhatItWas) {
  const kernels::KernelInfo& kernel = *kernels::find_kernel(GetParam());
  const Session fresh = session_of(GetParam());
  for (const Button& button : buttons_of(kernel)) {
    Session s = fresh;
    const record::RecordRequest before = s.bench.wanted;
    const kernels::ParameterInfo* p = find_parameter(before, button.of);
    if (p == nullptr) continue;
    button.press(s);
    Button{button.of, std::string(p->value)}.press(s);
    EXPECT_EQ(s.bench.wanted, before) << button.of << "=" << button.value;
  }
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const kernels::KernelInfo& kernel : kernels::all_kernels()) all.emplace_back(kernel.name);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Choice, EveryKernel, ::testing::ValuesIn(names()), [](const auto& of) { return of.param; });

TEST(Choice, PaddingAndWidthDoNotDependOnTheWay) {
  Session s = session_of("half_padded");
  set_padding(s, "pad", 1), settle(s);
  EXPECT_EQ(wanted_parameter(s, "width"), "2");
  set_padding(s, "pad", 2), settle(s);
  EXPECT_EQ(wanted_parameter(s, "width"), "4");
  EXPECT_TRUE(s.bench.next_notice.starts_with("pad=2 needs width=4, which is set too: ")) << s.bench.next_notice;
  EXPECT_NE(s.bench.next_notice.find("multiple"), std::string::npos) << "it says why";
  set_padding(s, "pad", 0), settle(s);
  EXPECT_EQ(wanted_parameter(s, "width"), "16");
  EXPECT_EQ(s.bench.next_notice, "width is back to 16.");
}

TEST(Choice, OfTwoThatExcludeEachOtherTheLaterOneStaysAndTheOtherComesBack) {
  Session s = session_of("vectorized");
  set_parameter(s, "swzA", "xor"), settle(s);
  set_parameter(s, "As", "row"), settle(s);
  EXPECT_EQ(wanted_parameter(s, "swzA"), "none");
  EXPECT_TRUE(s.bench.next_notice.starts_with("As=row needs swzA=none, which is set too: ")) << s.bench.next_notice;
  set_parameter(s, "As", "col"), settle(s);
  EXPECT_EQ(wanted_parameter(s, "swzA"), "xor");
  EXPECT_EQ(s.bench.next_notice, "swzA is back to xor.");
  set_parameter(s, "As", "row"), settle(s);
  set_parameter(s, "swzA", "xor"), settle(s);
  EXPECT_EQ(wanted_parameter(s, "As"), "col");
}

TEST(Choice, WhatExcludesNothingStaysWhenAnotherGivesWay) {
  Session s = session_of("vectorized");
  set_parameter(s, "PB", "4"), settle(s);
  set_parameter(s, "swzA", "xor"), settle(s);
  set_parameter(s, "As", "row"), settle(s);
  EXPECT_EQ(wanted_parameter(s, "swzA"), "none");
  EXPECT_EQ(wanted_parameter(s, "PB"), "4");
}

TEST(Choice, ANumberGivesWayToo) {
  Session s = session_of("sgemm64");
  set_padding(s, "PC", 4), settle(s);
  next_choice(s, "cstore"), settle(s);
  EXPECT_EQ(wanted_parameter(s, "cstore"), "direct");
  EXPECT_EQ(wanted_number(s, "PC"), 0);
  set_parameter(s, "cstore", "shuffle"), settle(s);
  EXPECT_EQ(wanted_number(s, "PC"), 4);
}

TEST(Choice, ABrokenKernelLeavesTheSizeAsItWasChosen) {
  Session s = session_of("warp_tile");
  set_size(s, 512, 256, 128), settle(s);
  for (const kernels::KernelInfo& broken : kernels::broken_kernels()) {
    set_kernel(s, std::string(broken.name)), settle(s);
    EXPECT_EQ(s.bench.wanted.M, broken.mistake->M) << broken.name;
    EXPECT_EQ(s.bench.wanted.K, broken.mistake->K) << broken.name;
    set_kernel(s, "warp_tile"), settle(s);
    EXPECT_EQ(s.bench.wanted.M, 512u);
    EXPECT_EQ(s.bench.wanted.N, 256u);
    EXPECT_EQ(s.bench.wanted.K, 128u);
    EXPECT_EQ(s.bench.next_notice, "The size is back to 512 \u00d7 256 \u00d7 128.");
  }
}

TEST(Choice, ASizeChosenForABrokenKernelStays) {
  Session s = session_of("warp_tile");
  set_kernel(s, "shared_tile_half_zeroed"), settle(s);
  EXPECT_TRUE(names_in_order(s.bench.next_notice, {"mistake", "64 \u00d7 64 \u00d7 40", "256 \u00d7 256 \u00d7 256"}));
  set_size(s, 64, 64, 40), settle(s);
  set_kernel(s, "shared_tile"), settle(s);
  EXPECT_EQ(s.bench.wanted.K, 40u);
}

TEST(Choice, WhatIsRefusedLeavesWhatWasChosenBefore) {
  Session s = session_of("half_padded");
  set_padding(s, "pad", 2), settle(s);
  const Choice before = s.bench.chosen;
  set_padding(s, "pad", 1000), settle(s);
  EXPECT_EQ(s.bench.chosen, before);
  set_padding(s, "pad", 0), settle(s);
  EXPECT_EQ(wanted_parameter(s, "width"), "16");
}

/// The issue's own numbers: what stays at 2 bytes costs three times as much.
TEST(Choice, ThereAndBackCostsWhatItDid) {
  Session s;
  record::RecordRequest request;
  request.kernel = "half_padded", request.M = request.N = request.K = 128;
  open(s, recording_of(request));
  const auto wavefronts = [&] {
    std::uint64_t sum = 0;
    for (const analysis::SiteSummary& site : s.look.loaded->summary.sites) sum += site.count.by(s.look.rule).wavefronts;
    return sum;
  };
  const std::uint64_t before = wavefronts();
  for (const int pad : {1, 0}) {
    set_padding(s, "pad", pad);
    finish_recording(s, recording_of(s.bench.wanted));
  }
  EXPECT_EQ(wavefronts(), before);
}

}  // namespace
}  // namespace gemmscope::session
