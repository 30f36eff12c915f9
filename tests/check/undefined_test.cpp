// SPDX-License-Identifier: MIT
// Undefined values as a recording lists them, reads that are not findings since nothing depends on them, and remarks.
#include <algorithm>

#include <gtest/gtest.h>

#include "app/words/finding_words.h"
#include "app/words/remark_words.h"
#include "tests/check/hand_made.h"
#include "tests/names_in_order.h"
#include "tracing/analysis/check.h"

namespace gemmscope {
namespace {

using analysis::Fault;
using analysis::Remark;
using format::Undefined;
using testing::HandMade;
using enum HandMade::Site;
using Extent = analysis::CheckScope::Extent;

/// A program that is not a matrix multiplication, with two warps: lanes load 4 bytes of A, and the first warp stores to
/// As; then the second one loads from As, and the last element that it loads is unwritten.
format::Recording with_cells() {
  HandMade block(2);
  block.add(0, 0, kLoadA, {{0, 0}, {1, 4}, {2, 8}})
      .add(0, 0, kStoreAs, {{0, 0}, {1, 4}, {2, 8}})
      .add(1, 1, kLoadAs, {{0, 4}, {1, 8}, {5, 12}})
      .add(1, 1, kStoreC, {{0, 0}});
  format::Recording r = block.whole();
  r.sites[kLoadA].width = 4;
  r.code = {"shfl.sync", "k"};
  return r;
}
std::vector<analysis::Finding> found_of(const format::Recording& r, Fault fault) {
  std::vector<analysis::Finding> all = analysis::check(r).findings;
  std::erase_if(all, [&](const analysis::Finding& f) { return f.fault != fault; });
  return all;
}
Undefined a_use(Undefined::Of of, std::uint16_t site) {
  return {.of = of,
          .use = Undefined::Use::kStore,
          .site = site,
          .thread = 37,
          .lanes = 32,
          .use_thread = 32,
          .use_line = 7,
          .use_tensor = 2,
          .count = 1};
}

TEST(Undefined, ReadsOfCellsThatNobodyWroteAreFindingsOnlyIfTheyAreUsed) {
  format::Recording r = with_cells();
  EXPECT_EQ(found_of(r, Fault::kUninitialisedRead).size(), 1u) << "whether it is used is not known";
  r.undefined.emplace();
  EXPECT_TRUE(found_of(r, Fault::kUninitialisedRead).empty());
  ASSERT_EQ(analysis::check(r).unused.size(), 1u);
  EXPECT_EQ(analysis::check(r).unused[0].at->thread(), 37u);
  r.undefined_cut = true;
  EXPECT_EQ(found_of(r, Fault::kUninitialisedRead).size(), 1u);
  r.undefined_cut = false, r.undefined = {a_use(Undefined::Of::kShared, kLoadAs)};
  const auto found = found_of(r, Fault::kUninitialisedRead);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(names_in_order(words::sentence(r, found[0]),
                             {"Thread 37", "no thread has written it", "thread 32 stores", "to C on line 7"}));
  EXPECT_TRUE(analysis::check(r).unused.empty());
}

TEST(Undefined, LoadsOfWhatNobodyWroteAreFindingsOnlyIfTheyAreUsed) {
  format::Recording r = with_cells();
  r.unwritten = {{{.site = kLoadA, .byte = 4, .count = 1}}};
  EXPECT_EQ(found_of(r, Fault::kUnwrittenRead).size(), 1u);
  r.undefined.emplace();
  EXPECT_TRUE(found_of(r, Fault::kUnwrittenRead).empty());
  r.undefined = {a_use(Undefined::Of::kGlobal, kLoadA)};
  EXPECT_EQ(found_of(r, Fault::kUnwrittenRead).size(), 1u);
}

TEST(Undefined, LanesThatAreNotThereAreNamedWithTheirUse) {
  format::Recording r = with_cells();
  r.undefined = {{{.why = Undefined::Why::kBeyondBlock,
                   .use = Undefined::Use::kStore,
                   .thread = 36,
                   .line = 5,
                   .lanes = 0xfff0,
                   .from = 0xfff00000,
                   .use_thread = 0,
                   .use_line = 7,
                   .use_tensor = 2,
                   .count = 12}}};
  const auto found = found_of(r, Fault::kUndefinedValue);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].count, 12u);
  EXPECT_TRUE(names_in_order(words::sentence(r, found[0]), {"Lanes 4 to 15 of warp 1", "line 5", "lanes 20 to 31",
                                                            "which do not exist in a block of 64 threads", "undefined",
                                                            "thread 0 stores", "to C on line 7"}));
  (*r.undefined)[0].why = Undefined::Why::kOutsideMask, (*r.undefined)[0].from = 2;
  EXPECT_TRUE(
      names_in_order(words::sentence(r, found_of(r, Fault::kUndefinedValue)[0]), {"from lane 1", "outside the mask"}));
  EXPECT_EQ(words::place_text(r, found[0]), "");
}

