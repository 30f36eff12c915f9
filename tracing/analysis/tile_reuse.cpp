// SPDX-License-Identifier: MIT
#include "tracing/analysis/tile_reuse.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "tracing/analysis/cell_story.h"
#include "tracing/analysis/last_writers.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;
using Told = CellStory::Told;

constexpr std::uint64_t kMostSteps = 1u << 28;  ///< cells that change, of all intervals: some seconds
constexpr std::uint64_t kSaid = 1u << 16;       ///< of them, between two calls of progress: about a millisecond

/// Calls visit(address, lanes) once for each address among `lanes` of `access`, in order of lanes.
template <class Visit>
void for_each_address(const WarpAccess& access, std::uint32_t lanes, const Visit& visit) {
  while (lanes != 0) {
    const std::uint32_t address = access.address[static_cast<std::size_t>(std::countr_zero(lanes))];
    std::uint32_t same = 0;
    for (std::uint32_t left = lanes; left != 0; left &= left - 1)
      if (access.address[static_cast<std::size_t>(std::countr_zero(left))] == address) same |= left & -left;
    visit(address, same);
    lanes &= ~same;
  }
}

/// The requests of one template, as what they do to cells of `bytes`.
class OfTemplate {
 public:
  OfTemplate(const Recording& recording, std::uint32_t bytes, ConflictModel model)
      : recording_(recording), bytes_(bytes), model_(model), story_(recording.shared_bytes / bytes) {}

  Told tell(const format::Template& coded) {
    for (std::size_t r = 0; r < coded.rows.size(); ++r) {
      const format::Row& row = coded.rows[r];
      if (row.base != format::kSharedBase) continue;
      const format::Site& site = recording_.sites[row.site];
      const WarpAccess access = warp_access(recording_, coded, r);
      if (misaligned_lanes(access) != 0) continue;
      if (site.op == format::Op::kStore)
        store(access, site);
      else
        load(access);
    }
    return story_.tell();
  }

 private:
  template <class Visit>
  void for_each_cell(std::uint32_t first, std::uint32_t end, const Visit& visit) const {
    for (std::uint32_t cell = first / bytes_; std::uint64_t{cell} * bytes_ < end; ++cell) visit(cell);
  }

  void store(const WarpAccess& access, const format::Site& site) {
    for_each_address(access, access.mask, [&](std::uint32_t address, std::uint32_t) {
      for_each_cell(address, address + access.width, [&](std::uint32_t cell) { story_.store(cell, site.tensor); });
    });
  }

  void load(const WarpAccess& access) {
    for_each_address(access, access.mask, [&](std::uint32_t address, std::uint32_t lanes) {
      const Reads reads{.lanes = static_cast<std::uint32_t>(std::popcount(lanes)), .requests = 1};
      for_each_cell(address, address + access.width, [&](std::uint32_t cell) { story_.load(cell, reads); });
    });
    const SharedCost cost = shared_cost(access, model_);
    for (std::size_t p = 0; p < cost.phase_count; ++p) {
      const Phase& phase = cost.phases[p];
      for_each_address(access, phase.lanes, [&](std::uint32_t address, std::uint32_t) {
        const std::uint32_t begin = address + phase.first_word * std::uint32_t{kBankBytes};
        const std::uint32_t end = std::min<std::uint32_t>(address + access.width, begin + phase.words * kBankBytes);
        for_each_cell(begin, end, [&](std::uint32_t cell) { story_.load(cell, Reads{.wavefronts = 1}); });
      });
    }
  }

  const Recording& recording_;
  std::uint32_t bytes_;
  ConflictModel model_;
  CellStory story_;
};

/// [interval]: its templates in the order of warps.
std::map<std::uint32_t, std::vector<std::uint32_t>> templates_of_intervals(const format::Pattern& pattern) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> intervals;
  for (const format::Segment& segment : pattern.segments) intervals[segment.interval].push_back(segment.template_id);
  return intervals;
}

class CountingValues {
 public:
  CountingValues(const Recording& recording, std::uint32_t bytes, std::vector<TileReuse>& tiles)
      : recording_(recording), bytes_(bytes), of_tensor_(recording.tensors.size(), nullptr) {
    for (TileReuse& tile : tiles) {
      tile.map.resize(recording.shared_bytes / bytes);
      of_tensor_[tile.tensor] = &tile;
    }
  }

