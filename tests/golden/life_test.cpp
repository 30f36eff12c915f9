// SPDX-License-Identifier: MIT
// The life of an element, against one that writes down what every register and cell holds, for every kernel.
#include <gtest/gtest.h>

#include "tests/golden/life_naive.h"
#include "tests/sweep.h"
#include "tracing/analysis/life_of.h"
#include "tracing/record/configurations.h"
#include "tracing/record/plan.h"
#include "tracing/simt/emulator.h"

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
using format::Range;
using record::RecordRequest;

format::Recording recorded(const RecordRequest& request) {
  auto recording = simt::record(request);
  EXPECT_TRUE(recording) << recording.error().message;
  return recording ? std::move(*recording) : format::Recording{};
}

/// Two by two blocks of three k-tiles; `beyond`: so much more along M, N and K.
RecordRequest sized(RecordRequest request, std::uint32_t beyond) {
  const kernels::BlockGeometry g = record::variant_of(request)->geometry();
  request.M = 2 * static_cast<std::uint32_t>(g.BM) + beyond;
  request.N = 2 * static_cast<std::uint32_t>(g.BN) + beyond;
  request.K = 3 * static_cast<std::uint32_t>(g.BK) + beyond;
  return request;
}

RecordRequest request_of(const std::string& kernel) {
  RecordRequest request;
  request.kernel = kernel;
  return request;
}

Element element(const format::Recording& r, const char* matrix, std::uint32_t row, std::uint32_t column) {
  return {analysis::tensor_named(r, matrix).value(), row, column};
}

Life life(const format::Recording& r, std::uint32_t block, const analysis::Followed& what) {
  return analysis::life_of(r, block, what).value();
}

std::string text(const Tally& t) {
  return std::to_string(t.requests) + " requests, " + std::to_string(t.lanes) + " lanes, " +
         std::to_string(t.products) + " products";
}

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
    expect_steps(life(r, block, e));
  }
}

class LifeOf : public ::testing::TestWithParam<const kernels::KernelInfo*> {};

TEST_P(LifeOf, WholeTilesIsAsWrittenDown) {
  const format::Recording r = recorded(sized(request_of(std::string(GetParam()->name)), 0));
  expect_as_written_down(r, 1, 12);
}

TEST_P(LifeOf, EdgesAndAReadCAreAsWrittenDown) {
  RecordRequest edges = sized(request_of(std::string(GetParam()->name)), 4);
  edges.alpha = 2, edges.beta = 3;
  if (!record::size_is_possible(edges)) edges = sized(edges, 0);
  const format::Recording r = recorded(edges);
  expect_as_written_down(r, static_cast<std::uint32_t>(r.blocks.size() - 1), 12);
}

std::vector<const kernels::KernelInfo*> correct_kernels() {
  std::vector<const kernels::KernelInfo*> kernels;
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    if (kernel.mistake == nullptr) kernels.push_back(&kernel);
  return kernels;
}
std::string name_of_case(const ::testing::TestParamInfo<const kernels::KernelInfo*>& kernel) {
  return std::string(kernel.param->name);
}
INSTANTIATE_TEST_SUITE_P(Kernels, LifeOf, ::testing::ValuesIn(correct_kernels()), name_of_case);

/// Padding, swizzles, other tiles and other ways to store C change where it goes, and nothing may be lost on the way.
TEST(LifeOfLayouts, IsAsWrittenDownInEveryPresetAndLayout) {
  for (const kernels::KernelInfo* kernel : correct_kernels())
    for (const record::Configuration& configuration : swept(record::configurations_of(*kernel))) {
      SCOPED_TRACE(std::string(kernel->name) + " " + configuration.text());
      RecordRequest request = record::request_of(*kernel, configuration);
      const kernels::BlockGeometry g = record::variant_of(request)->geometry();
      request.M = static_cast<std::uint32_t>(g.BM), request.N = static_cast<std::uint32_t>(g.BN);
      request.K = 2 * static_cast<std::uint32_t>(g.BK);
      expect_as_written_down(recorded(request), 0, 2);
    }
}

