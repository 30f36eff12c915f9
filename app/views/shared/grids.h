// SPDX-License-Identifier: MIT
/// @file grids.h
/// The two grids of the shared view: the block's memory, and where a tile is known, the tile as it is in its matrix.
#pragma once

#include <set>
#include <span>

#include "app/draw/widgets.h"
#include "app/session/actions.h"
#include "app/views/shared/held_names.h"
#include "app/views/shared/picture.h"

namespace gemmscope::views {

inline constexpr float kRowLabels = 46;    ///< points left of the matrix for its rows
inline constexpr float kBankLabel = 35;    ///< left of the memory of a tile
inline constexpr float kArrayLabels = 78;  ///< left of the memory without a tile: the arrays in it
inline constexpr float kArrayGap = 8;      ///< between their names and the memory
inline constexpr float kBesideCell = 60;   ///< that lanes take which stand beside their cell
inline constexpr float kSideName = 18;     ///< height of the name over either side
inline constexpr float kRowLabel = 48;     ///< right of it, for rows of the tile
inline constexpr float kByteLabel = 44;    ///< and right of these, for bytes
inline constexpr float kLargeLine = 32;    ///< height of a line after a zoom

/// Rows of all runs together.
float rows_in(const std::vector<Run>& runs);

/// Rows of equal height, consecutive ones together, a gap between runs.
class Strips {
 public:
  Strips(std::vector<Run> runs, draw::Rect space, float most_height);

  const std::vector<Run>& runs() const { return runs_; }
  draw::Rect run(std::size_t index) const;                    ///< all rows of a run
  std::optional<draw::Rect> row(std::uint32_t number) const;  ///< nullopt for one that is not shown
  float row_height() const { return step_; }
  float bottom() const;

 private:
  std::vector<Run> runs_;
  draw::Rect space_;
  float step_ = 0, gap_ = 0;
};

/// The memory before its padding changed: where cells move from.
struct OldMemory {
  format::Tensor tile;
  Strips strips;
  float settled = 0;  ///< 0 = as before, 1 = there
};

/// Places of the drawn cells, to join the two grids by arrows.
struct GridPlaces {
  Strips strips;
  draw::Rect cells;                     ///< x and width of all columns
  Run columns;                          ///< shown
  std::uint32_t states = 0;             ///< which CellState were drawn, a bit each
  bool numbered = false;                ///< numbers of lanes stand in cells
  bool writers = false;                 ///< numbers of the k-tiles that wrote them stand in cells
  bool named = false;                   ///< numbers of their columns stand there instead
  bool unwritten = false;               ///< cells are read that were never written
  bool outside = false;                 ///< some cells of the matrix side are beyond the matrix's edge
  std::set<std::uint16_t> others = {};  ///< tiles that have cells drawn as CellState::kOther
  draw::Rect caption = {};              ///< of the memory: its name and the banks
  float name_from = 0;                  ///< x right of the arrows that cross the name
  std::optional<OldMemory> old = {};

  std::optional<draw::Rect> cell(std::uint32_t row, std::uint32_t column) const;
  /// The cell of the memory that shows a word; nullopt if it is not shown.
  std::optional<draw::Rect> word(std::uint32_t number) const {
    return cell(number / analysis::kBanks, number % analysis::kBanks);
  }
  /// Where `cell` is drawn in the memory now; it may be on its way to its new place.
  std::optional<draw::Rect> place(const analysis::Cell& cell) const;
  void saw(CellState state) { states |= 1u << static_cast<int>(state); }
  bool has(CellState state) const { return (states >> static_cast<int>(state) & 1u) != 0; }
};

/// The memory, with what is known of it.
struct MemoryPlaces : GridPlaces {
  MemoryLines lines;
  HeldNames names;
  bool marked = false;  ///< the chosen finding is

  /// Where the lanes that touch a cell are: above the name of what it holds if there is room.
  draw::Rect lanes_in(draw::Rect cell) const {
    if (has_room_for_both()) cell.height /= 2;
    return cell;
  }
  bool has_room_for_both() const { return lines.banks < analysis::kBanks && strips.row_height() >= kLargeLine; }
};

/// What both grids need.
struct SharedScene {
  const session::Look& look;
  const format::Recording& recording;
  const SharedPicture* picture = nullptr;  ///< of the tile that is drawn over the memory; null: none is known
  draw::Colour colour = {};                ///< of its operand
  std::string of = {};                     ///< behind the names of what can be clicked, where two are drawn
  bool named = true;                       ///< a row with the names of both sides stands over them
  bool explained = true;                   ///< a row says what the words under the banks are

