// SPDX-License-Identifier: MIT
// What comments of the source say of tiles, against what the launch does.
#include <algorithm>
#include <map>
#include <set>

#include "tracing/analysis/array_shape.h"
#include "tracing/analysis/check_memory.h"
#include "tracing/analysis/held.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

/// An element that a lane puts into a tile.
struct Put {
  Access at;
  std::uint32_t byte = 0;
  std::uint32_t row = 0, column = 0;  ///< of the tile, as it is said to be
  bool outside = false;               ///< behind what is said
  std::uint16_t tensor = 0;           ///< where the element is from
  std::int64_t i = 0, j = 0;          ///< the row and the column that it has there; with ^T, the other way round
};

/// Puts of one tile: those of one barrier interval to one buffer, until a warp that has read there stores to a cell
/// again.
using Filling = std::vector<Put>;

bool increases(const std::map<std::uint32_t, std::set<std::int64_t>>& of) {
  std::int64_t last = -1;
  for (const auto& [place, elements] : of) {
    if (elements.size() != 1 || *elements.begin() <= last) return false;
    last = *elements.begin();
  }
  return true;
}

/// Whether each row of the tile holds one row of the matrix, and each column one column, both in their order: they need
/// not be neighbours in the matrix.
bool is_in_order(const Filling& puts, bool rows_only) {
  std::map<std::uint32_t, std::set<std::int64_t>> rows, columns;
  for (const Put& put : puts) rows[put.row].insert(put.i), columns[put.column].insert(put.j);
  return increases(rows) && (rows_only || increases(columns));
}

class TileCheck {
 public:
  TileCheck(const Recording& recording, const SaidTile& tile, std::uint32_t pitch, std::uint16_t index,
            Findings& findings, Budget& budget)
      : r_(recording),
        tile_(tile),
        pitch_(pitch),
        bytes_(recording.tensors[tile.matrix].element_bytes),
        index_(index),
        findings_(findings),
        budget_(budget) {}

  /// Whether it is known what the tile gets.
  bool run() {
    const std::vector<PatternUse> uses = uses_of_patterns(r_);
    for (std::size_t p = 0; p < uses.size(); ++p) {
      if (uses[p].blocks == 0) continue;
      block_ = uses[p].first_block, blocks_ = uses[p].blocks;
      std::map<std::uint32_t, std::vector<const format::Segment*>> intervals;
      for (const format::Segment& segment : r_.patterns[p].segments) intervals[segment.interval].push_back(&segment);
      for (const auto& [interval, segments] : intervals) {
        fillings_.clear(), stored_.clear(), round_ = 0, read_ = false;
        warp_ = 0;
        for (const format::Segment* segment : segments)
          if (!walk(*segment)) return true;
        for (const auto& [key, puts] : fillings_) judge(puts);
      }
    }
    blocks_ = other_blocks_;
    if (!any_ && other_) report(*other_, "gets " + name_of(*other_), 1);
    return any_ || other_;
  }

 private:
  bool walk(const format::Segment& segment) {
    const format::Template& coded = r_.templates[segment.template_id];
    if (segment.warp != warp_) stored_.clear(), round_ = 0, read_ = false;
    warp_ = segment.warp;
    for (std::size_t row = 0; row < coded.rows.size(); ++row) {
      const format::Row& each = coded.rows[row];
      const format::Site& site = r_.sites[each.site];
      if (site.tensor != tile_.shared) continue;
      read_ = read_ || site.op == format::Op::kLoad;
      if (site.op != format::Op::kStore) continue;
      if (!budget_.spend(kLanes * 16)) return false;
      if (each.bulk == 0) put(segment, coded, row);
    }
    return true;
  }

