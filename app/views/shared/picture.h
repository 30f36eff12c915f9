// SPDX-License-Identifier: MIT
/// @file picture.h
/// What the shared view shows of a tile: which rows and lines, and who is there. No drawing.
#pragma once

#include <optional>
#include <vector>

#include "app/views/parts/run.h"
#include "app/views/parts/stage_words.h"

namespace gemmscope::views {

inline constexpr std::uint32_t kLineBytes = 128;  ///< one row of the grid: banks 0 to 31

/// A lane and one place that it touches.
struct Spot {
  int lane = 0;
  session::Touched touch;
};

/// What became of a cell, as of the cursor. kOther: another tile has its bytes now. kBeyond: touched, or
/// written for this k-tile, but the matrix ends before it: at an edge, or in a last k-tile that is less deep.
enum class CellState : std::uint8_t { kOutside, kPadding, kNever, kOther, kOtherKTile, kBeyond, kThisTile, kTouched };

struct SharedPicture {
  std::uint16_t tile = 0;               ///< the shared tensor
  std::optional<std::uint16_t> matrix;  ///< whose part it holds
  analysis::Rect part;                  ///< that part
  analysis::Rect product;               ///< its matrix, or its product's part of a batch: `part` may reach out of it
  int lane = -1;                        ///< drawn in detail; -1 for none
  std::vector<Spot> touched;            ///< by the request, in this tile; of a copy's global load, where it will go
  std::vector<Spot> spilled;            ///< accesses of this tile to bytes outside of it
  /// What `lane` moves in one piece: the global load it belongs to, else the access. Without a lane: `picked`.
  std::vector<session::Touched> moved;
  std::optional<session::Touched> picked;  ///< a cell or element that is selected and that no lane touches
  bool whole = false;                      ///< all rows and lines, not only those touched
  bool rows_left_out = false;              ///< of memory: some of what is moved goes to lines that are not shown
  std::vector<Run> rows;                   ///< shown, of `part`, from its first row
  Run columns;                             ///< shown, of `part`: of a wide tile, only groups of 32 that are touched
  std::vector<Run> lines;                  ///< shown, byte / 128
  std::uint32_t cell_bytes = 4;
  std::vector<analysis::Write> writers;  ///< per cell, before the request; may be of another tile: see writer_of

  /// The block stores nothing to C, so it has no tile, and its requests have no k-tile.
  bool of_idle_block() const { return part.rows == 0; }
  /// Whether the place of `cell` in the matrix, in the cursor's k-tile, is beyond an edge of it.
  bool is_beyond(const format::Recording& recording, const analysis::Cell& cell) const;
  /// The last store to the cell at `byte`, which is one of this tile; nullptr if it was never written, or if another
  /// tile, which may have the same bytes at other times, has written over it.
  const analysis::Write* writer_of(const format::Recording& recording, std::uint32_t byte) const;
  /// The other tile whose values are at `byte` now.
  std::optional<std::uint16_t> other_at(const format::Recording& recording, std::uint32_t byte) const;
  CellState state_of(const format::Recording& recording, std::uint32_t k_tile, std::uint32_t byte,
                     std::uint32_t touched_lanes) const;
};

/// Arrays in shared memory that hold a part of a matrix.
std::vector<std::uint16_t> shared_tiles(const format::Recording& recording);
/// The picture for the current request. `tile`: 0 = the request's, 1 and 2 = the first and second shared tile.
/// nullopt: there is none, as where a request stages sums of C in an array of its own.
std::optional<SharedPicture> shared_picture(const session::Look& look, int tile, bool whole);

/// What lane `lane` copies in one piece: the access of the global load whose element it stores now; itself for other
/// requests. In order of address.
std::vector<session::Touched> moved_by(const session::Look& look, int lane);

/// Elements of SharedPicture::moved side by side in one line of memory, which share an arrow.
struct MovedGroup {
  std::size_t first = 0, count = 0;
  std::uint32_t banks = 1;  ///< that they take: two halves are in one
  bool now = false;         ///< moved by the current request, not by another one of the same copy
};
std::vector<MovedGroup> moved_groups(const session::Look& look, const SharedPicture& picture);

/// The rows of memory (byte / 128) that the same cells took in `old`, the tile before its padding changed.
std::vector<Run> lines_in(const SharedPicture& picture, const format::Tensor& old);
/// What stands beside a line of memory: the row of the tile that begins in it, or else goes on there, and at which
/// byte.
struct LineLabel {
  std::optional<analysis::Cell> row;
  std::uint32_t byte = 0;  ///< where that row begins; where none does, where the line begins
  bool begins = false;
  std::string text(const format::Tensor& tile) const;  ///< "As[4]", "\u2026As[4]" if it goes on, with its buffer
};
LineLabel label_of_line(const format::Recording& recording, std::uint16_t tile, std::uint32_t line);

/// The first byte of `cell` in `old`.
inline std::uint32_t byte_in(const format::Tensor& old, const analysis::Cell& cell) {
  return analysis::byte_in(old, cell.row, cell.column, cell.buffer);
}

}  // namespace gemmscope::views
