// SPDX-License-Identifier: MIT
/// @file cell_story.h
/// What happens to the cells of a block's shared memory over some time: which values are stored, and how often each is
/// read before the next store.
///
/// Barrier intervals repeat. So a story is told once for each template, joined once for each sequence of templates that
/// makes up an interval, and those stories are joined to the block's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gemmscope::analysis {

/// How often one value is read.
struct Reads {
  std::uint32_t lanes = 0;       ///< by lanes
  std::uint32_t requests = 0;    ///< by requests with at least one of these lanes
  std::uint32_t wavefronts = 0;  ///< by wavefronts that serve at least one of them

  Reads& operator+=(const Reads& other) {
    lanes += other.lanes, requests += other.requests, wavefronts += other.wavefronts;
    return *this;
  }
  friend bool operator==(const Reads&, const Reads&) = default;
};

/// A value that was overwritten, or is there in the end, and the reads in between.
struct Value {
  std::uint32_t cell = 0;
  std::uint16_t tensor = 0;  ///< as part of which tile it was stored
  Reads reads;
};

class CellStory {
 public:
  explicit CellStory(std::size_t cells) : at_(cells) {}

  /// Cells that do not exist are ignored.
  void load(std::uint32_t cell, const Reads& reads);
  void store(std::uint32_t cell, std::uint16_t tensor);

  /// A story without the cells at which nothing happens.
  struct Told {
    struct Cell {
      std::uint32_t cell = 0;
      std::uint16_t tensor = 0;
      bool stored = false;
      Reads before, since;  ///< before the first store, since the last one
    };
    std::vector<Cell> cells;
    std::vector<Value> overwritten;  ///< values stored and overwritten in this time
  };
  /// What happens next.
  void append(const Told& next);
  /// All of it; forgets it.
  Told tell();
  /// Values overwritten so far that were not taken yet.
  std::vector<Value>& overwritten() { return overwritten_; }

 private:
  struct At {
    Reads before, since;
    std::uint16_t tensor = 0;
    bool stored = false, touched = false;
  };
  At& touch(std::uint32_t cell);

  std::vector<At> at_;
  std::vector<std::uint32_t> touched_;
  std::vector<Value> overwritten_;
};

}  // namespace gemmscope::analysis
