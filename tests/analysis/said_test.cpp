// SPDX-License-Identifier: MIT
// What comments of the source say of tiles: read, checked, and drawn where nothing is found. The recording is of the
// third launch of tests/programs/tile_kinds.cu, into whose text comments are put.
#include "tracing/analysis/tiles/said.h"

#include <gtest/gtest.h>

#include "tracing/analysis/check.h"
#include "tracing/analysis/life_of.h"
#include "tracing/analysis/tiles/described.h"
#include "tracing/analysis/tiles/otherwise.h"
#include "tracing/analysis/tiles/unread.h"
#include "tracing/format/file.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

constexpr std::uint32_t kLine = 33;  ///< of the declaration of As and Bs

Recording with(const std::string& comment) {
  auto recording = format::read_file("tests/data/recorded/product.gst");
  EXPECT_TRUE(recording);
  const std::size_t at = recording->source.text.find("Bs[Bs_::size];");
  EXPECT_NE(at, std::string::npos);
  recording->source.text.insert(at + 14, "  // gemmscope: " + comment);
  return std::move(*recording);
}

std::string left_out(const std::string& comment) {
  const Said said = said_in(with(comment));
  return said.left_out.empty() ? "" : said.left_out.front().text;
}

/// What the finding says is done instead; empty: there is none.
std::string found(const std::string& comment) {
  const CheckResult result = check(with(comment));
  std::string text;
  for (const Finding& f : result.findings) {
    EXPECT_EQ(f.fault, Fault::kNotAsSaid);
    text += (text.empty() ? "" : "; ") + f.said->found;
  }
  return text;
}

TEST(Said, IsReadWithTheKernelsNumbers) {
  const Said said = said_in(with("C = K * A * B, As[BK][BM + 2 * 2] = A^T, block tile BM x 64, k-tile BK"));
  ASSERT_TRUE(said.roles);
  EXPECT_EQ(said.roles->line, kLine);
  EXPECT_EQ(said.roles->text, "C = K * A * B");
  EXPECT_FALSE(said.roles->A.transposed);
  ASSERT_EQ(said.tiles.size(), 1u);
  EXPECT_TRUE(said.tiles[0].transposed);
  EXPECT_EQ(said.tiles[0].rows, 8u);
  EXPECT_EQ(said.tiles[0].columns, 68u);
  EXPECT_EQ(said.tiles[0].buffers, 1u);
  ASSERT_EQ(said.shapes.size(), 2u);
  EXPECT_EQ(said.shapes[0].rows, 64u);
  EXPECT_EQ(said.shapes[1].of, SaidShape::Of::kKTile);
  EXPECT_TRUE(said.left_out.empty());
}

TEST(Said, MayBeWrittenInOtherWays) {
  EXPECT_EQ(said_in(with("C^T = B^T * A^T")).roles->A.tensor, said_in(with("C = A * B")).roles->A.tensor);
  EXPECT_FALSE(said_in(with("C^T = B^T * A^T")).roles->A.transposed);
  const Said said = said_in(with("As[2][BK][BM] = A^T, swizzled, warp tile 0x10x8, thread tile 4 \u00d7 4, C = A*B+C"));
  ASSERT_EQ(said.tiles.size(), 1u);
  EXPECT_EQ(said.tiles[0].buffers, 2u);
  EXPECT_TRUE(said.tiles[0].swizzled);
  ASSERT_EQ(said.shapes.size(), 2u);
  EXPECT_EQ(said.shapes[0].rows, 16u);
  EXPECT_EQ(said.shapes[0].columns, 8u);
  EXPECT_TRUE(said.roles);
}

TEST(Said, IsOnlyOfItsOwnKernel) {
  Recording r = with("C = A * B");
  r.source.text.insert(0, "__global__ void first(int* x) { *x = 0; }  // gemmscope: As[1][2] = B\n");
  EXPECT_EQ(said_in(r).tiles.size(), 0u);
  r.source.text += "// gemmscope: Bs[1][2] = B\n";
  EXPECT_EQ(said_in(r).tiles.size(), 0u);
}

