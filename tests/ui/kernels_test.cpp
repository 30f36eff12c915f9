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

/// What views say that have nothing to show, because tiles or arrays are not known. Steps without shared memory, and
/// without a published register assignment, are told so in other words.
constexpr const char* kHelpless[] = {"This view is about matrix products", "The tiles of this kernel are not known",
                                     "This kernel touches no array in global memory",
                                     "This kernel stores to no array in global memory"};

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
        for (const char* helpless : kHelpless)
          EXPECT_FALSE(says(written, helpless)) << kernel << ' ' << view.id << ": " << helpless;
      }
    }
  }
}

}  // namespace
}  // namespace gemmscope::ui