struct Expected {
  UseKind kind;
  std::uint32_t warp, request, lanes;
  std::vector<Rect> of_C = {};
  std::uint32_t products = 0;
};

void expect_uses(const Life& life, const std::vector<Expected>& expected) {
  ASSERT_EQ(life.uses.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE("use " + std::to_string(i));
    const Use& use = life.uses[i];
    EXPECT_EQ(use.kind, expected[i].kind);
    EXPECT_EQ(use.when.warp, expected[i].warp);
    EXPECT_EQ(use.when.request, expected[i].request);
    EXPECT_EQ(use.lanes, expected[i].lanes);
    EXPECT_EQ(use.of_C, expected[i].of_C);
    EXPECT_EQ(use.products, expected[i].products);
  }
}

/// 128 x 128 x 16, warp tiles 64 x 64, WNITER 4, thread tiles 8 x 4. A k-tile takes a warp 28 requests to copy and 6
/// for each of 16 steps; a thread tile of C takes 8.
RecordRequest k10() {
  RecordRequest request = request_of("warp_tile");
  request.preset = "k10_a6000";
  request.M = 128, request.N = 256, request.K = 32;
  return request;
}

/// A[3][21] in block 0,1: thread 3 * 4 + 1 copies columns 20 .. 23 of row 3, the second of its stores is of column 21.
/// Rows 0 .. 7 are those of lanes 0 .. 3 of warps 0 and 1, which multiply it with 16 columns each.
TEST(LifeKnown, WarpTileBringsAnElementOfATo128Sums) {
  const format::Recording r = recorded(k10());
  const Life followed = life(r, 1, element(r, "A", 3, 21));
  EXPECT_EQ(followed.k_tile, 1u);
  EXPECT_EQ(followed.cell->row, 5u);
  EXPECT_EQ(followed.cell->column, 3u);
  EXPECT_EQ(followed.cell->byte, 4 * (5 * 128 + 3u));
  const std::uint32_t tile = 28 + 16 * 6, step = tile + 28 + 5 * 6, end = 2 * tile, four = 0xf;
  const std::vector<Rect> left{{3, 128, 1, 64}}, right{{3, 192, 1, 64}};
  const auto sixteen = [](std::uint32_t subtile) { return std::vector<Rect>{{3, 128 + 16 * subtile, 1, 16}}; };
  expect_uses(followed, {{UseKind::kGlobalLoad, 0, tile, 1u << 13},
                         {UseKind::kSharedStore, 0, tile + 2, 1u << 13},
                         {UseKind::kSharedLoad, 0, step, four},
                         {UseKind::kMultiplyAdd, 0, step + 5, four, left, 64},
                         {UseKind::kSharedLoad, 1, step, four},
                         {UseKind::kMultiplyAdd, 1, step + 5, four, right, 64},
                         {UseKind::kGlobalStore, 0, end + 3, four, sixteen(0)},
                         {UseKind::kGlobalStore, 0, end + 11, four, sixteen(1)},
                         {UseKind::kGlobalStore, 0, end + 19, four, sixteen(2)},
                         {UseKind::kGlobalStore, 0, end + 27, four, sixteen(3)},
                         {UseKind::kGlobalStore, 1, end + 3, four, sixteen(4)},
                         {UseKind::kGlobalStore, 1, end + 11, four, sixteen(5)},
                         {UseKind::kGlobalStore, 1, end + 19, four, sixteen(6)},
                         {UseKind::kGlobalStore, 1, end + 27, four, sixteen(7)}});
  EXPECT_EQ(followed.uses[3].k, 21u);
  EXPECT_EQ(followed.ends, (std::vector<Rect>{{3, 128, 1, 128}}));
  EXPECT_EQ(followed.blocks, 2u);
  EXPECT_EQ(followed.all_blocks, 2u);
}

