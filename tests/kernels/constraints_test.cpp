// SPDX-License-Identifier: MIT
// Every static constraint of a kernel is named when it alone is broken.
#include <gtest/gtest.h>

#include <string>

#include "kernels/05_block_tile.h"
#include "kernels/06_vectorized.h"
#include "kernels/10_warp_tile.h"
#include "kernels/14_half_padded.h"
#include "kernels/table.h"

namespace gemmscope::kernels {
namespace {

/// A kernel's first complaint about its first preset with something changed; empty if there is none.
template <class Shape>
auto complaint_of(const char* (*violation)(const Shape&), const Shape& good) {
  return [=](auto change) {
    Shape s = good;
    change(s);
    const char* text = violation(s);
    return std::string(text == nullptr ? "" : text);
  };
}

void expect_starts(const std::string& text, const std::string& start) {
  EXPECT_EQ(text.substr(0, start.size()), start);
}

/// What all kernels without warp tiles ask for.
void expect_common(auto complaint) {
  EXPECT_EQ(complaint([](auto&) {}), "");
  expect_starts(complaint([](auto& s) { s.BK = 0; }), "every tile size must be at least 1");
  expect_starts(complaint([](auto& s) { s.BM = 512; }), "the tile is larger");
  expect_starts(complaint([](auto& s) { s.BK = 128; }), "the tile is larger");
  expect_starts(complaint([](auto& s) { s.BM = 124; }), "TM must divide BM");
  expect_starts(complaint([](auto& s) { s.BN = 124; }), "TM must divide BM and TN must divide BN");
  expect_starts(complaint([](auto& s) { s.BM = 8, s.BN = 8; }), "(BM/TM) * (BN/TN) must be a multiple of 32");
  expect_starts(complaint([](auto& s) { s.BM = s.BN = 256, s.TM = s.TN = 4; }),
                "(BM/TM) * (BN/TN) must be a multiple of 32 up to 1024");
}

TEST(Constraints, OfBlockTile) {
  const auto complaint = complaint_of(&block_tile_violation, kBlockTilePresets[0].shape);
  expect_common(complaint);
  expect_starts(complaint([](auto& s) { s.BK = 1; }), "the threads must divide BM*BK and BK*BN");
  expect_starts(complaint([](auto& s) { s.BN = 64, s.BK = 1; }), "");
  expect_starts(complaint([](auto& s) { s.BM = 256, s.BK = 1; }), "the threads must divide BM*BK and BK*BN");
}

TEST(Constraints, OfVectorized) {
  const auto complaint = complaint_of(&vectorized_violation, kVectorizedPresets[0].shape);
  expect_common(complaint);
  expect_starts(complaint([](auto& s) { s.TM = 2; }), "TM and TN must be multiples of 4");
  expect_starts(complaint([](auto& s) { s.TN = 2; }), "TM and TN must be multiples of 4");
  expect_starts(complaint([](auto& s) { s.BK = 6; }), "BK and BN must be multiples of 4");
  expect_starts(complaint([](auto& s) { s.BM = s.BN = 256, s.TM = s.TN = 16, s.BK = 12; }),
                "BK/4 and BN/4 must divide");
  expect_starts(complaint([](auto& s) { s.BK = 4; }), "the threads must divide BM*BK/4 and BK*BN/4");
}

TEST(Constraints, OfHalfPadded) {
  const auto complaint = complaint_of(&half_padded_violation, kHalfPaddedPresets[0].shape);
  expect_common(complaint);
  expect_starts(complaint([](auto& s) { s.TM = 4; }), "TM and TN must be 8");
  expect_starts(complaint([](auto& s) { s.BM = 96; }), "BM and BN must be multiples of 64");
  expect_starts(complaint([](auto& s) { s.BN = 160; }), "BM and BN must be multiples of 64");
  expect_starts(complaint([](auto& s) { s.BK = 12; }), "BK must be a multiple of 8");
  expect_starts(complaint([](auto& s) { s.BK = 8; }), "8*NT/BK must divide BM and 8*NT/BN must divide BK");
}

TEST(Constraints, OfWarpTile) {
  const auto complaint = complaint_of(&warp_tile_violation, kWarpTilePresets[0].shape);
  EXPECT_EQ(complaint([](auto&) {}), "");
  expect_starts(complaint([](auto& s) { s.WNITER = 0; }), "every tile size must be at least 1");
  expect_starts(complaint([](auto& s) { s.BM = 8192; }), "no tile size may be above 4096");
  expect_starts(complaint([](auto& s) { s.NT = 100; }), "NT must be a multiple of 32");
  expect_starts(complaint([](auto& s) { s.BM = 96; }), "WM must divide BM");
  expect_starts(complaint([](auto& s) { s.NT = 256; }), "(BM/WM) * (BN/WN) must equal NT/32");
  expect_starts(complaint([](auto& s) { s.WNITER = 3; }), "32*TM*TN*WNITER must divide WM*WN");
  expect_starts(complaint([](auto& s) { s.TN = 2, s.TM = 16; }), "TN must be a multiple of 4");
  expect_starts(complaint([](auto& s) { s.BK = 6; }), "BK and BN must be multiples of 4");
  expect_starts(complaint([](auto& s) { s.BK = 64, s.NT = 128, s.BM = 128; }), "");
  expect_starts(complaint([](auto& s) { s.BK = 2; }), "BK and BN must be multiples of 4");
}

std::string complaint_of(const char* kernel, const char* preset, std::vector<std::pair<std::string, std::string>> set) {
  const auto variant = resolve(kernel, preset, set);
  return variant ? "" : variant.error();
}

TEST(Constraints, OfLayouts) {
  expect_starts(complaint_of("block_tile", "under64", {{"load", "one_pass"}}),
                "load=one_pass needs BK = BN/TN = BM/TM");
  EXPECT_EQ(complaint_of("block_tile", "exact64", {{"load", "one_pass"}}), "");
  expect_starts(complaint_of("vectorized", "k6_128", {{"As", "row"}, {"swzA", "xor"}}), "swzA=xor needs As=col");
  expect_starts(complaint_of("sgemm64", "", {{"cstore", "direct"}, {"PC", "1"}}), "PC and swzC need cstore=shuffle");
  expect_starts(complaint_of("sgemm64", "", {{"cstore", "direct32"}, {"swzC", "xor"}}),
                "PC and swzC need cstore=shuffle");
  expect_starts(complaint_of("half_padded", "", {{"pad", "4"}}), "width=16 needs pad to be a multiple of 8");
  expect_starts(complaint_of("half_padded", "", {{"pad", "1"}, {"width", "4"}}),
                "width=4 needs pad to be a multiple of 2");
  EXPECT_EQ(complaint_of("half_padded", "", {{"pad", "1"}, {"width", "2"}}), "");
}

TEST(Constraints, OfSquares) {
  for (const char* kernel : {"naive", "coalesced", "shared_tile"}) {
    for (const char* side : {"8", "16", "24", "32"}) EXPECT_EQ(complaint_of(kernel, "", {{"BM", side}}), "") << kernel;
    for (const char* side : {"4", "12", "20", "31"})
      expect_starts(complaint_of(kernel, "", {{"BM", side}}), "BM must be 8, 16, 24 or 32");
  }
}

TEST(Constraints, OfSharedMemory) {
  expect_starts(complaint_of("warp_tile", "k10_a6000", {{"BK", "64"}}), "the tiles take 65536 bytes of shared memory");
}

TEST(Constraints, OfSizes) {
  const auto complaint = [](const char* kernel, std::vector<std::pair<std::string, std::string>> set, int M, int N,
                            int K) { return size_error(resolve(kernel, "", set).value(), M, N, K); };
  expect_starts(complaint("sgemm64", {{"oob", "texture"}}, 66, 64, 8),
                "oob=texture needs M and N to be multiples of 4");
  expect_starts(complaint("sgemm64", {{"oob", "texture"}}, 64, 66, 8),
                "oob=texture needs M and N to be multiples of 4");
  EXPECT_EQ(complaint("naive", {}, 32, 32, 65535), "");
  expect_starts(complaint("coalesced", {}, 32, 32, 65536), "K must be below 65536");
}

}  // namespace
}  // namespace gemmscope::kernels
