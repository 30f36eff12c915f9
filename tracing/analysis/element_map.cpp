// SPDX-License-Identifier: MIT
#include "tracing/analysis/element_map.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace gemmscope::analysis {
namespace {

std::vector<std::uint32_t> sorted_once(std::vector<std::uint32_t> cuts) {
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

constexpr std::uint64_t kMostElements = 1u << 22, kMostMoves = 1u << 28;

/// The last of `cuts` that is not beyond `at`.
std::size_t cut_at(const std::vector<std::uint32_t>& cuts, std::uint32_t at) {
  return static_cast<std::size_t>(std::upper_bound(cuts.begin(), cuts.end(), at) - cuts.begin()) - 1;
}

}  // namespace

ElementMap::ElementMap(std::vector<Strip> strips, std::vector<Laid> laid, std::uint32_t lines, std::uint32_t places)
    : strips_(std::move(strips)), line_cuts_{0, lines}, place_cuts_{0, places} {
  for (const Laid& each : laid) {
    const Strip& strip = strips_[each.strip];
    line_cuts_.insert(line_cuts_.end(), {each.line, each.line + strip.lines});
    place_cuts_.insert(place_cuts_.end(), {each.place, each.place + strip.places});
  }
  line_cuts_ = sorted_once(std::move(line_cuts_)), place_cuts_ = sorted_once(std::move(place_cuts_));
  too_large_ = !lay(laid);
}

bool ElementMap::lay(const std::vector<Laid>& laid) {
  const std::size_t columns = place_cuts_.size() - 1;
  std::uint64_t left = kMostElements;
  if ((line_cuts_.size() - 1) * std::uint64_t{columns} > left) return false;
  cells_.resize((line_cuts_.size() - 1) * columns);
  for (const Laid& each : laid) {
    const Strip& strip = strips_[each.strip];
    const std::size_t i_begin = cut_at(line_cuts_, each.line), i_end = cut_at(line_cuts_, each.line + strip.lines);
    const std::size_t j_begin = cut_at(place_cuts_, each.place), j_end = cut_at(place_cuts_, each.place + strip.places);
    if ((i_end - i_begin) * (j_end - j_begin) > left) return false;
    left -= (i_end - i_begin) * (j_end - j_begin);
    for (std::size_t i = i_begin; i < i_end; ++i)
      for (std::size_t j = j_begin; j < j_end; ++j)
        cells_[i * columns + j].push_back(
            {each.strip, line_cuts_[i] - each.line, place_cuts_[j] - each.place, each.blocks});
  }
  for (std::vector<Cover>& covers : cells_) std::sort(covers.begin(), covers.end());
  return true;
}

ElementCount ElementMap::count(const std::vector<Cover>& covers, std::uint32_t line, std::uint32_t place) const {
  ElementCount count;
  for (const Cover& cover : covers) {
    const Strip& strip = strips_[cover.strip];
    const Touches& touches = strip.elements[std::size_t{cover.line + line} * strip.places + cover.place + place];
    count.lanes += cover.blocks * touches.lanes;
    count.requests += cover.blocks * touches.requests;
    count.blocks += touches.lanes != 0 ? cover.blocks : 0;
  }
  return count;
}

ElementCount ElementMap::at(std::uint32_t line, std::uint32_t place) const {
  if (cells_.empty() || line >= line_cuts_.back() || place >= place_cuts_.back()) return {};
  const std::size_t i = cut_at(line_cuts_, line), j = cut_at(place_cuts_, place);
  return count(cells_[i * (place_cuts_.size() - 1) + j], line - line_cuts_[i], place - place_cuts_[j]);
}

std::optional<ElementMap::Totals> ElementMap::totals() const {
  // Cells of one size that are covered alike have the same counts.
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::vector<Cover>>, std::uint64_t> alike;
  for (std::size_t i = 0, cell = 0; i + 1 < line_cuts_.size(); ++i)
    for (std::size_t j = 0; j + 1 < place_cuts_.size(); ++j, ++cell)
      ++alike[{line_cuts_[i + 1] - line_cuts_[i], place_cuts_[j + 1] - place_cuts_[j], cells_[cell]}];
  Totals totals;
  std::uint64_t left = kMostMoves;
  for (const auto& [cell, cells] : alike) {
    const auto& [lines, places, covers] = cell;
    const std::uint64_t elements = std::uint64_t{lines} * places;
    if (covers.empty()) {
      totals.lanes.add(0, elements * cells), totals.requests.add(0, elements * cells);
      totals.blocks.add(0, elements * cells);
      continue;
    }
    if (elements > left / covers.size()) return std::nullopt;
    left -= elements * covers.size();
    for (std::uint32_t line = 0; line < lines; ++line)
      for (std::uint32_t place = 0; place < places; ++place) {
        const ElementCount each = count(covers, line, place);
        totals.lanes.add(each.lanes, cells);
        totals.requests.add(each.requests, cells);
        totals.blocks.add(each.blocks, cells);
      }
  }
  return totals;
}

}  // namespace gemmscope::analysis
