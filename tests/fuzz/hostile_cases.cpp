// SPDX-License-Identifier: MIT
#include "tests/fuzz/hostile_cases.h"

#include <algorithm>

#include "tests/format/example_recording.h"
#include "tests/layout/layouts.h"
#include "tracing/format/limits.h"

namespace gemmscope::fuzz {
namespace {

using namespace format;
using u32 = std::uint32_t;

void set_size(Recording& r, u32 M, u32 N, u32 K, u32 element_bytes) {
  const std::pair<u32, u32> sizes[] = {{M, K}, {K, N}, {M, N}};
  for (std::size_t t = 0; t < 3; ++t) {
    r.tensors[t].layout.rows = sizes[t].first,
    r.tensors[t].layout.columns = r.tensors[t].layout.pitch = sizes[t].second;
    r.tensors[t].element_bytes = element_bytes;
  }
}

Recording without_blocks() {
  Recording r = format::testing::example_recording();
  r.blocks.clear();
  return r;
}

/// Lane l reads other rows than l - 1, so that the sums of a warp fill no rectangle.
Recording ragged_lanes() {
  Recording r = format::testing::example_recording();
  for (Template& t : r.templates)
    for (std::size_t row = 0; row < t.rows.size(); ++row) {
      const Site& site = r.sites[t.rows[row].site];
      if (site.op != Op::kLoad || r.tensors[site.tensor].space != Space::kShared) continue;
      for (u32 lane = 0; lane < kLanes; ++lane) t.addresses[row * kLanes + lane] += lane % 5 % 3 * 4;
    }
  return r;
}

Recording long_source_line() {
  Recording r = format::testing::example_recording();
  r.source.text.insert(r.source.text.find("copy"), std::string(kMaxSourceBytes - 1000, 'x'));
  return r;
}

/// Each line in a scope of its own, and a site on the last one.
Recording many_source_lines() {
  Recording r = format::testing::example_recording();
  for (std::size_t lines = 12; lines < kMaxSourceLines; ++lines) r.source.text += " for (;;)\n";
  r.sites.back().line = static_cast<u32>(std::count(r.source.text.begin(), r.source.text.end(), '\n'));
  return r;
}

/// As many blocks as a launch may have; four of them are recorded.
Recording large_grid() {
  Recording r = format::testing::example_recording();
  set_size(r, 1u << 12, 1u << 12, 12, 4);
  r.grid_y = r.grid_x = 1u << 12;
  r.selection.block_y = r.selection.block_x = {0, 1u << 12};
  return r;
}

/// Matrices of 4 GiB with elements of a byte.
Recording large_matrices() {
  Recording r = format::testing::example_recording();
  set_size(r, 1u << 16, 1u << 16, 1u << 16, 1);
  return r;
}

/// Tiles of a byte an element, all over the same MiB, and patterns that each have to look at all of it.
Recording large_tiles() {
  Recording r = format::testing::example_recording();
  r.shared_bytes = kMaxSharedBytes;
  const Tensor tile{
      .name = "Cs", .space = Space::kShared, .element_bytes = 1, .layout = padded_rows(1024, 1024), .of = "C"};
  while (r.tensors.size() < kMaxTensors) r.tensors.push_back(tile);
  for (std::uint16_t t = 5; t < r.tensors.size(); ++t) {
    r.sites.push_back({"Cs_load", t, Op::kLoad, 1, 9});
    Template& coded = r.templates[1];
    coded.rows.push_back({.mask = 1, .site = static_cast<std::uint16_t>(r.sites.size() - 1)});
    coded.addresses.resize(coded.rows.size() * kLanes, 0);
    coded.addresses[(coded.rows.size() - 1) * kLanes] = kMaxSharedBytes - 1;
  }
  set_size(r, 14, 14 * 64, 12, 4);
  r.grid_x = 112, r.selection.block_x = {0, 112};
  const Pattern first = r.patterns[0];
  r.blocks.clear();
  for (u32 x = 0; x < 112; ++x) {
    r.patterns.push_back(first);
    r.patterns.back().segments[0].base[1] = x;
    r.blocks.push_back({0, x, x + 2, {}});
  }
  index_patterns(r);
  return r;
}

/// One request after the other, all wrong: the same cell, out of bounds, misaligned, and by as many sites as there are.
Recording much_to_find() {
  constexpr u32 kSites = 4000;
  Recording r = format::testing::example_recording();
  r.blocks.resize(1);
  r.sites.assign(kSites, {"sA_store", 3, Op::kStore, 16, 3});
  for (u32 i = 0; i < kSites; i += 2) r.sites[i].op = Op::kLoad;
  for (Template& t : r.templates) {
    t.rows.clear(), t.addresses.clear();
    for (u32 i = 0; i < kSites; ++i) {
      t.rows.push_back({.mask = 0xffffffff, .site = static_cast<std::uint16_t>(i)});
      for (u32 lane = 0; lane < kLanes; ++lane) t.addresses.push_back(273 + lane % 2);
    }
  }
  index_patterns(r);
  return r;
}

}  // namespace

std::vector<HostileCase> hostile_cases() {
  return {{"without_blocks", without_blocks()},
          {"ragged_lanes", ragged_lanes()},
          {"long_source_line", long_source_line()},
          {"many_source_lines", many_source_lines()},
          {"large_grid", large_grid()},
          {"large_matrices", large_matrices()},
          {"large_tiles", large_tiles()},
          {"much_to_find", much_to_find()}};
}

}  // namespace gemmscope::fuzz
