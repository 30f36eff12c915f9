// SPDX-License-Identifier: MIT
#include "tracing/analysis/cell_story.h"

#include <utility>

namespace gemmscope::analysis {

CellStory::At& CellStory::touch(std::uint32_t cell) {
  At& at = at_[cell];
  if (!at.touched) at.touched = true, touched_.push_back(cell);
  return at;
}

void CellStory::load(std::uint32_t cell, const Reads& reads) {
  if (cell >= at_.size()) return;
  At& at = touch(cell);
  (at.stored ? at.since : at.before) += reads;
}

void CellStory::store(std::uint32_t cell, std::uint16_t tensor) {
  if (cell >= at_.size()) return;
  At& at = touch(cell);
  if (at.stored) overwritten_.push_back({cell, at.tensor, at.since});
  at.stored = true, at.tensor = tensor, at.since = {};
}

void CellStory::append(const Told& next) {
  for (const Told::Cell& each : next.cells) {
    load(each.cell, each.before);
    if (!each.stored) continue;
    store(each.cell, each.tensor);
    at_[each.cell].since = each.since;
  }
  overwritten_.insert(overwritten_.end(), next.overwritten.begin(), next.overwritten.end());
}

CellStory::Told CellStory::tell() {
  Told told;
  for (const std::uint32_t cell : touched_) {
    const At& at = at_[cell];
    told.cells.push_back({cell, at.tensor, at.stored, at.before, at.since});
    at_[cell] = {};
  }
  touched_.clear();
  told.overwritten = std::exchange(overwritten_, {});
  return told;
}

}  // namespace gemmscope::analysis