TEST(Undefined, WhereNobodyFollowedThemNothingIsChecked) {
  format::Recording r = with_cells();
  const auto scope = [&] { return analysis::check(r).scopes[static_cast<std::size_t>(Fault::kUndefinedValue)]; };
  EXPECT_EQ(scope().extent, Extent::kNothing);
  r.undefined.emplace();
  EXPECT_EQ(scope().extent, Extent::kWhole);
  r.undefined_cut = true;
  EXPECT_EQ(scope().extent, Extent::kRecorded);
  r.undefined.reset(), r.code.ptx = "add.u32";
  EXPECT_EQ(scope().extent, Extent::kWhole) << "there are no shuffles";
}

std::vector<Remark> remarks_of(const format::Recording& r, Remark::Kind kind) {
  std::vector<Remark> all = analysis::remarks(r, analysis::tiles_of(r));
  std::erase_if(all, [&](const Remark& remark) { return remark.kind != kind; });
  return all;
}

TEST(Remarks, AnArrayThatNobodyFillsIsNoFinding) {
  format::Recording r = with_cells();
  r.undefined.emplace();
  r.unwritten = {{{.site = kLoadA, .byte = 0, .count = 3}}}, r.unfilled = {0};
  r.undefined = {a_use(Undefined::Of::kGlobal, kLoadA)};
  EXPECT_TRUE(found_of(r, Fault::kUnwrittenRead).empty());
  const auto found = remarks_of(r, Remark::Kind::kUnfilled);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ((std::pair(found[0].count, found[0].of)), (std::pair{std::uint64_t{3}, std::uint64_t{14 * 12}}));
  EXPECT_TRUE(names_in_order(words::sentence(r, found[0]), {"A: 3 of 168 elements", "does not fill it"}));
  (*r.undefined)[0].use = Undefined::Use::kAddress;
  EXPECT_EQ(found_of(r, Fault::kUnwrittenRead).size(), 1u) << "it decides where the kernel goes";
}

TEST(Remarks, CellsThatAreStoredAndNeverLoadedAreCounted) {
  format::Recording r = with_cells();
  EXPECT_TRUE(remarks_of(r, Remark::Kind::kNeverRead).empty()) << "one of three is not much";
  r.templates[1].rows[0].mask = 2, r.templates[1].addresses[0] = 0;  // lane 1 loads the third element
  r.templates[1].addresses[5] = 0;
  const auto found = remarks_of(r, Remark::Kind::kNeverRead);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ((std::pair(found[0].count, found[0].of)), (std::pair{std::uint64_t{2}, std::uint64_t{3}}));
  EXPECT_EQ(found[0].byte, 0u);
  EXPECT_TRUE(names_in_order(words::sentence(r, found[0]), {"2 of the 3 stored elements", "never loaded", "As[0][0]"}));
}