TEST(Said, IsLeftOutWithAReason) {
  EXPECT_EQ(left_out("As[BK][PAD] = A^T"),
            "As[BK][PAD] = A^T: the value of PAD is not known; use numbers, constants, template arguments and scalar "
            "parameters");
  EXPECT_EQ(left_out("As[BK] = A"),
            "As[BK] = A: write rows and columns, and before them how many buffers there are, as in As[8][132] or "
            "As[2][8][132]");
  EXPECT_EQ(left_out("As[BK][BM]"), "As[BK][BM]: say what it holds, as in As[8][132] = A^T");
  EXPECT_EQ(left_out("Ds[8][8] = A"), "Ds[8][8] = A: the kernel accesses no array Ds in shared memory");
  EXPECT_EQ(left_out("As[8][64] = D"), "As[8][64] = D: the kernel accesses no array D in global memory");
  for (const char* words : {"tile 64", "fast", "warp 32 x 8", "ktile 8"}) EXPECT_NE(left_out(words), "") << words;
  EXPECT_EQ(left_out("A[M][K], x[K]"), "");  // shapes of arrays
  EXPECT_EQ(left_out("As[0 * BK][64] = A"), "As[0 * BK][64] = A: 0 * BK is 0, which is no size of a tile");
  EXPECT_EQ(left_out("C = A * D"), "C = A * D: D is no array in global memory that the kernel accesses, and no number");
  EXPECT_EQ(left_out("C = A"), "C = A: write a product of two arrays, as in C = A * B^T");
  EXPECT_EQ(left_out("block tile 64"), "block tile 64: write two numbers, as in block tile 128 x 64");
  EXPECT_EQ(left_out("C = A * B, C = A * B"), "C = A * B: line 33 says already what is multiplied");
  EXPECT_EQ(left_out("A[M][K] is what comes first"), "");
  EXPECT_EQ(left_out("preset small: BM = 64, BN = 64"), "");  // numbers of the text
  EXPECT_EQ(left_out("preset small BM = 64"), "write a preset as in 'preset small: BM = 64, BN = 64'");
}

TEST(Said, IsNoFindingWhereItHolds) {
  EXPECT_EQ(found("C = A * B, As[BK][BM] = A^T, Bs[BK][BN] = B, swizzled"), "");
  EXPECT_EQ(found("block tile BM x BN, warp tile 8x64, thread tile 4x4, k-tile BK"), "");
  EXPECT_EQ(found("As[BK][BM] = A^T"), "");
  EXPECT_EQ(found("C^T = B^T * A^T"), "");
}

TEST(Said, IsAFindingWhereItDoesNotHold) {
  EXPECT_EQ(found("As[BK][BM + 1] = A^T"), "As[0][64] gets A[0][1], where A[64][0] should be");
  EXPECT_EQ(found("As[BM][BK] = A"), "As[8][0] gets A[0][1], where A[8][0] should be");
  EXPECT_EQ(found("As[BK][BM] = B"), "As[0][0] gets an element of A");
  EXPECT_EQ(found("C = A * B^T"), "threads use them as in C = A * B");
  EXPECT_EQ(found("C = B * A"), "threads use them as in C = A * B");
  EXPECT_EQ(found("block tile 64 x 32"), "the tile that was found has 64 x 64 elements");
  EXPECT_EQ(found("k-tile 16"), "threads load 8 k's of each tile");
}

TEST(Said, HasALineAndAnAccess) {
  const CheckResult result = check(with("Bs[BK][BN] = B"));
  ASSERT_EQ(result.findings.size(), 1u);
  const Finding& f = result.findings[0];
  EXPECT_EQ(f.said->said.line, kLine);
  ASSERT_TRUE(f.at);
  EXPECT_GT(f.count, 64u);
}

TEST(Said, RowsOfCAreCompared) {
  EXPECT_EQ(found("C[128][192] = A * B"), "");
  EXPECT_NE(found("C[129][192] = A * B").find("128 of the 129 rows of C"), std::string::npos);
  EXPECT_NE(found("C[100][192] = A * B").find("128 rows of C, not 100"), std::string::npos);
}

