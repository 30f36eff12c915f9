// SPDX-License-Identifier: MIT
// What other layouts are said to cost is what the toolbar's buttons then record.
#include "app/session/tried.h"

#include <gtest/gtest.h>

#include <sstream>

#include "app/session/choice.h"
#include "app/session/refresh.h"
#include "app/session/session.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::session {
namespace {

Choice half_padded(int pad) {
  Choice choice;
  choice.request.kernel = "half_padded", choice.request.preset = "h128";
  choice.request.M = choice.request.N = 128, choice.request.K = 64;
  choice.request.overrides = {{"pad", std::to_string(pad)}};
  return choice;
}

LoadedPtr loaded(const record::RecordRequest& request) {
  auto recording = simt::record(request);
  if (!recording) ADD_FAILURE() << recording.error().message;
  return recording ? std::make_shared<const Loaded>(std::move(*recording)) : nullptr;
}

/// What is shown, with the parameters of "pad=0 width=16".
record::RecordRequest said(record::RecordRequest request, const std::string& change) {
  std::istringstream words(change);
  for (std::string word; words >> word;) {
    const std::string name = word.substr(0, word.find('='));
    std::erase_if(request.overrides, [&](const format::Parameter& p) { return p.name == name; });
    request.overrides.push_back({name, word.substr(word.find('=') + 1)});
  }
  return request;
}

class Said : public ::testing::TestWithParam<int> {};

TEST_P(Said, LayoutsCostWhatTheySay) {
  Session session;
  open(session, loaded(adjusted(half_padded(GetParam()))));
  ASSERT_TRUE(session.look.by_rule.dearest);
  const analysis::SiteSummary& site = session.look.summary.sites[*session.look.by_rule.dearest];
  for (const analysis::WhatIf& layout : session.look.by_rule.layouts) {
    if (!layout.wavefronts) continue;
    const LoadedPtr there = loaded(said(request_of(*session.look.recording()), layout.change));
    ASSERT_NE(there, nullptr);
    ASSERT_NE(there->summary.site(site.name), nullptr);
    EXPECT_EQ(there->summary.site(site.name)->count.by(session.look.rule).wavefronts, *layout.wavefronts)
        << layout.change;
  }
}

/// pad=1 needs width=2, and a button for pad=0 gives back width=16: as one with pad=0 is said, one with that is.
TEST_P(Said, WhatAButtonDoesIsAmongIt) {
  Session session;
  open(session, loaded(adjusted(half_padded(GetParam()))));
  const std::vector<analysis::WhatIf>& layouts = session.look.by_rule.layouts;
  for (const int pad : {0, 1, 2, 4, 8}) {
    const std::string change = "pad=" + std::to_string(pad);
    const bool spoken_of = std::ranges::any_of(
        layouts, [&](const analysis::WhatIf& each) { return each.wavefronts && each.change.starts_with(change); });
    if (!spoken_of) continue;
    const record::RecordRequest button = adjusted(half_padded(pad));
    EXPECT_TRUE(std::ranges::any_of(layouts, [&](const analysis::WhatIf& each) {
      return same_recording(said(request_of(*session.look.recording()), each.change), button);
    })) << change;
  }
}

INSTANTIATE_TEST_SUITE_P(Paddings, Said, ::testing::Values(0, 1, 2, 3, 4, 8));

}  // namespace
}  // namespace gemmscope::session
