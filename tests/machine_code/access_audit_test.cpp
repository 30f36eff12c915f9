// SPDX-License-Identifier: MIT
// What is recorded is what the plain build does: each memory instruction stands on the line of a recorded site, with
// its direction and width, and there are as many as a warp makes requests.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "tests/machine_code/disassembly.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::machine_code {
namespace {

/// (line, operation, bytes) -> how many. (70, "LDG", 16) -> 4.
using Accesses = std::map<std::tuple<int, std::string, int>, int>;

/// The operation without predicate, in its parts: LDG, E, 128.
std::vector<std::string> operation(const std::string& text) {
  std::string word = text.substr(text[0] == '@' ? text.find(' ') + 1 : 0);
  word = word.substr(0, word.find_first_of(" ;"));
  std::vector<std::string> parts{""};
  for (const char c : word)
    if (c == '.')
      parts.emplace_back();
    else
      parts.back().push_back(c);
  return parts;
}

bool touches_memory(const std::string& operation) {
  if (operation == "LDC") return false;  // the kernel's arguments
  for (const char* start : {"LD", "ST", "ATOM", "RED", "SULD", "SUST", "TEX", "UBLKCP", "UTMA"})
    if (operation.starts_with(start)) return true;
  return false;
}

Accesses compiled(const char* kernel, const Target& target) {
  Accesses found;
  for (const Instruction& i : disassembly(kernel, target.architecture, target.pad)) {
    const std::vector<std::string> parts = operation(i.text);
    if (!touches_memory(parts[0])) continue;
    const auto has = [&](const char* part) { return std::find(parts.begin(), parts.end(), part) != parts.end(); };
    const int bytes = has("128") ? 16 : has("64") ? 8 : has("U16") || has("S16") ? 2 : has("U8") || has("S8") ? 1 : 4;
    const bool in_kernel = i.file.ends_with("kernels/10_warp_tile.cuh") || i.file.ends_with("raw_warp_tile.cu");
    ++found[{in_kernel ? i.line : 0, parts[0], bytes}];
  }
  return found;
}

/// The requests of one warp in one k-tile and the epilogue. The loop over k-tiles is the only one that stays a loop.
Accesses recorded(const Target& target) {
  record::RecordRequest request;
  request.preset = "k10_a6000";
  request.overrides = {{"PA", std::to_string(target.pad)}, {"PB", std::to_string(target.pad)}};
  request.M = request.N = 128, request.K = 16, request.beta = 0.5f;
  request.warps = format::Range{0, 1};
  const format::Recording recording = simt::record(request).value();
  Accesses expected;
  for (const format::Segment& segment : recording.patterns.at(0).segments)
    for (const format::Row& row : recording.templates[segment.template_id].rows) {
      const format::Site& site = recording.sites[row.site];
      const format::Tensor& tensor = recording.tensors[site.tensor];
      const bool load = site.op == format::Op::kLoad;
      const char* name = tensor.space == format::Space::kGlobal ? (load ? "LDG" : "STG") : (load ? "LDS" : "STS");
      // The compiler writes the write-back twice, so that beta is looked at once: with and without reading C.
      expected[{static_cast<int>(site.line), name, site.width}] += !load && tensor.name == "C" ? 2 : 1;
    }
  return expected;
}

class WarpTileAccesses : public testing::TestWithParam<Target> {};

TEST_P(WarpTileAccesses, StandOnTheLinesOfRecordedSites) {
  const auto sites = [](const Accesses& all) {
    std::set<Accesses::key_type> keys;
    for (const auto& [key, count] : all) keys.insert(key);
    return keys;
  };
  const auto expected = sites(recorded(GetParam()));
  EXPECT_EQ(expected.size(), 11u);  // loads of A, B, As, Bs, C; stores to Bs, C and, on four lines, As
  EXPECT_EQ(sites(compiled("plain", GetParam())), expected);
}

/// The numbers come from the hand-written kernel, which is the same code (same_as_raw_test.cpp) with no access inlined:
/// where two calls of one inlined function follow each other, ptxas gives both the line of the first. So line by line:
/// the n-th access of its text is the n-th site of ours.
TEST_P(WarpTileAccesses, AreAsManyOnEachLineAsAWarpMakesRequests) {
  const auto in_order = [](const Accesses& all) {
    std::vector<std::tuple<std::string, int, int>> rows;
    for (const auto& [key, count] : all) rows.emplace_back(std::get<1>(key), std::get<2>(key), count);
    return rows;
  };
  EXPECT_EQ(in_order(compiled("raw", GetParam())), in_order(recorded(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(, WarpTileAccesses, testing::ValuesIn(kTargets),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace
}  // namespace gemmscope::machine_code