TEST(Said, LeavesCUnreadWhereItsFactorIsZero) {
  const auto is_unread = [](const std::string& comment, const std::string& beta) {
    Recording r = with(comment);
    r.parameters.push_back({"beta", beta});
    return leaves_C_unread(r, *said_in(r).roles);
  };
  for (const char* zero : {"0", "0.000000", "-0.000000"}) EXPECT_TRUE(is_unread("C = A * B + beta * C", zero)) << zero;
  EXPECT_TRUE(is_unread("C = beta * C + K * A * B", "0"));
  for (const char* other : {"1", "0.5", ""}) EXPECT_FALSE(is_unread("C = A * B + beta * C", other)) << other;
  EXPECT_FALSE(is_unread("C = beta * A * B + C", "0"));
  EXPECT_FALSE(is_unread("C = beta * A * B", "0"));
}

/// A comment may be wrong, and what is drawn is what the kernel does.
TEST(Said, IsNotDrawnWhereAnotherLayoutIsFound) {
  for (const char* said :
       {"As[BK][BM + 1] = A^T, Bs[BK][BN] = B", "As[BM][BK] = A", "As[2][BK][BM] = A^T", "As[BK][BM] = B"}) {
    Recording r = with(said);
    const auto tiles = tiles_of(r);
    ASSERT_TRUE(tiles);
    EXPECT_EQ(describe(r, *tiles), "");
    const auto As = std::ranges::find(r.tensors, "As", &format::Tensor::name);
    EXPECT_EQ(As->layout.pitch, 64u) << said;
    EXPECT_EQ(As->layout.rows, 8u) << said;
    EXPECT_EQ(As->of, "A") << said;
    EXPECT_TRUE(As->transposed) << said;
    EXPECT_TRUE(std::ranges::find(r.tensors, "Bs", &format::Tensor::name)->layout.rotates) << said;
  }
}

/// As of a copy that follows no rule.
void forget_layout_of_A(Tiles& tiles) {
  const auto As = std::ranges::find(tiles.shared, tiles.product.A.tensor, &SharedTile::matrix);
  ASSERT_NE(As, tiles.shared.end());
  As->rule = SharedTile::Rule::kNone, As->by_row = As->by_column = {};
}

TEST(Said, IsDrawnWhereNoLayoutIsFound) {
  Recording r = with("As[BK][BM + 1] = A^T");
  auto tiles = tiles_of(r);
  ASSERT_TRUE(tiles);
  forget_layout_of_A(*tiles);
  EXPECT_FALSE(has_found_layout(*tiles, tiles->said.tiles[0]));
  EXPECT_EQ(describe(r, *tiles), "");
  const auto As = std::ranges::find(r.tensors, "As", &format::Tensor::name);
  EXPECT_EQ(As->layout.pitch, 65u);
  EXPECT_EQ(As->layout.columns, 64u);
}

/// Both tiles in one array: what was found of B does not tell where A is, nor does a comment on A hide B.
TEST(Said, IsOfItsMatrixWhereTwoShareAnArray) {
  const Recording r = with("As[BK][BM + 1] = A^T");
  auto tiles = tiles_of(r);
  ASSERT_TRUE(tiles);
  SaidTile said = tiles->said.tiles[0];
  for (SharedTile& tile : tiles->shared) tile.shared = said.shared;
  forget_layout_of_A(*tiles);
  EXPECT_FALSE(has_found_layout(*tiles, said));
  said.matrix = tiles->product.B.tensor;
  EXPECT_TRUE(has_found_layout(*tiles, said));
  Recording described = r;
  EXPECT_EQ(describe(described, *tiles), "");
  EXPECT_EQ(std::ranges::count(tiles->shared, tiles->product.B.tensor, &SharedTile::matrix), 1);
}

