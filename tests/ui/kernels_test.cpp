// SPDX-License-Identifier: MIT
// Every view draws every kernel in every preset, at its first place and in its write-back, and says something.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/stepping.h"
#include "app/shell/gui.h"
#include "app/views/view.h"
#include "kernels/table.h"
#include "tests/session/fixture.h"
#include "tests/ui/window_texts.h"

namespace gemmscope::ui {
namespace {

/// What only a view says that has nothing to show. Where that is right, the view says why in other words.
constexpr const char* kHelpless = "This kernel does not say how large its tiles are";

TEST(Kernels, EveryViewDrawsEveryPreset) {
  auto platform = std::move(*platform::open_headless(1600, 1000));
  const auto gui = std::move(*shell::Gui::create(*platform, ""));
  ImGui::GetIO().DisplayFramebufferScale = {0.1f, 0.1f};
  draw::Drawings drawings;
  gui->note_drawings(&drawings);
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    for (const kernels::Preset& preset : kernel.presets) {
      record::RecordRequest request;
      request.kernel = kernel.name, request.preset = preset.name;
      request.M = 160, request.N = 192, request.K = 72;  // edges of every tile, and vectors of 8 halfs
      session::Session session;
      open(session, session::recording_of(request));
      for (const bool epilogue : {false, true}) {
        if (epilogue) session::go_to_k_tile(session.look, format::kEpilogue);
        ASSERT_TRUE(session.look.current) << kernel.name << ' ' << preset.name;
        for (const views::View& view : views::all_views()) {
          drawings.clear();
          gui->draw_view(session, view);
          const std::vector<Written> written = texts_of(drawings);
          EXPECT_GE(written.size(), 2u) << kernel.name << ' ' << preset.name << ' ' << view.id;
          for (const Written& text : written)
            EXPECT_NE(text.text, kHelpless) << kernel.name << ' ' << preset.name << ' ' << view.id;
        }
      }
    }
}

}  // namespace
}  // namespace gemmscope::ui