/// The same by way of the cell it lies in, and of the register that it is loaded into first.
TEST(LifeKnown, ACellAndARegisterLeadToTheirElement) {
  const format::Recording r = recorded(k10());
  const Life whole = life(r, 1, element(r, "A", 3, 21));
  const Element cell = element(r, "As", 5, 3);
  const std::uint32_t load = 28 + 16 * 6;
  for (const analysis::Followed& what :
       {analysis::Followed{TileCell{cell, 1}},
        analysis::Followed{Register{.warp = 0, .request = load, .lane = 13, .part = 1}}}) {
    const Life same = life(r, 1, what);
    EXPECT_EQ(same.element, whole.element);
    EXPECT_EQ(same.sums, whole.sums);
    EXPECT_EQ(same.uses.size(), whole.uses.size());
  }
  EXPECT_EQ(life(r, 1, TileCell{cell, 0}).element, element(r, "A", 3, 5));
}

/// Lane 2 of warp 1 reads rows 0 .. 3 by the first request of a step; its columns are 8 .. 11 of each subtile.
TEST(LifeKnown, ARegisterOfALaneIsMultipliedByThatLaneAlone) {
  const format::Recording r = recorded(k10());
  const std::uint32_t step = 28 + 5 * 6, end = 2 * (28 + 16 * 6), lane = 1u << 2;
  const Life followed = life(r, 1, Register{.warp = 1, .request = step, .lane = 2, .part = 3});
  EXPECT_EQ(followed.element, element(r, "A", 3, 5));
  const auto four = [](std::uint32_t subtile) { return Rect{3, 192 + 16 * subtile + 8, 1, 4}; };
  expect_uses(followed, {{UseKind::kGlobalLoad, 0, 0, 1u << 13},
                         {UseKind::kSharedStore, 0, 2, 1u << 13},
                         {UseKind::kSharedLoad, 1, step, lane},
                         {UseKind::kMultiplyAdd, 1, step + 5, lane, {four(0), four(1), four(2), four(3)}, 16},
                         {UseKind::kGlobalStore, 1, end + 3, lane, {four(0)}},
                         {UseKind::kGlobalStore, 1, end + 11, lane, {four(1)}},
                         {UseKind::kGlobalStore, 1, end + 19, lane, {four(2)}},
                         {UseKind::kGlobalStore, 1, end + 27, lane, {four(3)}}});
}

/// sgemm64 loads a k-tile ahead and stages C. C[3][6]: of thread row 0 and, as column 2 of its four, thread column 1,
/// which is lane 1 of warp 0. In round 2 that lane stores it to row 1 of Cs, which lane 3 takes to C. A round takes 2
/// stores, 8 loads and 8 stores to C.
TEST(LifeKnown, ASumOfSgemm64ChangesLanesOnItsWayToC) {
  RecordRequest request = request_of("sgemm64");
  request.M = 128, request.N = 64, request.K = 24;
  const format::Recording r = recorded(request);
  const Life followed = life(r, 0, element(r, "C", 3, 6));
  EXPECT_EQ(text(followed.of(UseKind::kMultiplyAdd)), text({.requests = 24, .lanes = 24, .products = 24}));
  const std::vector<Use>& uses = followed.uses;
  ASSERT_EQ(uses.size(), 24u + 3);
  std::set<std::uint32_t> ks;
  for (std::size_t i = 0; i < 24; ++i) {
    EXPECT_EQ(uses[i].lanes, 1u << 1);
    ks.insert(uses[i].k);
  }
  EXPECT_EQ(ks.size(), 24u);
  EXPECT_EQ(*ks.rbegin(), 23u);
  // Three k-tiles: 4 loads and 4 stores for each, 4 reads for each of 24 steps.
  const std::uint32_t round = 3 * 8 + 24 * 4 + 2 * 18;
  const std::vector<Rect> it{{3, 6, 1, 1}};
  Life tail;
  tail.uses = {uses.end() - 3, uses.end()};
  expect_uses(tail, {{UseKind::kStagedStore, 0, round, 1u << 1, it},
                     {UseKind::kStagedLoad, 0, round + 2 + 4, 1u << 3, it},
                     {UseKind::kGlobalStore, 0, round + 2 + 5, 1u << 3, it}});
  EXPECT_EQ(tail.uses[0].cell->row, 1u);
  EXPECT_EQ(tail.uses[1].cell, tail.uses[0].cell);
  EXPECT_EQ(life(r, 0, Register{.warp = 0, .request = round + 2 + 4, .lane = 3, .part = 0}).element,
            element(r, "C", 3, 6));
}

