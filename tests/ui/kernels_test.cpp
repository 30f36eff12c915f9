// SPDX-License-Identifier: MIT
// Every view draws every step of the ladder, at its first place and in its write-back, and says something.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/stepping.h"
#include "app/shell/gui.h"
#include "app/views/view.h"
#include "tests/session/fixture.h"
#include "tests/ui/window_texts.h"

namespace gemmscope::ui {
namespace {

/// What only a view says that has nothing to show. Where that is right, the view says why in other words.
constexpr const char* kHelpless = "This kernel does not say how large its tiles are";

TEST(Kernels, EveryViewDrawsEveryStep) {
  auto platform = std::move(*platform::open_headless(1600, 1000));
  const auto gui = std::move(*shell::Gui::create(*platform, ""));
  ImGui::GetIO().DisplayFramebufferScale = {0.1f, 0.1f};
  draw::Drawings drawings;
  gui->note_drawings(&drawings);
  for (const std::string& kernel : testing::all_steps()) {
    session::Session session = session::session_on(kernel);
    for (const bool write_back : {false, true}) {
      if (write_back) session::go_to_k_tile(session.look, format::kEpilogue);
      ASSERT_TRUE(session.look.current) << kernel;
      for (const views::View& view : views::all_views()) {
        drawings.clear();
        gui->draw_view(session, view);
        const std::vector<Written> written = texts_of(drawings);
        EXPECT_GE(written.size(), 2u) << kernel << ' ' << view.id;
        for (const Written& text : written) EXPECT_NE(text.text, kHelpless) << kernel << ' ' << view.id;
      }
    }
  }
}

}  // namespace
}  // namespace gemmscope::ui
