// SPDX-License-Identifier: MIT
#include <algorithm>

#include "app/draw/widgets.h"
#include "app/views/site_words.h"
#include "app/views/views.h"

namespace gemmscope::views {
namespace {

/// What a half's clicks would do is for what is shown alone, or there is nothing to compare.
constexpr int kNeverHalved = 100'000;

constexpr View kViews[] = {
    {"source", "Source", "Which line makes this request, and what does each line cost?",
     "Next to each line that accesses memory is its cost: wavefronts and the worst n-way or, for global memory, sectors "
     "and how many times the ideal they are. The line of the current request is marked. Click a line to go to its next "
     "request; the Up and Down keys step from line to line.",
     Place::kLeft, 480, 600, 300, 240, draw_source},
    {"outer_loop", "Outer loop", "Which tiles of A and B are multiplied into which tile of C, and how far along K?",
     "The three matrices are arranged as in the product: a row of A's tiles times a column of B's tiles gives one "
     "tile of C. The current k-tile is solid, earlier ones are faded, later ones outlined, and what is never loaded "
     "is crossed out. Click a k-tile in the bar below, or press Ctrl Right, and watch the tiles move.",
     Place::kStage, 744, 560, 480, 380, draw_outer_loop},
    {"shared", "Shared", "Where is this element, who put it there, and which bank is it in?",
     "One side is the tile as it is in its matrix, the other is shared memory: a line is 128 bytes, a column is a "
     "bank. Arrows show where the selected lane's elements go. A dotted cell is padding; a crossed cell was never "
     "written. Click a cell on either side, then change the padding and watch the rows shift.",
     Place::kStage, 744, 560, 520, 300, draw_shared, nullptr, 520, 230},
    {"warp_tiling", "Warp tiling", "Which part of C does this warp or lane compute, and what does it need?",
     "The block tile of C with its warp tiles and subtiles. The numbers are lanes: each computes the same place in "
     "every subtile. At the edges are the parts of As and Bs that the selected lane holds in regM and regN; Shift "
     "Down goes through the inner steps.",
     Place::kStage, 744, 560, 480, 380, draw_warp_tiling},
    {"write_back", "Write-back", "Who writes what, and does it fill whole sectors?",
     "Which lanes write which part of C, and in which 32-byte sectors. A sector that is only partly filled is still "
     "moved whole. Press End for the last request, Left to step back through the write-back.",
     Place::kStage, 744, 560, 480, 380, draw_write_back},
    {"banks", "Banks, sectors", "Why does this request take this many wavefronts, or sectors?",
     "A column is a bank, a chip is a lane that needs a word from it. Lanes that need the same word share a chip and "
     "are served together; different words of one bank are stacked, and each further level is one more wavefront. "
     "For a request to global memory, a row is a line of 128 bytes, and its four frames are the sectors that are "
     "moved. N jumps to the next conflict, P changes the padding.",
     Place::kRightTop, 424, 330, 300, 230, draw_banks, nullptr, 260},
    {"lanes", "Lanes", "What does each lane access?",
     "What each of the 32 lanes accesses. Click a title to sort, or a row to select that lane in every view. The "
     "last column of a shared request is the wavefront that serves the lane.",
     Place::kRightBottom, 424, 560, 320, 180, draw_lanes},
    {"timeline", "Timeline", "Where are wavefronts lost?",
     "A row is a warp, a column a request, and the colour its n-way; the k-tiles are below. Drag to move, turn the "
     "wheel to zoom, press N for the next conflict, Space to play.",
     Place::kBottomLeft, 860, 316, 480, 190, draw_timeline},
    {"heatmap", "Heatmap", "Which line, bank or cell is the hottest?",
     "The same wavefronts sorted in three ways: by site and bank, by shared cell, by source line. \"Excess\" shows "
     "only what conflicts add. Click a site's name to go to it, a bank or a cell to select it.",
     Place::kBottomLeft, 860, 316, 480, 230, draw_heatmap},
    {"metrics", "Metrics", "What does it cost, compared with the ideal?",
     "A row is a site. Excess is what conflicts cost beyond the ideal; sectors are what global memory moves. Click a "
     "row to go to its request. The last lines say what another layout would change.",
     Place::kBottomRight, 720, 316, 520, 276, draw_metrics, draw_metrics_compared},
    {"performance", "Performance", "Does it matter on a real GPU?",
     "Rates measured on a GPU, never on the emulator: for each size, the plain build above cuBLAS, and a dashed line "
     "at the GPU's peak in single precision. Next to them are other layouts of the same kernel; click one to record "
     "it. If there is a GPU, the line at the bottom is being measured.",
     Place::kBottomLeft, 860, 316, 520, 230, draw_performance, nullptr, kNeverHalved},
    {"registers", "Registers",
     "Why this order of the 64 multiply-adds: which registers conflict, and how does reuse hide it?",
     "The registers of sgemm64 as maxas assigns them; the small digit is the bank. Outlined cells take A and B from "
     "one bank: one extra cycle, unless an operand slot has kept one of them, which is bright at the edge. The line "
     "is the order: step along it with . and , or drag below. Choose another order, or keep fewer registers, and see "
     "which conflicts are left. This is Maxwell's rule applied to the published kernel, not a recording.",
     Place::kBottomLeft, 860, 400, 550, 246, draw_registers, nullptr, kNeverHalved},
    {"check", "Check", "Is this kernel correct? If not, what is wrong, where, and why?",
     "Each row is a finding: what, where, on which lines, and how often. Click one, or press F: the replay goes to "
     "its first step, and the other views mark both accesses. O switches between the two. The words above the rows "
     "choose kinds of findings. If nothing was found, the view says how much could be checked.",
     Place::kBottomBeside, 720, 316, 520, 230, draw_check, nullptr, kNeverHalved},
};

}  // namespace

void draw(const View& view, const session::Session& session, session::Actions& actions, draw::Canvas& canvas) {
  if (session.look.current)
    view.draw(session.look, actions, canvas);
  else
    draw::empty_state(canvas, view.question, why_nothing(session.look, session.bench.recording_now));
}

std::span<const View> all_views() { return kViews; }

const View* find_view(std::string_view id) {
  const auto* found =
      std::find_if(std::begin(kViews), std::end(kViews), [&](const View& view) { return view.id == id; });
  return found == std::end(kViews) ? nullptr : found;
}

}  // namespace gemmscope::views