  const format::Tensor& tile() const { return recording.tensors[picture->tile]; }
  bool has_name() const { return named && picture != nullptr; }
};

/// `picture`: of a tile; nullptr without one.
SharedScene scene_of(const draw::Canvas& canvas, const session::Look& look, const SharedPicture* picture);

/// Points beside the cells of the memory, for labels.
float left_of_memory(const SharedScene& scene);
float right_of_memory(const SharedScene& scene);
/// Points over and under the cells of either side.
inline float caption_height(const SharedScene& scene) { return scene.has_name() ? kSideName + 18 : 18; }
inline float words_height(const SharedScene& scene) { return scene.explained ? 42 : 24; }

/// Colours of cells of a tile, the same in both grids and in the legend.
draw::Colour cell_colour(const draw::Canvas& canvas, const SharedScene& scene, CellState state);
/// ... that belong to shared tile `other` now.
draw::Colour other_colour(const draw::Canvas& canvas, const SharedScene& scene, std::uint16_t other);
/// ... that will hold a copy of what is loaded now.
draw::Colour to_come_colour(const draw::Canvas& canvas, const SharedScene& scene);
/// ... for the number of the k-tile that wrote a cell.
draw::Colour writer_colour(const draw::Canvas& canvas);
/// ... of elements that are not in shared memory yet.
draw::Colour not_copied_colour(const draw::Canvas& canvas, const SharedScene& scene);
/// Colours of words without a tile: that the request touches, in a bank that serves so many `words` ...
draw::Colour touched_colour(const draw::Canvas& canvas, const session::Look& look, int words);
/// ... that a warp wrote, and that none has written.
draw::Colour written_colour(const draw::Canvas& canvas, std::uint32_t warp);
draw::Colour never_colour(const draw::Canvas& canvas);

/// The tile as it is in the matrix: rows and columns of A or B; kNever: not copied yet. `most`: largest height of a
/// row.
GridPlaces draw_matrix_side(draw::Canvas& canvas, draw::Rect space, float most, const SharedScene& scene,
                            session::Actions& actions);
/// The memory: one line = 128 bytes = banks 0 to 31; and under it the words that each bank serves.
MemoryPlaces draw_memory_side(draw::Canvas& canvas, draw::Rect space, float most, const SharedScene& scene,
                              session::Actions& actions);
/// Beside the memory: which row of the tile each line belongs to, or which arrays are there, and bytes.
void draw_memory_labels(draw::Canvas& canvas, const MemoryPlaces& memory, const SharedScene& scene);
/// In cells: what they hold, or, of a tile, its columns or the k-tile that wrote them, where there is room.
void draw_memory_names(draw::Canvas& canvas, MemoryPlaces& memory, const SharedScene& scene);
/// How many words each bank serves, from bank `first` on, in a row as wide as these.
void draw_bank_chips(draw::Canvas& canvas, draw::Rect row, std::span<const std::uint8_t> words,
                     const session::Look& look, std::uint32_t first = 0);
/// What the numbers below the banks are.
std::string served_in_words(const session::Current& now);
/// Under the memory, in the upper part of `row`: how many words each bank serves for the current request; what of the
/// memory is shown, and buttons for larger cells.
void draw_words_asked(draw::Canvas& canvas, draw::Rect row, const MemoryPlaces& memory, const SharedScene& scene,
                      session::Actions& actions);
/// What is wrong with what is touched, over cells and arrows.
void draw_shared_marks(draw::Canvas& canvas, MemoryPlaces& memory, const SharedScene& scene);
/// The element that is followed, where it is in both. `matrix`: null if that side is not drawn.
void draw_followed(draw::Canvas& canvas, const GridPlaces* matrix, const GridPlaces& memory, const SharedScene& scene);
/// Its name and the numbers of the banks, over the arrows.
void draw_memory_caption(draw::Canvas& canvas, const GridPlaces& memory, const SharedScene& scene);
/// A place that lanes touch, with their numbers: `whole` is the run of cells they touch alike. `beside`: there is room
/// to its right for numbers that do not fit into one cell. False: there is no room for numbers, of `least` points.
bool draw_lane_run(draw::Canvas& canvas, draw::Rect whole, float cell_width, std::uint32_t lanes, draw::Colour fill,
                   bool beside, float least = 6.5f);
/// From what the lane drawn in detail moves on the matrix side to where it is in memory.
void draw_arrows(draw::Canvas& canvas, const GridPlaces& matrix, GridPlaces& memory, bool downward,
                 const SharedScene& scene);

}  // namespace gemmscope::views
