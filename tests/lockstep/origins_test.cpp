// SPDX-License-Identifier: MIT
#include "tracing/lockstep/origins.h"

#include <map>

#include <gtest/gtest.h>

#include "tests/lockstep/written.h"

namespace gemmscope::lockstep {
namespace {

/// The origins of the stores in `body`, in the order of the text: "load 0 byte 4", "bytes 4 to 8 load 0" where
/// only those bytes of what is stored may be from there, "load 0 once" where a lane may store something else. Loads are
/// counted in the order of the text, too.
std::vector<std::string> origins(const std::string& body, const std::string& functions = "") {
  const auto program = testing::decoded(".shared .align 16 .b8 tile[4096];\n" + body, functions);
  EXPECT_TRUE(program) << program.error().message;
  if (!program) return {};
  const Origins found = origins_of(*program);
  std::map<std::uint32_t, std::uint32_t> place;  // of a load in the text, by its number
  std::map<std::size_t, std::uint64_t> width;    // of stores, by their statements
  std::vector<std::string> all;
  for (std::size_t s = 0, loads = 0; s < found.load_at.size(); ++s)
    for (const Access& access : program->accesses) {
      if (access.statement == s && access.kind == AccessKind::kStore) width[s] = access.width();
      if (access.statement == s && access.kind == AccessKind::kLoad) {
        if (found.load_at[s] != Origins::kNone) place[found.load_at[s]] = static_cast<std::uint32_t>(loads);
        ++loads;
      }
    }
  for (std::size_t s = 0; s < found.store_at.size(); ++s) {
    if (found.store_at[s] == Origins::kNone || found.stores[found.store_at[s]].loads.empty()) continue;
    std::string text;
    for (const Origins::Load& load : found.stores[found.store_at[s]].loads) {
      text += text.empty() ? "" : ", ";
      if (load.bytes != width[s])
        text += "bytes " + std::to_string(load.first) + " to " + std::to_string(load.first + load.bytes) + " ";
      text += "load " + std::to_string(place.at(load.number)) +
              (load.byte != 0 ? " byte " + std::to_string(load.byte) : "") + (load.once ? " once" : "") +
              (load.in_interval ? " an interval" : "") + (load.computed ? " computed" : "");
    }
    all.push_back(text);
  }
  return all;
}

using Texts = std::vector<std::string>;

TEST(Origins, OfAValueThatIsMovedAndPacked) {
  EXPECT_EQ(origins("ld.global.f32 %f1, [%rd0];\nst.shared.f32 [tile], %f1;"), Texts{"load 0"});
  EXPECT_EQ(origins("ld.global.nc.f32 %f1, [%rd0];\nmov.f32 %f2, %f1;\nst.shared.f32 [tile], %f2;"), Texts{"load 0"});
  EXPECT_EQ(origins("ld.global.v2.u32 {%r5, %r6}, [%rd0];\nmov.b64 %rd5, {%r5, %r6};\nst.shared.u64 [tile], %rd5;"),
            Texts{"load 0"});
  EXPECT_EQ(origins("ld.global.u64 %rd5, [%rd0];\nmov.b64 {%r5, %r6}, %rd5;\nst.shared.u32 [tile], %r6;"),
            Texts{"load 0 byte 4"});
  EXPECT_EQ(origins("ld.global.u32 %r5, [%rd0];\nmov.b32 {%rs1, %rs2}, %r5;\nst.shared.u16 [tile], %rs2;"),
            Texts{"load 0 byte 2"});
  EXPECT_EQ(origins("ld.global.u8 %rs1, [%rd0];\ncvt.u32.u16 %r5, %rs1;\nst.shared.u8 [tile], %r5;"), Texts{"load 0"});
}

TEST(Origins, OfAVectorStoredByParts) {
  EXPECT_EQ(
      origins("ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd0];\nst.shared.f32 [tile], %f1;\n"
              "st.shared.f32 [tile+64], %f2;\nst.shared.v2.f32 [tile+128], {%f3, %f4};\n"
              "st.shared.v2.f32 [tile+256], {%f4, %f3};\nst.shared.v2.f32 [tile+256], {%f1, %f3};"),
      (Texts{"load 0", "load 0 byte 4", "load 0 byte 8", "bytes 0 to 4 load 0 byte 12, bytes 4 to 8 load 0 byte 8",
             "bytes 0 to 4 load 0, bytes 4 to 8 load 0 byte 8"}));
}

TEST(Origins, OfAValueThatIsShiftedByWholeBytes) {
  EXPECT_EQ(origins("ld.global.u32 %r5, [%rd0];\nshr.u32 %r6, %r5, 16;\nst.shared.u16 [tile], %r6;"),
            Texts{"load 0 byte 2"});
  EXPECT_EQ(
      origins("ld.global.u32 %r5, [%rd0];\nshr.u32 %r6, %r5, 8;\ncvt.u16.u32 %rs1, %r6;\nst.shared.u8 [tile], %rs1;"),
      Texts{"load 0 byte 1"});
  for (const char* shift : {"shr.u32 %r6, %r5, 12;", "shr.u32 %r6, %r5, 24;", "shr.u32 %r6, %r5, %r7;"})
    EXPECT_EQ(origins(std::string("ld.global.u32 %r5, [%rd0];\n") + shift + "\nst.shared.u16 [tile], %r6;"), Texts{})
        << shift;
}

TEST(Origins, OfAValueThatIsComputedFromOneLoad) {
  const std::string load = "ld.global.f32 %f1, [%rd0];\n", store = "st.shared.f32 [tile], %f3;";
  for (const char* from :
       {"mul.f32 %f3, %f1, %f7;", "fma.rn.f32 %f3, %f1, 0f40000000, %f7;", "selp.f32 %f3, %f1, 0f00000000, %p1;",
        "mul.f32 %f3, %f1, %f1;", "neg.f32 %f2, %f1;\nmov.f32 %f3, %f2;"})
    EXPECT_EQ(origins(load + from + "\n" + store), Texts{"load 0 computed"}) << from;
  EXPECT_EQ(origins("ld.global.u16 %rs1, [%rd0];\ncvt.f32.f16 %f3, %rs1;\n" + store),
            Texts{"bytes 0 to 2 load 0 computed"});
  EXPECT_EQ(origins("ld.global.v2.f32 {%f1, %f2}, [%rd0];\ncvt.rn.f16.f32 %rs1, %f2;\nst.shared.u16 [tile], %rs1;"),
            Texts{"load 0 byte 4 computed"});
  EXPECT_EQ(origins("ld.global.s8 %r5, [%rd0];\nst.shared.u32 [tile], %r5;"), Texts{"bytes 0 to 1 load 0 computed"});
  // not from two loads, from a sum of what a loop loads, or of bits
  const std::string both = load + "ld.global.f32 %f2, [%rd0+4];\n";
  EXPECT_EQ(origins(both + "add.f32 %f3, %f1, %f2;\n" + store), Texts{});
  EXPECT_EQ(origins("mov.f32 %f3, 0f00000000;\nagain:\n" + load + "add.f32 %f3, %f3, %f1;\n@%p1 bra again;\n" + store),
            Texts{});
  EXPECT_EQ(origins("ld.global.u32 %r5, [%rd0];\nand.b32 %r6, %r5, 15;\nst.shared.u32 [tile], %r6;"), Texts{});
}

TEST(Origins, OfHalvesThatAreComputedTogether) {
  const std::string loads = "ld.global.f32 %f1, [%rd0];\nld.global.f32 %f2, [%rd0+4];\n";
  EXPECT_EQ(origins(loads + "cvt.rn.f16x2.f32 %r5, %f2, %f1;\nst.shared.u32 [tile], %r5;"),
            Texts{"bytes 0 to 2 load 0 computed, bytes 2 to 4 load 1 computed"});
  EXPECT_EQ(origins("ld.global.u32 %r5, [%rd0];\nmul.f16x2 %r6, %r5, %r7;\nst.shared.u32 [tile], %r6;"),
            Texts{"load 0 computed"});
}

TEST(Origins, OfAVectorOfSeveralLoads) {
  const std::string store = "st.shared.v2.f32 [tile], {%f1, %f2};";
  EXPECT_EQ(origins("ld.global.f32 %f1, [%rd0];\nld.global.f32 %f2, [%rd0+4];\n" + store),
            Texts{"bytes 0 to 4 load 0, bytes 4 to 8 load 1"});
  EXPECT_EQ(origins("ld.global.f32 %f1, [%rd0];\nmov.f32 %f2, 0f00000000;\n" + store), Texts{"bytes 0 to 4 load 0"});
  // whole where the vector fits, else its elements one by one
  EXPECT_EQ(origins("@%p1 bra whole;\nld.global.f32 %f1, [%rd0];\nmov.f32 %f2, 0f00000000;\n"
                    "@%p2 ld.global.f32 %f2, [%rd0+4];\nbra.uni past;\n"
                    "whole:\nld.global.v2.f32 {%f1, %f2}, [%rd0];\npast:\n" +
                    store),
            Texts{"bytes 0 to 4 load 0, bytes 0 to 4 load 2, bytes 4 to 8 load 1 once an interval, "
                  "bytes 4 to 8 load 2 byte 4 once an interval"});
}

/// The width of a store may be a number of the program, so that one of several stores is made.
TEST(Origins, OfAGuardedLoadThatOneOfSeveralStoresUses) {
  const std::string loads =
      "loop:\nmov.f32 %f1, 0f00000000;\nmov.f32 %f2, 0f00000000;\n@%p1 bra past;\n"
      "ld.global.v2.f32 {%f1, %f2}, [%rd0];\npast:\n@%p2 bra alone;\n";
  const std::string stores = "st.shared.v2.f32 [tile], {%f1, %f2};\nbra.uni done;\n";
  EXPECT_EQ(origins(loads + stores +
                    "alone:\nst.shared.f32 [tile], %f1;\nst.shared.f32 [tile+4], %f2;\n"
                    "done:\n@%p3 bra loop;"),
            (Texts{"load 0 once an interval", "load 0 once an interval", "load 0 byte 4 once an interval"}));
  // some lanes may store nothing, and zeros in the next pass
  EXPECT_EQ(
      origins(loads + stores + "alone:\ndone:\nsetp.eq.u32 %p1, %r5, 3;\nsetp.eq.u32 %p2, %r6, 3;\n@%p3 bra loop;"),
      Texts{});
}

TEST(Origins, AreNotThoseOfWhatIsNotLoadedFromGlobalMemory) {
  const std::string load = "ld.global.f32 %f1, [%rd0];\n", store = "\nst.shared.f32 [tile], %f2;";
  for (const char* made : {"mov.f32 %f2, 0f00000000;", "ld.shared.f32 %f2, [tile];", "ld.const.f32 %f2, [%rd0];",
                           "ld.shared.f32 %f3, [tile];\nmul.f32 %f2, %f1, %f3;"})
    EXPECT_EQ(origins(load + made + store), Texts{}) << made;
}

TEST(Origins, OfALoadThatSomeLanesLeaveOut) {
  EXPECT_EQ(origins("mov.f32 %f1, 0f00000000;\n@%p1 ld.global.f32 %f1, [%rd0];\nst.shared.f32 [tile], %f1;"),
            Texts{"load 0 once an interval"});
  // as nvcc writes row < M ? A[...] : 0 in a loop
  EXPECT_EQ(origins("mov.f32 %f9, 0f00000000;\nloop:\nmov.f32 %f1, %f9;\n@%p1 bra past;\nld.global.f32 %f2, [%rd0];\n"
                    "mov.f32 %f1, %f2;\npast:\nst.shared.f32 [tile], %f1;\nbar.sync 0;\n@%p2 bra loop;"),
            Texts{"load 0 once an interval"});
  // overwritten after it was loaded, perhaps by some lanes only
  EXPECT_EQ(origins("ld.global.f32 %f1, [%rd0];\n@%p1 mov.f32 %f1, 0f00000000;\nst.shared.f32 [tile], %f1;"), Texts{});
  // what was loaded may never be stored, so that a later zero would look like it
  EXPECT_EQ(origins("loop:\nmov.f32 %f1, 0f00000000;\n@%p1 ld.global.f32 %f1, [%rd0];\nsetp.eq.u32 %p3, %r5, 3;\n"
                    "@%p3 bra past;\nst.shared.f32 [tile], %f1;\npast:\n@%p2 bra loop;"),
            Texts{});
}

/// `if (p1) store(p1 && p2 ? load : 0)`, in a loop: lanes that load store, too, in each pass.
TEST(Origins, OfALoadThatOnlyLanesDoThatStore) {
  const auto loop = [](const std::string& guard) {
    return ".reg .pred %q<4>;\nloop:\nsetp.eq.u32 %p1, %r5, 3;\nsetp.eq.u32 %p2, %r6, 3;\nmov.f32 %f1, 0f00000000;\n" +
           guard +
           "not.pred %q2, %q1;\n@%q2 bra past;\nld.global.f32 %f1, [%rd0];\npast:\nnot.pred %q3, %p1;\n@%q3 bra next;\n"
           "st.shared.f32 [tile], %f1;\nnext:\n@%p3 bra loop;";
  };
  EXPECT_EQ(origins(loop("and.pred %q1, %p1, %p2;\n")), Texts{"load 0 once an interval"});
  EXPECT_EQ(origins(loop("and.pred %q0, %p2, %p1;\nmov.pred %q1, %q0;\n")), Texts{"load 0 once an interval"});
  EXPECT_EQ(origins(loop("not.pred %q0, %p1;\nor.pred %q1, %q0, %p2;\nnot.pred %q1, %q1;\n")),
            Texts{"load 0 once an interval"});
  EXPECT_EQ(origins(loop("or.pred %q1, %p1, %p2;\n")), Texts{"load 0"});  // what is stored is always loaded
  for (const char* other : {"mov.pred %q1, %p2;\n", "and.pred %q1, %p1, %p2;\nsetp.eq.u32 %p1, %r0, 3;\n",
                            "not.pred %q0, %p1;\nand.pred %q1, %q0, %p2;\n"})
    EXPECT_EQ(origins(loop(other)), Texts{}) << other;
}

/// The store to local memory, and what is loaded from there.
TEST(Origins, OfWhatWaitsInLocalMemory) {
  const std::string kept = ".local .align 16 .b8 kept[64];\nld.global.v2.f32 {%f1, %f2}, [%rd0];\n";
  EXPECT_EQ(
      origins(kept + "st.local.v2.f32 [kept], {%f1, %f2};\nld.local.f32 %f3, [kept+4];\nst.shared.f32 [tile], %f3;"),
      (Texts{"load 0", "load 1"}));
  // nothing is stored that is loaded from there
  EXPECT_EQ(origins(kept + "st.local.v2.f32 [kept], {%f1, %f2};\nst.shared.f32 [tile], %f2;"), Texts{"load 0 byte 4"});
}

TEST(Origins, OfWhatIsLoadedAheadInALoop) {
  const std::string ahead =
      "ld.global.f32 %f1, [%rd0];\nloop:\nst.shared.f32 [tile], %f1;\nbar.sync 0;\nld.global.f32 %f2, [%rd0+4];\n";
  EXPECT_EQ(origins(ahead + "mov.f32 %f1, %f2;\nbar.sync 0;\n@%p1 bra loop;"), Texts{"load 0, load 1"});
  // two ahead: the load's latest request is not the one whose value is stored
  EXPECT_EQ(origins("ld.global.f32 %f1, [%rd0];\nloop:\nld.global.f32 %f2, [%rd0+4];\nst.shared.f32 [tile], %f1;\n"
                    "mov.f32 %f1, %f2;\n@%p1 bra loop;"),
            Texts{});
}

/// The next tiles of A and of B wait in registers while the loop computes, and are stored unless it is the last pass.
TEST(Origins, OfTwoArraysLoadedAheadInALoop) {
  EXPECT_EQ(origins("ld.global.f32 %f1, [%rd0];\nst.shared.f32 [tile], %f1;\nbar.sync 0;\nloop:\n@%p1 bra past;\n"
                    "ld.global.f32 %f1, [%rd0+4];\nld.global.f32 %f2, [%rd1+4];\npast:\nadd.f32 %f3, %f3, %f3;\n"
                    "@%p1 bra stored;\nst.shared.f32 [tile], %f1;\nst.shared.f32 [tile+512], %f2;\nbar.sync 0;\n"
                    "stored:\n@%p2 bra loop;"),
            (Texts{"load 0", "load 0, load 1", "load 2"}));
}

/// The last access may be a copy past the registers, or one of matrices.
TEST(Origins, AreKnownOfEveryStatement) {
  for (const char* last :
       {"cp.async.ca.shared.global [tile], [%rd0], 4;", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r5}, [tile];"}) {
    const auto program =
        testing::decoded(std::string(".shared .align 16 .b8 tile[4096];\nst.shared.u32 [tile], 1;\n") + last);
    ASSERT_TRUE(program) << program.error().message;
    const Origins found = origins_of(*program);
    for (const Access& access : program->accesses) {
      EXPECT_LT(access.statement, found.load_at.size());
      EXPECT_LT(access.statement, found.store_at.size());
    }
  }
}

TEST(Origins, AreNotFollowedThroughCalls) {
  const std::string function =
      ".func (.param .b32 out) f(.param .b32 in)\n{\n.reg .b32 %r<3>;\nld.param.u32 %r1, [in];\n"
      "st.param.u32 [out], %r1;\nret;\n}\n";
  EXPECT_EQ(origins("ld.global.u32 %r5, [%rd0];\n{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], %r5;\n"
                    "call.uni (b), f, (a);\nld.param.b32 %r6, [b];\n}\nst.shared.u32 [tile], %r6;\n"
                    "st.shared.u32 [tile+4], %r5;",
                    function),
            Texts{"load 0"});
}

}  // namespace
}  // namespace gemmscope::lockstep