  void put(const format::Segment& segment, const format::Template& coded, std::size_t row) {
    const format::Row& each = coded.rows[row];
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if ((each.mask >> lane & 1u) == 0) continue;
      const Access at = access_of(block_, segment, row, lane, each.site);
      const Write store{
          .written = true, .lane = at.lane, .warp = segment.warp, .site = each.site, .request = at.request};
      for (std::uint32_t byte = 0; byte < r_.sites[each.site].width; byte += bytes_) {
        Put one{.at = at, .byte = coded.lanes(row)[lane] + byte};
        const auto element = element_stored(r_, block_, store, one.byte);
        if (!element) continue;
        one.tensor = element->tensor;
        place(one, byte_of(r_, *element) / r_.tensors[one.tensor].element_bytes);
      }
    }
  }

  void place(Put& put, std::uint32_t element) {
    const std::uint32_t offset = r_.tensors[tile_.shared].offset;
    if (put.byte < offset || (put.byte - offset) % bytes_ != 0) return;
    const std::uint32_t slot = (put.byte - offset) / bytes_, all = tile_.rows * tile_.columns;
    const std::uint32_t buffer = std::min(slot / all, tile_.buffers - 1);
    put.row = (slot - buffer * all) / tile_.columns, put.column = slot % tile_.columns;
    put.outside = put.row >= tile_.rows;
    put.i = element / pitch_, put.j = element % pitch_;
    if (tile_.transposed) std::swap(put.i, put.j);
    if (put.tensor != tile_.matrix) put.i = element, put.j = 0;
    // What a warp stores to a cell before it has read there is replaced by what it stores next.
    if (stored_.contains(put.byte) && read_) ++round_, stored_.clear(), read_ = false;
    Filling& filling = fillings_[{buffer, round_}];
    const auto [known, is_new] = stored_.try_emplace(put.byte, filling.size());
    if (is_new)
      filling.push_back(put);
    else
      filling[known->second] = put;
  }

  void judge(const Filling& puts) {
    Filling own;
    const Put* wrong = nullptr;
    for (const Put& put : puts)
      if (put.tensor == tile_.matrix) own.push_back(put);
    any_ = any_ || !own.empty();
    if (!other_ && own.empty() && !puts.empty()) other_ = puts.front(), other_blocks_ = blocks_;
    if (own.empty()) return;  // the memory serves for something else here
    std::uint64_t count = 0;
    const auto note = [&](const Put& put, bool is_wrong) {
      if (is_wrong && wrong == nullptr) wrong = &put;
      count += is_wrong;
    };
    const auto first = most_frequent(own);
    const std::int64_t i0 = first.first, j0 = first.second;
    const auto fits = [&](const Put& put) {
      return !put.outside && put.i - put.row == i0 && (tile_.swizzled || put.j - put.column == j0);
    };
    const bool in_order = std::ranges::none_of(own, &Put::outside) && is_in_order(own, tile_.swizzled);
    for (const Put& put : puts) note(put, put.tensor == tile_.matrix ? !in_order && !fits(put) : !put.outside);
    if (wrong == nullptr) return;
    std::string found = "gets " + name_of(*wrong);
    if (wrong->outside)
      found += ", outside of these " + std::to_string(tile_.rows) + " rows of " + std::to_string(tile_.columns);
    else if (tile_.swizzled)
      found += ", where one of another " + std::string(tile_.transposed ? "column" : "row") + " should be";
    else if (i0 + wrong->row >= 0 && j0 + wrong->column >= 0)
      found += ", where " + name_of(i0 + wrong->row, j0 + wrong->column) + " should be";
    report(*wrong, found, count);
  }

  /// The element of the matrix that would be in row 0 and column 0.
  std::pair<std::int64_t, std::int64_t> most_frequent(const Filling& own) const {
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> times;
    for (const Put& put : own)
      if (!put.outside) ++times[{put.i - put.row, tile_.swizzled ? 0 : put.j - put.column}];
    const auto most = std::ranges::max_element(times, {}, [](const auto& each) { return each.second; });
    return most == times.end() ? std::pair<std::int64_t, std::int64_t>() : most->first;
  }

  std::string name_of(std::int64_t i, std::int64_t j) const {
    if (tile_.transposed) std::swap(i, j);
    return r_.tensors[tile_.matrix].name + "[" + std::to_string(i) + "][" + std::to_string(j) + "]";
  }
  std::string name_of(const Put& put) const {
    if (put.tensor == tile_.matrix) return name_of(put.i, put.j);
    return "an element of " + r_.tensors[put.tensor].name;
  }

  void report(const Put& put, const std::string& found, std::uint64_t count) {
    const std::string cell =
        r_.tensors[tile_.shared].name + "[" + std::to_string(put.row) + "][" + std::to_string(put.column) + "] ";
    findings_.add({.fault = Fault::kNotAsSaid, .site = index_, .tensor = tile_.shared}, count * blocks_, [&] {
      Finding finding = finding_at(r_, put.at, {}, put.byte);
      finding.said = NotAsSaid{tile_, cell + found};
      return finding;
    });
  }

  const Recording& r_;
  const SaidTile& tile_;
  const std::uint32_t pitch_, bytes_;
  const std::uint16_t index_;
  Findings& findings_;
  Budget& budget_;
  std::uint32_t block_ = 0, warp_ = 0, round_ = 0;
  std::uint64_t blocks_ = 1, other_blocks_ = 1;  ///< alike: now, and where `other_` was found
  std::map<std::uint32_t, std::size_t> stored_;  ///< by byte, by the warp in this round: the index in its Filling
  std::map<std::pair<std::uint32_t, std::uint32_t>, Filling> fillings_;  ///< by buffer and round
  bool read_ = false;                                                    ///< by the warp, since its round began
  bool any_ = false;                                                     ///< elements of the matrix are put there
  std::optional<Put> other_;  ///< the first of another array, where there are none
};

}  // namespace

std::string_view check_said(const Recording& recording, const Said& said, Findings& findings, Budget& budget) {
  std::string_view missing;
  if (!said.left_out.empty()) missing = "a comment could not be applied: 'report --view tiles' says which and why";
  if (!said.roles && said.tiles.empty() && said.shapes.empty()) return missing;
  const auto tiles = tiles_of(recording);
  const std::vector<ArrayShape> shapes = array_shapes(recording, tiles);
  for (std::size_t i = 0; i < said.tiles.size(); ++i) {
    const SaidTile& tile = said.tiles[i];
    const Layout& layout = recording.tensors[tile.matrix].layout;
    const bool is_shown = tile.matrix < shapes.size() && shapes[tile.matrix].two_dimensional();
    const std::uint32_t pitch = is_shown ? shapes[tile.matrix].pitch : layout.rows > 1 ? layout.pitch : 0;
    const bool is_compared =
        pitch != 0 && TileCheck(recording, tile, pitch, static_cast<std::uint16_t>(i), findings, budget).run();
    if (!is_compared) missing = "what a tile gets could not be found, so a comment on it was not compared";
  }
  const std::string_view not_compared = check_said_product(recording, said, tiles, findings);
  return not_compared.empty() ? missing : not_compared;
}

}  // namespace gemmscope::analysis