  void add(const Value& value, std::uint64_t blocks) {
    TileReuse* const tile = of_tensor_[value.tensor];
    const format::Tensor& t = recording_.tensors[value.tensor];
    if (tile == nullptr) return;
    if (t.element_bytes != bytes_ && (value.cell * bytes_ - t.offset) % t.element_bytes != 0) return;
    tile->lanes.add(value.reads.lanes, blocks);
    tile->requests.add(value.reads.requests, blocks);
    tile->wavefronts.add(value.reads.wavefronts, blocks);
    TileReuse::OfElement& element = tile->map[value.cell];
    element.values += blocks;
    element.lanes += blocks * value.reads.lanes;
    element.requests += blocks * value.reads.requests;
    element.wavefronts += blocks * value.reads.wavefronts;
  }

 private:
  const Recording& recording_;
  std::uint32_t bytes_;
  std::vector<TileReuse*> of_tensor_;
};

/// Adds up the values of all recorded blocks. Returns false if that is too much work, or if `progress` asks to stop.
bool count_values(const Recording& recording, std::uint32_t bytes, ConflictModel model, CountingValues& counting,
                  const Progress& progress) {
  std::vector<Told> of_template;
  OfTemplate in_template(recording, bytes, model);
  for (const format::Template& coded : recording.templates) of_template.push_back(in_template.tell(coded));
  std::vector<std::uint64_t> blocks(recording.patterns.size());
  for (const format::Block& block : recording.blocks) ++blocks[block.pattern];

  CellStory interval(recording.shared_bytes / bytes), block(recording.shared_bytes / bytes);
  std::map<std::vector<std::uint32_t>, Told> of_interval;
  std::uint64_t steps = 0, done = 0, all = 0, said = 0;  // done: segments, of all of them
  for (std::size_t p = 0; p < recording.patterns.size(); ++p)
    if (blocks[p] != 0) all += recording.patterns[p].segments.size();
  for (std::size_t p = 0; p < recording.patterns.size(); ++p) {
    if (blocks[p] == 0) continue;
    for (const auto& [number, templates] : templates_of_intervals(recording.patterns[p])) {
      const auto [known, is_first] = of_interval.try_emplace(templates);
      if (is_first) {
        for (const std::uint32_t t : templates) {
          steps += of_template[t].cells.size() + of_template[t].overwritten.size();
          interval.append(of_template[t]);
        }
        known->second = interval.tell();
      }
      steps += known->second.cells.size() + known->second.overwritten.size();
      if (steps > kMostSteps) return false;
      done += templates.size();
      if (progress && steps - said > kSaid) {
        said = steps;
        if (!progress(done, all)) return false;
      }
      block.append(known->second);
      for (const Value& value : block.overwritten()) counting.add(value, blocks[p]);
      block.overwritten().clear();
    }
    for (const Told::Cell& cell : block.tell().cells)
      if (cell.stored) counting.add({cell.cell, cell.tensor, cell.since}, blocks[p]);
  }
  return true;
}

}  // namespace

std::vector<TileReuse> tile_reuse(const Recording& recording, ConflictModel model, const Progress& progress) {
  std::vector<TileReuse> tiles;
  const Missing why = missing_of(recording);
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t) {
    const format::Tensor& tensor = recording.tensors[t];
    const bool stored = std::any_of(recording.sites.begin(), recording.sites.end(),
                                    [&](const format::Site& s) { return s.tensor == t && s.op == format::Op::kStore; });
    if (tensor.space != format::Space::kShared || !stored || tensor.element_bytes == 0) continue;
    TileReuse& tile = tiles.emplace_back();
    tile.tensor = t, tile.missing = why;
  }
  if (why != Missing::kNothing) return tiles;
  const std::uint32_t bytes = cell_bytes(recording);
  CountingValues counting(recording, bytes, tiles);
  if (!count_values(recording, bytes, model, counting, progress))
    for (TileReuse& tile : tiles) {
      const std::uint16_t tensor = tile.tensor;
      tile = {};
      tile.tensor = tensor, tile.missing = Missing::kTooLarge;
    }
  return tiles;
}

}  // namespace gemmscope::analysis
