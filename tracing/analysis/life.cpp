// SPDX-License-Identifier: MIT
#include "tracing/analysis/life.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace gemmscope::analysis {
namespace {

std::size_t first_at(const Life& life, std::size_t use) {
  const auto same = std::ranges::lower_bound(life.uses, life.uses[use].when, {}, &Use::when);
  return static_cast<std::size_t>(same - life.uses.begin());
}

}  // namespace

Tally Life::of(UseKind kind) const {
  Tally tally;
  for (const Use& use : uses) {
    if (use.kind != kind) continue;
    ++tally.requests;
    tally.lanes += static_cast<std::uint64_t>(std::popcount(use.lanes));
    tally.products += use.products;
  }
  return tally;
}

std::optional<std::size_t> use_at(const Life& life, const When& when) {
  const auto first = std::ranges::lower_bound(life.uses, when, {}, &Use::when);
  if (first == life.uses.end() || first->when != when) return std::nullopt;
  return static_cast<std::size_t>(first - life.uses.begin());
}

std::optional<std::size_t> next_use(const Life& life, const When& when) {
  const auto next = std::ranges::upper_bound(life.uses, when, {}, &Use::when);
  if (next == life.uses.end()) return std::nullopt;
  return static_cast<std::size_t>(next - life.uses.begin());
}

std::optional<std::size_t> previous_use(const Life& life, const When& when) {
  const auto past = std::ranges::lower_bound(life.uses, when, {}, &Use::when);
  if (past == life.uses.begin()) return std::nullopt;
  return first_at(life, static_cast<std::size_t>(past - life.uses.begin()) - 1);
}

std::vector<Rect> rects_of(std::vector<Element> elements) {
  const auto place = [](const Element& e) { return std::tuple(e.row, e.column); };
  std::ranges::sort(elements, {}, place);
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  std::vector<Rect> runs;
  for (const Element& e : elements) {
    const bool goes_on =
        !runs.empty() && runs.back().row == e.row && runs.back().column + runs.back().columns == e.column;
    if (goes_on)
      ++runs.back().columns;
    else
      runs.push_back({e.row, e.column, 1, 1});
  }
  std::ranges::sort(runs, {}, [](const Rect& r) { return std::tuple(r.column, r.columns, r.row); });
  std::vector<Rect> rects;
  for (const Rect& run : runs) {
    const bool goes_on = !rects.empty() && rects.back().column == run.column && rects.back().columns == run.columns &&
                         rects.back().row + rects.back().rows == run.row;
    if (goes_on)
      ++rects.back().rows;
    else
      rects.push_back(run);
  }
  std::ranges::sort(rects, {}, [](const Rect& r) { return std::tuple(r.row, r.column); });
  return rects;
}

std::uint64_t elements_in(const std::vector<Rect>& rects) {
  std::uint64_t n = 0;
  for (const Rect& rect : rects) n += std::uint64_t{rect.rows} * rect.columns;
  return n;
}

}  // namespace gemmscope::analysis