TEST(LifeKnown, ValuesOfTheOtherBufferAreNotMixedUp) {
  RecordRequest request = request_of("sgemm64");
  request.M = 64, request.N = 64, request.K = 40;
  const format::Recording r = recorded(request);
  const Life first = life(r, 0, element(r, "B", 5, 7)), second = life(r, 0, element(r, "B", 13, 7)),
             third = life(r, 0, element(r, "B", 21, 7));
  EXPECT_NE(first.cell->byte, second.cell->byte);
  EXPECT_EQ(first.cell->byte, third.cell->byte);
  EXPECT_LT(first.uses[2].when, third.uses[2].when);
  for (const Life* each : {&first, &second, &third})
    EXPECT_EQ(text(each->of(UseKind::kSharedLoad)), text({.requests = 1, .lanes = 8}));
}

/// What is not recorded is not there, and the reason is.
TEST(LifeMissing, NothingIsInvented) {
  RecordRequest part = k10();
  part.k_tiles = Range{1, 2};
  format::Recording r = recorded(part);
  Life followed = life(r, 0, element(r, "A", 3, 5));
  EXPECT_TRUE(followed.uses.empty());
  EXPECT_EQ(followed.absent, std::vector{Absent::kKTile});
  followed = life(r, 0, element(r, "C", 3, 5));
  EXPECT_EQ(followed.of(UseKind::kMultiplyAdd).products, 16u);
  EXPECT_EQ(followed.absent, std::vector{Absent::kKTile});
  EXPECT_EQ(life(r, 0, element(r, "A", 3, 21)).absent, std::vector<Absent>{});

  part.k_tiles.reset(), part.epilogue = false;
  r = recorded(part);
  followed = life(r, 0, element(r, "A", 3, 5));
  EXPECT_EQ(followed.absent, std::vector{Absent::kWriteBack});
  EXPECT_EQ(analysis::elements_in(followed.sums), 128u);
  EXPECT_TRUE(followed.ends.empty());

  part.epilogue = true, part.warps = Range{1, 4};
  r = recorded(part);
  EXPECT_EQ(life(r, 0, element(r, "A", 3, 5)).absent, (std::vector{Absent::kWarps, Absent::kNotLoaded}));

  part.warps.reset();
  r = recorded(part);
  EXPECT_EQ(life(r, 0, element(r, "C", 3, 130)).absent, std::vector{Absent::kOtherBlock});
  EXPECT_EQ(analysis::block_of(r, element(r, "C", 3, 130)), 1u);
  EXPECT_EQ(life(r, 0, Register{.warp = 0, .request = 2, .lane = 0, .part = 0}).absent, std::vector{Absent::kNotALoad});
  EXPECT_EQ(life(r, 0, Register{.warp = 0, .request = 0, .lane = 0, .part = 4}).absent, std::vector{Absent::kNotALoad});
  EXPECT_EQ(life(r, 0, Register{.warp = 4, .request = 0, .lane = 0, .part = 0}).absent, std::vector{Absent::kNotALoad});
  format::Recording lost = r;
  lost.dropped = 1;
  EXPECT_EQ(life(lost, 0, element(lost, "C", 3, 5)).absent, std::vector{Absent::kDropped});
}

