// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/own_tensors.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace gemmscope::analysis {
namespace {

using format::Recording;

constexpr std::size_t kOutside = static_cast<std::size_t>(-1);  ///< in no tile

/// Where the copies of a tile begin. What follows, up to the next one, is theirs: padding, and what an edge cuts.
/// False: another tile begins there, too.
bool add_begins(const SharedTile& tile, std::size_t index, std::map<std::uint32_t, std::size_t>& begins) {
  bool alone = true;
  for (std::uint32_t buffer = 0; buffer < tile.buffers; ++buffer)
    alone &= begins.try_emplace(tile.offset + buffer * tile.buffer_stride * tile.element_bytes, index).second;
  return alone;
}

/// Gives requests the sites of their tiles.
class Sites {
 public:
  Sites(Recording& recording, const std::vector<SharedTile>& tiles, const TemplateRows& others)
      : r_(recording), others_(others) {
    for (std::size_t i = 0; i < tiles.size(); ++i)
      if (!add_begins(tiles[i], i, begins_[tiles[i].shared])) used_in_turn_ = tiles[i].shared;
  }

  /// The array that has several tiles in the same bytes: an address alone does not say which of them is accessed.
  std::optional<std::uint16_t> used_in_turn() const { return used_in_turn_; }

  /// Returns  the site of a request whose lanes access several tiles; nullopt: there is none.
  std::optional<std::uint16_t> find() {
    tile_of_.resize(r_.templates.size());
    for (std::size_t t = 0; t < r_.templates.size(); ++t)
      for (std::size_t row = 0; row < r_.templates[t].rows.size(); ++row) {
        const auto tile = is_other(t, row) ? kOutside : tile_of(r_.templates[t], row);
        if (!tile) return r_.templates[t].rows[row].site;
        tile_of_[t].push_back(*tile);
      }
    return std::nullopt;
  }

  /// `own`: the tensor of each tile. New sites come last, so that the numbers of others stay as they are.
  void give(const std::vector<std::uint16_t>& own) {
    std::map<std::pair<std::uint16_t, std::size_t>, std::uint16_t> sites;  // old site, tile
    std::vector<bool> taken(r_.sites.size());                              // for one of its tiles
    for (std::size_t t = 0; t < r_.templates.size(); ++t)
      for (std::size_t row = 0; row < r_.templates[t].rows.size(); ++row) {
        std::uint16_t& site = r_.templates[t].rows[row].site;
        if (r_.tensors[r_.sites[site].tensor].space != format::Space::kShared) continue;
        const std::size_t tile = tile_of_[t][row];
        const auto [known, is_new] = sites.try_emplace({site, tile}, site);
        if (is_new && taken[site])
          known->second = static_cast<std::uint16_t>(r_.sites.size()), r_.sites.push_back(r_.sites[site]);
        if (is_new) {
          if (known->second == site) taken[site] = true;
          tensors_.emplace_back(known->second, tile == kOutside ? r_.sites[site].tensor : own[tile]);
        }
        site = known->second;
      }
    for (const auto& [site, tensor] : tensors_) r_.sites[site].tensor = tensor;
  }

 private:
  bool is_other(std::size_t t, std::size_t row) const {
    const auto of = others_.find(static_cast<std::uint32_t>(t));
    return of != others_.end() && of->second[row];
  }

  std::optional<std::size_t> tile_of(const format::Template& coded, std::size_t row) const {
    const std::uint16_t array = r_.sites[coded.rows[row].site].tensor;
    if (r_.tensors[array].space != format::Space::kShared) return kOutside;
    std::optional<std::size_t> tile;
    for (std::uint32_t left = coded.rows[row].mask; left != 0; left &= left - 1) {
      const std::size_t at = tile_at(array, coded.lanes(row)[static_cast<std::size_t>(std::countr_zero(left))]);
      if (tile && *tile != at) return std::nullopt;
      tile = at;
    }
    return tile;
  }

  std::size_t tile_at(std::uint16_t array, std::uint32_t byte) const {
    const auto of = begins_.find(array);
    if (of == begins_.end()) return kOutside;
    const auto after = of->second.upper_bound(byte);
    return after == of->second.begin() ? kOutside : std::prev(after)->second;
  }

  Recording& r_;
  const TemplateRows& others_;
  std::optional<std::uint16_t> used_in_turn_;
  std::map<std::uint16_t, std::map<std::uint32_t, std::size_t>> begins_;  ///< by array: byte -> tile
  std::vector<std::vector<std::size_t>> tile_of_;                         ///< by template and row
  std::vector<std::pair<std::uint16_t, std::uint16_t>> tensors_;          ///< of sites, those that they get
};

}  // namespace

std::string give_own_tensors(Recording& recording, std::vector<SharedTile>& tiles, const TemplateRows& others) {
  std::set<std::uint16_t> shared_with_others;
  for (const auto& [t, rows] : others)
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (rows[row]) shared_with_others.insert(recording.sites[recording.templates[t].rows[row].site].tensor);
  std::vector<bool> is_one_of_several;
  for (const SharedTile& tile : tiles)
    is_one_of_several.push_back(std::ranges::count(tiles, tile.shared, &SharedTile::shared) > 1 ||
                                shared_with_others.contains(tile.shared));
  if (std::ranges::none_of(is_one_of_several, [](bool b) { return b; })) return "";
  Sites sites(recording, tiles, others);
  if (const auto array = sites.used_in_turn())
    return recording.tensors[*array].name + " holds parts of A and of B in the same bytes, in turn";
  if (const auto several = sites.find())
    return "a request on line " + std::to_string(recording.sites[*several].line) + " accesses several tiles of " +
           recording.tensors[recording.sites[*several].tensor].name;
  std::vector<std::uint16_t> own;  // by tile
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    own.push_back(tiles[i].shared);
    if (!is_one_of_several[i]) continue;
    own[i] = static_cast<std::uint16_t>(recording.tensors.size());
    format::Tensor tensor = recording.tensors[tiles[i].shared];
    tensor.name += "+" + std::to_string(tiles[i].offset - tensor.offset);
    recording.tensors.push_back(std::move(tensor));
  }
  sites.give(own);
  for (std::size_t i = 0; i < tiles.size(); ++i) tiles[i].shared = own[i];
  return "";
}

}  // namespace gemmscope::analysis
