// SPDX-License-Identifier: MIT
#include <algorithm>

#include "app/views/views.h"

namespace gemmscope::views {
namespace {

constexpr View kViews[] = {
    {"source", "Source", "Which line makes this request, and what does each line cost?",
     Place::kLeft, 480, 600, 300, 240, draw_source},
    {"outer_loop", "Outer loop", "Which tile of A and of B is being multiplied into which tile of C, and how far along K?",
     Place::kStage, 744, 560, 480, 380, draw_outer_loop},
    {"shared", "Shared", "Where does this element live, who put it there, which bank is it in?",
     Place::kStage, 744, 560, 520, 380, draw_shared},
    {"warp_tiling", "Warp tiling", "Which part of C does this warp, this lane own, and what does it need for it?",
     Place::kStage, 744, 560, 480, 380, draw_warp_tiling},
    {"write_back", "Write-back", "Who writes what, and does it fill whole sectors?",
     Place::kStage, 744, 560, 480, 380, draw_write_back},
    {"banks", "Banks", "Why does this request take this many wavefronts?",
     Place::kRightTop, 424, 330, 300, 230, draw_banks},
    {"lanes", "Lanes", "What does each lane ask for?",
     Place::kRightBottom, 424, 246, 320, 180, draw_lanes},
    {"timeline", "Timeline", "Where is the time going to be lost?",
     Place::kBottomLeft, 860, 316, 480, 190, draw_timeline},
    {"heatmap", "Heatmap", "Which line, bank, cell is the hot one?",
     Place::kBottomLeft, 860, 316, 480, 230, draw_heatmap},
    {"metrics", "Metrics", "What does it cost, and against what ideal?",
     Place::kBottomRight, 720, 316, 520, 290, draw_metrics},
};

}  // namespace

std::span<const View> all_views() { return kViews; }

const View* find_view(std::string_view id) {
  const auto* found = std::find_if(std::begin(kViews), std::end(kViews), [&](const View& view) { return view.id == id; });
  return found == std::end(kViews) ? nullptr : found;
}

}  // namespace gemmscope::views
