// SPDX-License-Identifier: MIT
#include <algorithm>

#include "app/views/views.h"

namespace gemmscope::views {
namespace {

constexpr View kViews[] = {
    {"source", "Source", "Which line makes this request, and what does each line cost?",
     "Each line that touches memory has its cost beside it: wavefronts and the worst n-way, or for global memory sectors "
     "and how many times the ideal they are. The line of the current "
     "request is marked. Click a line to go to its next request; the arrows up and down step from line to line.",
     Place::kLeft, 480, 600, 300, 240, draw_source},
    {"outer_loop", "Outer loop",
     "Which tile of A and of B is being multiplied into which tile of C, and how far along K?",
     "The three matrices stand as in the product: a row of A's tiles times a column of B's makes one tile of C. "
     "Solid is the current k-tile, faded what was used before, outlined what is still to come, crossed what nobody "
     "ever loads. Click a k-tile in the bar below, or press Ctrl Right, and watch the tiles move.",
     Place::kStage, 744, 560, 480, 380, draw_outer_loop},
    {"shared", "Shared", "Where does this element live, who put it there, which bank is it in?",
     "One side is the tile as it lies in its matrix, the other shared memory as it is: one line is 128 bytes, one "
     "column a bank. Arrows show where the selected lane's elements go. A dotted cell is padding, a crossed one was "
     "never "
     "written. Click a cell on either side, then change the padding and see the rows shift.",
     Place::kStage, 744, 560, 520, 300, draw_shared},
    {"warp_tiling", "Warp tiling", "Which part of C does this warp, this lane own, and what does it need for it?",
     "The block tile of C with its warp tiles and subtiles. The numbers are lanes: each computes the same place in "
     "every subtile. At the edges stand the parts of As and Bs that the selected lane holds in regM and regN; "
     "Shift Down goes through the inner steps.",
     Place::kStage, 744, 560, 480, 380, draw_warp_tiling},
    {"write_back", "Write-back", "Who writes what, and does it fill whole sectors?",
     "Who writes which part of C, and in which 32-byte sectors it lands. A sector that is only partly filled is "
     "moved whole. Press End for the last request, Left to go back through the write-back.",
     Place::kStage, 744, 560, 480, 380, draw_write_back},
    {"banks", "Banks, sectors", "Why does this request take this many wavefronts, or sectors?",
     "A column is a bank, a chip is a lane that asks it for a word. Lanes of the same word share a chip and are "
     "served together; different words of one bank stand on top of each other, and each further level is a "
     "wavefront more. Of a request to global memory, a row is a line of 128 bytes, and its four frames are the sectors "
     "that are moved. N jumps to the next conflict, P changes the padding.",
     Place::kRightTop, 424, 330, 300, 230, draw_banks},
    {"lanes", "Lanes", "What does each lane ask for?",
     "What each of the 32 lanes asks for. Click a title to sort, a row to select that lane everywhere. The last "
     "column of a shared request is the wavefront that serves the lane.",
     Place::kRightBottom, 424, 560, 320, 180, draw_lanes},
    {"timeline", "Timeline", "Where is the time going to be lost?",
     "A row is a warp, a column a request, the colour its n-way; below are the k-tiles. Drag to move, turn the "
     "wheel to zoom, N for the next conflict, Space to play.",
     Place::kBottomLeft, 860, 316, 480, 190, draw_timeline},
    {"heatmap", "Heatmap", "Which line, bank, cell is the hot one?",
     "The same wavefronts sorted in three ways: by site and bank, by shared cell, by source line. \"Excess\" "
     "leaves only what conflicts add. Click what is bright to go there.",
     Place::kBottomLeft, 860, 316, 480, 230, draw_heatmap},
    {"metrics", "Metrics", "What does it cost, and against what ideal?",
     "A row is a site. Excess is what conflicts cost beyond the ideal; sectors are what global memory moves. Click "
     "a row to go to its request. The last lines say what another layout would change.",
     Place::kBottomRight, 720, 316, 520, 276, draw_metrics},
    {"performance", "Performance", "And does it matter?",
     "Figures measured on a GPU, never the emulator's: for each size the plain build above cuBLAS, and a dashed line "
     "where the card's peak in single precision is. Beside it the same kernel with other layouts; click one to record "
     "it. Where there is a GPU, the line at the bottom is measured now.",
     Place::kBottomLeft, 860, 316, 520, 230, draw_performance},
    {"registers", "Registers",
     "Why this order of the 64 multiply-adds: which registers collide, and how does reuse hide it?",
     "Of sgemm64, as maxas assigns its registers; the small digit is the bank. Outlined cells take A and B from one "
     "bank: a cycle more, unless an operand slot has kept one of them, which is bright at the edge. The line is the "
     "order: step along it with . and , or drag below. Choose another order, or fewer registers kept, and see what is "
     "left. This is Maxwell's rule applied to the published kernel, not a recording.",
     Place::kBottomLeft, 860, 400, 550, 246, draw_registers},
    {"check", "Check", "Is this kernel right, and if not: what is wrong, where, and why?",
     "Each row is a fault that the recording shows: what, where, in which lines, and how often. Click one, or press F: "
     "the replay goes to its first step, and the other views mark both accesses. O goes from one to the other. The "
     "words above the rows choose kinds of faults. Where nothing was found, it says how far the recording allowed to "
     "look.",
     Place::kBottomBeside, 720, 316, 520, 230, draw_check},
};

}  // namespace

std::span<const View> all_views() { return kViews; }

const View* find_view(std::string_view id) {
  const auto* found =
      std::find_if(std::begin(kViews), std::end(kViews), [&](const View& view) { return view.id == id; });
  return found == std::end(kViews) ? nullptr : found;
}

}  // namespace gemmscope::views
