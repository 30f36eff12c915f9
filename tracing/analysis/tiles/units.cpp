// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/units.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "tracing/analysis/tiles/room.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

constexpr std::size_t kMostUnits = 64;    ///< that are compared
constexpr std::size_t kMostPitches = 24;  ///< that are tried

/// How many elements a row may have: scalar parameters, rows of arrays that are given, and M, N, K of any three
/// arrays, since they have M K, K N and M N elements.
std::set<std::uint32_t> pitches_of(const Recording& recording, std::uint16_t tensors) {
  std::set<std::uint32_t> all;
  for (std::uint16_t t = 0; t < tensors; ++t)
    if (recording.tensors[t].layout.rows > 1) all.insert(recording.tensors[t].layout.pitch);
  for (const std::uint32_t value : scalar_arguments(recording)) all.insert(value);
  for (std::uint16_t a = 0; a < tensors; ++a)
    for (std::uint16_t b = 0; b < tensors; ++b)
      for (std::uint16_t c = 0; c < tensors; ++c) {
        if (a == b || b == c || a == c) continue;
        const double square = double{1} * elements_in(recording.tensors[a]) * elements_in(recording.tensors[c]) /
                              std::max(1u, elements_in(recording.tensors[b]));
        const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(square)));
        if (side > 0 && double{1} * side * side == square) all.insert(side);
      }
  all.erase(0), all.erase(1);
  return all;
}

/// Distances that are seen between runs of elements of one array, and lengths of runs.
void add_steps(const Ranges& elements, std::set<std::uint32_t>& to) {
  std::map<std::uint32_t, std::size_t> times;
  std::uint32_t common = 0;
  for (std::size_t i = 0; i + 1 < elements.size(); ++i) {
    const std::uint32_t step = elements[i + 1].begin - elements[i].begin;
    ++times[step], common = std::gcd(common, step);
  }
  const auto most = std::ranges::max_element(times, {}, [](const auto& each) { return each.second; });
  if (most != times.end()) to.insert(most->first);
  to.insert(common);
  if (!elements.empty()) to.insert(elements.front().size());
}

/// What single lanes show of rows: where all rows of an array are used, its elements are one run for the block. Lengths
/// of a lane's runs, distances between them, and what is common to the distances from lane to lane.
std::set<std::uint32_t> steps_of_lanes(const std::vector<Unit>& lanes, std::uint16_t tensors) {
  std::set<std::uint32_t> all;
  for (std::uint16_t t = 0; t < tensors; ++t) {
    std::uint32_t common = 0;
    for (const Unit& lane : lanes) {
      if (lane[t].consumed.empty() || lanes.front()[t].consumed.empty()) continue;
      const std::uint32_t one = lane[t].consumed.front().begin, other = lanes.front()[t].consumed.front().begin;
      common = std::gcd(common, std::max(one, other) - std::min(one, other));
    }
    all.insert(common);
    if (!lanes.empty()) add_steps(lanes.front()[t].consumed, all);
  }
  return all;
}

}  // namespace

std::vector<Unit> units_of(const Consumption& all, std::size_t lanes) {
  std::vector<std::pair<std::size_t, std::size_t>> spans;  // of lanes of the block
  const bool whole = lanes == kWholeBlock;
  if (whole) lanes = format::kLanes;
  for (std::size_t first = 0; first < std::size_t{all.warps} * format::kLanes; first += lanes) {
    if (!all.looked_at[first / format::kLanes]) continue;
    if (whole && !spans.empty())
      spans.back().second = first + lanes;
    else
      spans.emplace_back(first, first + lanes);
  }
  const auto stores = [&](std::size_t lane) {
    const auto from = all.lanes.begin() + static_cast<std::ptrdiff_t>(lane * all.tensors);
    return std::any_of(from, from + all.tensors, [](const LaneElements& of) { return !of.stored.empty(); });
  };
  std::erase_if(spans, [&](const auto& span) {
    for (std::size_t lane = span.first; lane < span.second; ++lane)
      if (stores(lane)) return false;
    return true;
  });
  std::vector<Unit> units;
  for (std::size_t i = 0; i < std::min(spans.size(), kMostUnits); ++i) {
    const auto [begin, end] = spans.size() <= kMostUnits ? spans[i] : spans[i * (spans.size() - 1) / (kMostUnits - 1)];
    Unit& unit = units.emplace_back(all.tensors);
    for (std::size_t lane = begin; lane < end; ++lane)
      for (std::uint16_t t = 0; t < all.tensors; ++t) {
        const LaneElements& from = all.lanes[lane * all.tensors + t];
        if (lane == begin || from.consumed != all.lanes[(lane - 1) * all.tensors + t].consumed)
          unit[t].consumed.insert(unit[t].consumed.end(), from.consumed.begin(), from.consumed.end());
        unit[t].stored.insert(unit[t].stored.end(), from.stored.begin(), from.stored.end());
      }
    for (LaneElements& of : unit) of = {joined(std::move(of.consumed)), joined(std::move(of.stored))};
  }
  return units;
}

double units_per_element(const std::vector<Unit>& units, std::uint16_t tensor) {
  std::vector<format::Range> all;
  std::uint64_t stored = 0;
  for (const Unit& unit : units) {
    all.insert(all.end(), unit[tensor].stored.begin(), unit[tensor].stored.end());
    stored += numbers_in(unit[tensor].stored);
  }
  return all.empty() ? 0 : static_cast<double>(stored) / numbers_in(joined(std::move(all)));
}

std::uint32_t elements_in(const format::Tensor& tensor) { return static_cast<std::uint32_t>(tensor.layout.extent()); }

std::vector<std::vector<std::uint32_t>> pitches_of_each(const Recording& recording, const Consumption& consumption,
                                                        GivenRows given) {
  const std::set<std::uint32_t> all = pitches_of(recording, consumption.tensors),
                                of_lanes = steps_of_lanes(units_of(consumption, 1), consumption.tensors);
  const std::vector<Unit> block = units_of(consumption, kWholeBlock);
  std::vector<std::vector<std::uint32_t>> of(consumption.tensors);
  for (std::uint16_t t = 0; t < consumption.tensors; ++t) {
    const format::Tensor& tensor = recording.tensors[t];
    if (tensor.layout.rows > 1) of[t] = {tensor.layout.pitch};
    if (tensor.layout.rows > 1 && given == GivenRows::kTaken) continue;
    std::set<std::uint32_t> possible = all;
    if (!block.empty()) add_steps(block[0][t].consumed, possible), add_steps(block[0][t].stored, possible);
    const auto add = [&](const std::set<std::uint32_t>& from) {
      for (auto pitch = from.rbegin(); pitch != from.rend() && of[t].size() < kMostPitches; ++pitch)
        if (*pitch > 1 && *pitch <= elements_in(tensor) && std::ranges::count(of[t], *pitch) == 0)
          of[t].push_back(*pitch);
    };
    add(possible), add(of_lanes);  // of two that would do, as well, one of the first
  }
  return of;
}

}  // namespace gemmscope::analysis