TEST(LifeMissing, APlaceWithoutAnElementSaysSo) {
  RecordRequest padded = k10();
  padded.overrides = {{"PA", "4"}};
  padded.M = 100;
  format::Recording r = recorded(padded);
  EXPECT_EQ(life(r, 0, TileCell{element(r, "As", 5, 130), 0}).absent, std::vector{Absent::kNoElement});  // padding
  EXPECT_EQ(life(r, 0, TileCell{element(r, "As", 5, 100), 0}).absent, std::vector{Absent::kNoElement});  // a zero
  EXPECT_EQ(life(r, 0, TileCell{element(r, "As", 5, 99), 0}).element, element(r, "A", 99, 5));
  for (const TileCell& nowhere : {TileCell{element(r, "As", 16, 3), 0}, TileCell{element(r, "As", 5, 3), 2}})
    EXPECT_EQ(life(r, 0, nowhere).absent, std::vector{Absent::kNoElement});  // of 16 rows and two k-tiles
  r = recorded(request_of("sgemm64"));
  EXPECT_EQ(life(r, 0, TileCell{element(r, "Cs", 1, 3), 0}).absent, std::vector{Absent::kStagedC});
}

/// The block's tile of C goes on there, and so does the memory of a column-major C.
TEST(LifeMissing, BeyondTheMatrixThereIsNoElement) {
  RecordRequest request = request_of("sgemm64");
  request.M = 130, request.N = 36, request.K = 16;
  const format::Recording r = recorded(request);
  for (const Element& beyond : {element(r, "C", 3, 36), element(r, "C", 130, 3), element(r, "A", 130, 3),
                                element(r, "A", 3, 16), element(r, "B", 16, 3), element(r, "B", 3, 36)}) {
    const Life followed = life(r, analysis::block_of(r, beyond).value(), beyond);
    EXPECT_EQ(followed.element, std::nullopt);
    EXPECT_EQ(followed.absent, std::vector{Absent::kNoElement});
    EXPECT_TRUE(followed.uses.empty());
  }
  EXPECT_EQ(life(r, 0, element(r, "C", 3, 35)).of(UseKind::kMultiplyAdd).products, 16u);
}

/// Broken kernels: a life ends where the recording no longer proves it.
TEST(LifeMissing, BrokenKernelsDoNotPassForCorrectOnes) {
  const auto broken = [](const char* kernel, const char* matrix) {
    const format::Recording r = recorded(request_of(kernel));
    return life(r, 0, element(r, matrix, 35, 5)).absent;
  };
  EXPECT_EQ(broken("warp_tile_no_barrier_after", "A"), std::vector{Absent::kOtherValue});
  EXPECT_EQ(broken("vectorized_one_pass", "A"), (std::vector{Absent::kNotLoaded, Absent::kOtherValue}));
  EXPECT_EQ(broken("warp_tile_no_warp_origin", "C"), std::vector{Absent::kOtherLane});
  EXPECT_EQ(broken("half_padded_misaligned", "A"), (std::vector{Absent::kMisaligned, Absent::kNotRead}));
  EXPECT_EQ(broken("half_padded_misaligned", "C"), std::vector{Absent::kNotMultiplied});
}

TEST(LifeProgress, IsToldAndStops) {
  RecordRequest request = request_of("naive");
  request.M = request.N = 32, request.K = 2000;
  const format::Recording r = recorded(request);
  std::uint64_t calls = 0, last = 0;
  const auto tell = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_LE(done, total);
    EXPECT_GE(done, last);
    last = done;
    return ++calls < 1000;
  };
  EXPECT_TRUE(analysis::life_of(r, 0, element(r, "A", 3, 5), tell));
  EXPECT_GT(calls, 0u);
  EXPECT_FALSE(analysis::life_of(r, 0, element(r, "A", 3, 5), [](std::uint64_t, std::uint64_t) { return false; }));
}

}  // namespace
}  // namespace gemmscope::testing
