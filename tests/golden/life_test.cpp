// SPDX-License-Identifier: MIT
// The life of an element, against one that writes down what every register and cell holds, for every step.
#include <bit>

#include "tests/golden/life_cases.h"
#include "tests/golden/life_naive.h"

namespace gemmscope::testing {
namespace {

using analysis::Absent;
using analysis::Element;
using analysis::Life;
using analysis::Rect;
using analysis::Register;
using analysis::Tally;
using analysis::TileCell;
using analysis::Use;
using analysis::UseKind;
using analysis::When;

std::set<Name> names_in(const std::vector<Rect>& rects, std::uint16_t C) {
  std::set<Name> names;
  for (const Rect& rect : rects)
    for (std::uint32_t row = rect.row; row < rect.row + rect.rows; ++row)
      for (std::uint32_t column = rect.column; column < rect.column + rect.columns; ++column)
        EXPECT_TRUE(names.insert({C, row, column}).second) << "twice";
  return names;
}

void expect_as_written_down(const format::Recording& r, std::uint32_t block, const NaiveLives& all, const Element& e) {
  SCOPED_TRACE(r.tensors[e.tensor].name + " " + std::to_string(e.row) + ", " + std::to_string(e.column));
  const Life followed = life(r, block, e);
  const std::uint16_t C = analysis::tensor_named(r, "C").value();
  ASSERT_TRUE(all.of.contains(name_of(e)));
  const NaiveLife& naive = all.of.at(name_of(e));
  for (const UseKind kind : {UseKind::kGlobalLoad, UseKind::kSharedStore, UseKind::kSharedLoad, UseKind::kMultiplyAdd})
    EXPECT_EQ(text(followed.of(kind)), text(naive.tallies[static_cast<std::size_t>(kind)])) << static_cast<int>(kind);
  EXPECT_EQ(names_in(followed.sums, C), naive.sums);
  Tally stores;
  std::set<Name> ends;
  for (const auto& request : all.stores) {
    const std::uint64_t before = stores.lanes;
    for (const auto& [lane, names] : request) {
      const auto mine =
          std::count_if(names.begin(), names.end(), [&](const Name& c) { return naive.sums.contains(c); });
      for (const Name& c : names)
        if (naive.sums.contains(c)) ends.insert(c);
      stores.lanes += mine != 0;
    }
    stores.requests += stores.lanes != before;
  }
  EXPECT_EQ(text(followed.of(UseKind::kGlobalStore)), text(stores));
  EXPECT_EQ(names_in(followed.ends, C), ends);
  EXPECT_EQ(followed.absent, std::vector<Absent>{});
}

void expect_same(const Life& named, const Life& followed) {
  EXPECT_EQ(named.element, followed.element);
  EXPECT_EQ(named.sums, followed.sums);
  EXPECT_EQ(named.ends, followed.ends);
  for (int kind = 0; kind < analysis::kUseKinds; ++kind)
    EXPECT_EQ(text(named.of(static_cast<UseKind>(kind))), text(followed.of(static_cast<UseKind>(kind)))) << kind;
}

/// The register that a lane loads the element into by the first of its uses.
Register first_register(const format::Recording& r, const Life& followed) {
  const Use& use = followed.uses.at(0);
  const auto at = format::locate(r, followed.block, use.when.warp, use.when.request);
  const auto& segment = r.patterns[r.blocks[followed.block].pattern].segments[at.segment];
  const auto lane = static_cast<std::uint8_t>(std::countr_zero(use.lanes));
  const std::uint32_t first = format::decode(r, followed.block, segment, at.row).address[lane];
  const std::uint32_t bytes = r.tensors[followed.element->tensor].element_bytes;
  return {.warp = use.when.warp,
          .request = use.when.request,
          .lane = lane,
          .part = static_cast<std::uint8_t>((analysis::byte_of(r, *followed.element) - first) / bytes)};
}

/// What lies in its cell in its k-tile, and what the lane loads that brings it there, is the same element.
void expect_the_same_by_its_places(const format::Recording& r, const Life& followed) {
  SCOPED_TRACE(r.tensors[followed.element->tensor].name + " by its cell and register");
  if (!followed.cell) return;
  const Element cell{followed.cell->tensor, followed.cell->row, followed.cell->column};
  expect_same(life(r, followed.block, TileCell{cell, *followed.k_tile}), followed);
  if (followed.of(UseKind::kGlobalLoad).lanes == 1)  // else it is only one of several copies
    expect_same(life(r, followed.block, first_register(r, followed)), followed);
}

/// Everything in its order, and the steps of the keys visit each request with a use once, forward and back.
void expect_steps(const Life& followed) {
  std::vector<When> forward, backward;
  for (const Use& use : followed.uses)
    if (forward.empty() || forward.back() != use.when) forward.push_back(use.when);
  ASSERT_TRUE(std::is_sorted(forward.begin(), forward.end()));
  std::size_t n = 0;
  std::optional<std::size_t> use = 0;
  for (; use; use = analysis::next_use(followed, followed.uses[*use].when), ++n)
    ASSERT_EQ(followed.uses[*use].when, forward[n]);
  EXPECT_EQ(n, forward.size());
  for (use = analysis::previous_use(followed, {0xffffffff, 0, 0}); use;
       use = analysis::previous_use(followed, followed.uses[*use].when))
    backward.insert(backward.begin(), followed.uses[*use].when);
  EXPECT_EQ(backward, forward);
}

/// Some elements of each matrix that the block works on, no two in one row or column.
std::vector<Element> sample(const format::Recording& r, std::uint32_t block, std::uint32_t count) {
  std::vector<Element> elements;
  const auto add = [&](const char* matrix, const Rect& part) {
    const std::uint32_t rows = std::min(part.rows, (matrix[0] == 'B' ? r.K : r.M) - part.row);
    const std::uint32_t columns = std::min(part.columns, (matrix[0] == 'A' ? r.K : r.N) - part.column);
    for (std::uint32_t i = 0; i < count; ++i)
      elements.push_back(element(r, matrix, part.row + (3 + 37 * i) % rows, part.column + (5 + 11 * i) % columns));
  };
  for (std::uint32_t k_tile = 0; k_tile < r.k_tiles; k_tile += 2) {
    const auto tiles = analysis::block_tiles(r, r.blocks[block], k_tile).value();
    add("A", tiles.A), add("B", tiles.B);
    if (k_tile == 0) add("C", tiles.C);
  }
  return elements;
}

void expect_as_written_down(const format::Recording& r, std::uint32_t block, std::uint32_t count) {
  const std::vector<Element> elements = sample(r, block, count);
  const NaiveLives all = naive_lives(r, block, elements);
  for (const Element& e : elements) {
    expect_as_written_down(r, block, all, e);
    const Life followed = life(r, block, e);
    expect_steps(followed);
    expect_the_same_by_its_places(r, followed);
  }
}

class LifeOf : public ::testing::TestWithParam<std::string> {};

TEST_P(LifeOf, WholeTilesIsAsWrittenDown) {
  expect_as_written_down(described({GetParam()}, tiles({GetParam()}, 2, 2, 3)), 1, 6);
}

TEST_P(LifeOf, EdgesAndAReadCAreAsWrittenDown) {
  const bool has_edges = std::ranges::count(steps_with_edges(), GetParam()) != 0;
  Product product = tiles({GetParam()}, 2, 2, 3, has_edges ? 4 : 0);
  product.alpha = 2, product.beta = 3;
  const format::Recording r = described({GetParam()}, product);
  expect_as_written_down(r, static_cast<std::uint32_t>(r.blocks.size() - 1), 6);
}

INSTANTIATE_TEST_SUITE_P(Steps, LifeOf, ::testing::ValuesIn(swept(all_steps())), name_of_step);

/// Padding, other tiles and narrower accesses change where it goes, and nothing may be lost on the way.
class LifeOfLayouts : public ::testing::TestWithParam<Step> {};

TEST_P(LifeOfLayouts, IsAsWrittenDown) {
  expect_as_written_down(described(GetParam(), tiles(GetParam(), 1, 1, 2)), 0, 4);
}

INSTANTIATE_TEST_SUITE_P(Settings, LifeOfLayouts, ::testing::ValuesIn(settings()), name_of_setting);

}  // namespace
}  // namespace gemmscope::testing