TEST(Remarks, AnArrayToWhichNoRequestGoesIsNamed) {
  format::Recording r = with_cells();
  const auto found = remarks_of(r, Remark::Kind::kUntouched);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(r.tensors[found[0].tensor].name, "Bs");
  r.code.ptx += "mbarrier.init";  // it may be one
  EXPECT_TRUE(remarks_of(r, Remark::Kind::kUntouched).empty());
  r = with_cells();
  r.dropped = 1;
  EXPECT_TRUE(analysis::remarks(r, analysis::tiles_of(r)).empty());
}

format::Recording with_product(const std::string& a, const std::string& b) {
  format::Recording r = with_cells();
  r.code = {".version 9.0\n.target sm_80\n.address_size 64\n.file 1 \"" + r.source.path +
                "\"\n.visible .entry k(.param .u64 a) {\n"
                ".reg .b32 %r<9>;\n.reg .f32 %f<9>;\n.reg .b64 %rd<3>;\nld.param.u64 %rd1, [a];\n"
                "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];\nmov.b32 %r5, 1006648320;\n.loc 1 4 3\n"
                "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {" +
                a + "}, {" + b + "}, {%f5, %f5, %f5, %f5};\nret;\n}\n",
            "k"};
  return r;
}

/// A load of an unrolled loop that loads ahead may be for nothing, if the others are not.
TEST(Remarks, FragmentsThatAreLoadedAndNotUsedAreNamed) {
  const auto loading = [](int loads) {
    format::Recording r = with_product("%r1, %r2, %r2, %r3", "%r1, %r1");
    std::string text = ".loc 1 3 3\n";
    for (int i = 0; i < loads; ++i)
      text += "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r2, %r3, " + std::string(i == 0 ? "%r4" : "%r1") +
              "}, [%r5];\n";
    const std::string plain = "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];\n";
    r.code.ptx.replace(r.code.ptx.find(plain), plain.size(), text);
    return r;
  };
  const format::Recording r = loading(2);
  const auto found = remarks_of(r, Remark::Kind::kUnused);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(words::sentence(r, found[0]), "1 of 8 registers that ldmatrix on line 3 loads is used by no instruction.");
  EXPECT_TRUE(remarks_of(loading(3), Remark::Kind::kUnused).empty());
}

/// The data that the instruction was meant to get may never have been loaded, as nvcc removes unused loads.
TEST(Remarks, APartOfAMatrixThatIsGivenTwiceIsNamedWithTheArrayOfWhichNotAllIsLoaded) {
  const format::Recording r = with_product("%r1, %r2, %r2, %r3", "%r4, %r1");
  const auto found = remarks_of(r, Remark::Kind::kRepeated);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_FALSE(found[0].repeated.of_b);
  EXPECT_EQ(found[0].repeated.line, 4u);
  EXPECT_EQ(found[0].repeated.one, (analysis::FragmentPart{8, 15, 0, 7}));
  EXPECT_EQ(found[0].repeated.other, (analysis::FragmentPart{0, 7, 8, 15}));
  EXPECT_TRUE(names_in_order(words::sentence(r, found[0]), {"line 4", "rows 8 to 15, columns 0 to 7",
                                                            "rows 0 to 7, columns 8 to 15", "165 of the 168", "of A"}));
  const auto of_b = remarks_of(with_product("%r1, %r2, %r3, %r4", "%r3, %r3"), Remark::Kind::kRepeated);
  ASSERT_EQ(of_b.size(), 1u);
  EXPECT_EQ(of_b[0].repeated.other, (analysis::FragmentPart{8, 15, 0, 7}));
  EXPECT_TRUE(remarks_of(with_product("%r1, %r2, %r3, %r4", "%r4, %r1"), Remark::Kind::kRepeated).empty());
  EXPECT_TRUE(remarks_of(with_product("%r5, %r5, %r5, %r5", "%r4, %r1"), Remark::Kind::kRepeated).empty())
      << "a matrix of ones, to add up the other";
}

}  // namespace
}  // namespace gemmscope