/// The row of As that the kernel stores is 64 elements long, so row 0 alone is where the comment has it.
TEST(Said, IsNotWhereAnElementIsFollowedTo) {
  Recording r = with("As[BK][BM + 1] = A^T");
  auto tiles = tiles_of(r);
  ASSERT_TRUE(tiles);
  forget_layout_of_A(*tiles);
  EXPECT_EQ(describe(r, *tiles), "");
  const auto A =
      static_cast<std::uint16_t>(std::ranges::find(r.tensors, "A", &format::Tensor::name) - r.tensors.begin());
  const auto followed = [&](std::uint32_t k) { return *life_of(r, 0, Element{.tensor = A, .row = 3, .column = k}); };
  EXPECT_EQ(followed(0).absent, std::vector<Absent>{});
  EXPECT_GT(followed(0).of(UseKind::kMultiplyAdd).products, 0u);
  const Life other = followed(5);
  EXPECT_EQ(other.absent, std::vector{Absent::kOtherPlace});
  EXPECT_EQ(other.of(UseKind::kMultiplyAdd).products, 0u);
  const auto stored = std::ranges::find(other.uses, UseKind::kSharedStore, &Use::kind);
  ASSERT_NE(stored, other.uses.end());
  ASSERT_TRUE(stored->cell && other.cell);
  EXPECT_EQ(other.cell->byte - stored->cell->byte, 5 * 4u);
  EXPECT_EQ(other.of(UseKind::kSharedStore).requests, 1u);
}

/// Each lane loads two elements of A and stores them. Here it exchanges them, so both are in cells of the lane, and in
/// the wrong ones.
TEST(Said, IsNotWhereALaneExchangesElements) {
  Recording r = with("As[BK][BM] = A^T");
  std::size_t exchanged = 0;
  for (format::Template& coded : r.templates) {
    std::vector<std::size_t> stores;
    for (std::size_t row = 0; row < coded.rows.size(); ++row) {
      const format::Site& site = r.sites[coded.rows[row].site];
      if (site.op == format::Op::kStore && r.tensors[site.tensor].name == "As") stores.push_back(row);
    }
    if (stores.size() != 2) continue;
    const auto first = coded.addresses.begin() + static_cast<std::ptrdiff_t>(stores[0] * format::kLanes);
    std::swap_ranges(first, first + format::kLanes,
                     coded.addresses.begin() + static_cast<std::ptrdiff_t>(stores[1] * format::kLanes));
    ++exchanged;
  }
  ASSERT_NE(exchanged, 0u);
  EXPECT_EQ(describe(r, *tiles_of(r)), "");
  const auto A = std::ranges::find(r.tensors, "A", &format::Tensor::name) - r.tensors.begin();
  const Life life = *life_of(r, 0, Element{.tensor = static_cast<std::uint16_t>(A), .row = 3, .column = 1});
  EXPECT_EQ(life.absent, std::vector{Absent::kOtherPlace});
  const auto stored = std::ranges::find(life.uses, UseKind::kSharedStore, &Use::kind);
  ASSERT_TRUE(stored != life.uses.end() && stored->cell && life.cell);
  EXPECT_EQ(stored->cell->row, 1u);
  EXPECT_NE(stored->cell->column, 3u);
  EXPECT_EQ(life.cell->column, 3u);
}

/// A broken kernel's lanes may not agree.
TEST(Said, ProductsNeedNotBeFound) {
  Recording r = with("C = A * B");
  const auto A = std::ranges::find(r.tensors, "A", &format::Tensor::name);
  for (format::Tensor* tensor : {&*A, &*(A + 1), &*(A + 2)}) {
    ASSERT_EQ(tensor->space, format::Space::kGlobal);
    const auto elements = static_cast<std::uint32_t>(tensor->layout.extent());
    const std::uint32_t pitch = tensor->name == "A" ? 32 : tensor->name == "B" ? 208 : 196;
    tensor->layout = {.rows = elements / pitch, .columns = pitch, .pitch = pitch};
  }
  const Said said = said_in(r);
  const auto product = said_product(r, *said.roles);
  ASSERT_TRUE(product);
  EXPECT_EQ(product->by, Product::By::kSaid);
  EXPECT_EQ(product->M, 128u);
  EXPECT_EQ(product->N, 192u);
  EXPECT_EQ(product->K, 24u);
  EXPECT_EQ(tiles_of(r)->product.by, Product::By::kLane);  // as it is found
  A->layout = {.rows = 1, .columns = 4096, .pitch = 4096};
  EXPECT_FALSE(said_product(r, *said.roles));
}

TEST(Said, DoesNotExistWithoutComments) {
  EXPECT_TRUE(said_in(with("")).none());
  const CheckResult result = check(with(""));
  EXPECT_FALSE(result.scopes[static_cast<std::size_t>(Fault::kNotAsSaid)].applies);
}

}  // namespace
}  // namespace gemmscope::analysis
