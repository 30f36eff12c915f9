// SPDX-License-Identifier: MIT
#include "tests/format/example_recording.h"

#include <random>

#include "tests/layout/layouts.h"
#include "tracing/format/bases.h"
#include "tracing/format/file.h"

namespace gemmscope::format::testing {
namespace {

using u32 = std::uint32_t;

enum SiteNumber : std::uint16_t {
  kLoadGlobalA,
  kStoreSharedA,
  kLoadGlobalB,
  kStoreSharedB,
  kLoadSharedA,
  kLoadSharedB,
  kStoreC
};

/// A request of a template: `mask` lanes, each `stride` bytes behind the one before.
void add(Template& coded, Row row, u32 first, u32 stride) {
  coded.rows.push_back(row);
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    coded.addresses.push_back((row.mask >> lane & 1u) == 0 ? 0 : first + static_cast<u32>(lane) * stride);
}

Template copy_template(u32 mask, u32 warp) {
  Template coded;
  add(coded, {.mask = mask, .site = kLoadGlobalA, .base = 0}, 0, 16);
  for (u32 j = 0; j < 4; ++j) add(coded, {.mask = mask, .site = kStoreSharedA}, warp * 128 + j * 36, 4);
  add(coded, {.mask = mask >> 1 | 1, .site = kLoadGlobalB, .base = 1}, 0, 16);
  add(coded, {.mask = mask >> 1 | 1, .site = kStoreSharedB}, 160 + warp * 64, 4);
  return coded;
}

Template compute_template(u32 steps, u32 warp) {
  Template coded;
  for (u32 step = 0; step < steps; ++step) {
    add(coded, {.mask = 0xffffffff, .site = kLoadSharedA}, step * 36u, 0);
    add(coded, {.mask = 0xffffffff, .site = kLoadSharedB}, 160 + step * 32u + warp * 4, 0);
  }
  return coded;
}

Template epilogue_template(u32 mask) {
  Template coded;
  for (u32 row = 0; row < 4; ++row) add(coded, {.mask = mask, .site = kStoreC, .base = 2}, row * 56, 4);
  return coded;
}

/// Segments of one block: three k-tiles of copy and compute, then the epilogue of the first `last_warps` warps.
Pattern pattern(u32 copy, u32 compute, u32 epilogue, u32 last_warps) {
  Pattern p;
  for (std::uint16_t warp = 0; warp < 2; ++warp) {
    for (u32 k = 0; k < 3; ++k) {
      p.segments.push_back(
          {.warp = warp, .interval = 2 * k, .template_id = copy + warp, .base = {warp * 64u + k * 16, k * 224, 0, 0}});
      p.segments.push_back({.warp = warp, .interval = 2 * k + 1, .template_id = compute + warp});
    }
    if (warp < last_warps)
      p.segments.push_back({.warp = warp, .interval = 6, .template_id = epilogue, .base = {0, 0, warp * 16u, 0}});
  }
  p.barrier_lines = {4, 7, 4, 7, 4, 7, 0};
  return p;
}

Tensor matrix(const char* name, int rows, int columns) {
  return {.name = name,
          .space = Space::kGlobal,
          .element_bytes = 4,
          .layout = padded_rows(rows, columns),
          .offset = 0,
          .of = "",
          .transposed = false};
}

/// Everything but templates, patterns and blocks.
Recording description() {
  Recording r;
  r.kernel = "example";
  r.parameters = {{"BM", "8"}, {"BN", "8"}, {"BK", "4"}, {"PA", "1"}, {"swzA", "xor"}};
  r.grid_y = 2, r.grid_x = 2;
  r.threads = 64;
  r.shared_bytes = 288;
  r.selection = {{0, 2}, {0, 2}, {0, 2}};
  r.origin = {"cpu", "Example CPU 3000 \u00b5", "", "g++ 12", "0.1.0+example", "2026-01-02T03:04:05Z"};
  r.source = {"kernels/example.cuh",
              "template <class Mem>\n__global__ void example(int M) {\n  copy();\n  __syncthreads();\n"
              "  loadA();\n  loadB();\n  __syncthreads();\n  store();\t// C\n}\n"};
  r.tensors = {matrix("A", 14, 12),
               matrix("B", 12, 14),
               matrix("C", 14, 14),
               {.name = "As",
                .space = Space::kShared,
                .element_bytes = 4,
                .layout = padded_rows(4, 8, 1, swizzle_by_row(2, 4, 7)),
                .offset = 0,
                .of = "A",
                .transposed = true},
               {.name = "Bs",
                .space = Space::kShared,
                .element_bytes = 4,
                .layout = padded_rows(4, 8),
                .offset = 160,
                .of = "B",
                .transposed = false}};
  r.sites = {{"gA_load", 0, Op::kLoad, 16, 3},   {"sA_store", 3, Op::kStore, 4, 3}, {"gB_load", 1, Op::kLoad, 16, 3},
             {"sB_store", 4, Op::kStore, 16, 3}, {"sA_load", 3, Op::kLoad, 4, 5},   {"sB_load", 4, Op::kLoad, 8, 6},
             {"C_store", 2, Op::kStore, 4, 8}};
  return r;
}

}  // namespace

Recording example_recording() {
  Recording r = description();
  r.templates = {copy_template(0xff, 0), compute_template(4, 0), epilogue_template(0xff), copy_template(0xff, 1),
                 compute_template(4, 1), copy_template(0x5a, 0), epilogue_template(0x35), copy_template(0x80000000, 1)};
  // Template ids of the two warps are neighbours in neither pattern, so they are set by hand.
  Pattern whole = pattern(0, 1, 2, 2), edge = pattern(0, 1, 6, 1);
  for (Segment& s : whole.segments)
    if (s.warp == 1 && s.interval < 6) s.template_id = s.interval % 2 == 0 ? 3 : 4;
  for (Segment& s : edge.segments)
    if (s.interval < 6) s.template_id = s.interval % 2 == 0 ? (s.warp == 0 ? 5 : 7) : (s.warp == 0 ? 1 : 4);
  r.patterns = {whole, edge};
  r.blocks = {
      {0, 0, 0, {0, 0, 0, 0}}, {0, 1, 0, {0, 32, 32, 0}}, {1, 0, 1, {384, 0, 448, 0}}, {1, 1, 1, {384, 32, 480, 0}}};
  index_patterns(r);
  return r;
}

Recording bulk_recording() {
  Recording r = example_recording();
  const auto site = static_cast<std::uint16_t>(r.sites.size());
  r.sites.push_back({.name = "gA_load", .tensor = 0, .width = 16, .line = 8, .asynchronous = true});
  r.sites.push_back({.name = "sA_store", .tensor = 3, .op = Op::kStore, .width = 16, .line = 8, .asynchronous = true});
  struct Pair {
    u32 mask, from, to;
    std::uint8_t bulk;
    bool continues;
  };
  for (const Pair& p : {Pair{7, 32, 16, 32, false}, {3, 80, 64, 32, true}, {1, 16, 112, 1, false}}) {
    Row row{.mask = p.mask, .site = site, .base = 0, .bulk = p.bulk, .continues = p.continues};
    add(r.templates[0], row, p.from, 16);
    ++row.site, row.base = kSharedBase, row.origin = 1;
    add(r.templates[0], row, p.to, 16);
  }
  index_patterns(r);
  return r;
}

Recording irregular_recording(u32 requests, u32 bytes) {
  constexpr u32 kRowsPerTemplate = 256;
  Recording r = description();
  r.dropped = 7;
  std::mt19937 random(1);
  Pattern p;
  for (u32 done = 0; done < requests; done += kRowsPerTemplate) {
    Template coded;
    for (u32 row = 0; row < kRowsPerTemplate && done + row < requests; ++row) {
      coded.rows.push_back({.mask = 0xffffffff, .site = kLoadGlobalA, .base = 0});
      for (int lane = 0; lane < kLanes; ++lane) coded.addresses.push_back(static_cast<u32>(random()) % bytes / 4 * 4);
    }
    p.segments.push_back(
        {.warp = 0, .interval = done / kRowsPerTemplate, .template_id = static_cast<u32>(r.templates.size())});
    p.barrier_lines.push_back(4);
    r.templates.push_back(std::move(coded));
  }
  r.patterns = {p};
  r.blocks = {{0, 0, 0, {}}};
  index_patterns(r);
  return r;
}

Recording large_recording(u32 size, u32 tile) {
  constexpr u32 kWarps = 4, kBK = 16;
  Recording r = description();
  r.kernel = "warp_tile";
  r.tensors[0] = matrix("A", size, size), r.tensors[1] = matrix("B", size, size),
  r.tensors[2] = matrix("C", size, size);
  r.grid_y = r.grid_x = (size + tile - 1) / tile;
  r.threads = 32 * kWarps;
  const u32 k_tiles = (size + kBK - 1) / kBK;
  r.selection = {{0, r.grid_y}, {0, r.grid_x}, {0, kWarps}};
  Template compute;
  for (int i = 0; i < 15; ++i) {  // 120 requests
    const Template part = compute_template(4, 0);
    compute.rows.insert(compute.rows.end(), part.rows.begin(), part.rows.end());
    compute.addresses.insert(compute.addresses.end(), part.addresses.begin(), part.addresses.end());
  }
  // Inside, at the right edge, at the lower edge, in the corner.
  for (const u32 mask : {0xffffffffu, 0x0fffffffu, 0x7fffffffu, 0x00ffffffu}) {
    const u32 copy = static_cast<u32>(r.templates.size());
    Template write_back;
    for (u32 row = 0; row < 128; ++row) add(write_back, {.mask = mask, .site = kStoreC, .base = 2}, row * size * 4, 16);
    r.templates.insert(r.templates.end(), {copy_template(mask, 0), compute, std::move(write_back)});
    Pattern& p = r.patterns.emplace_back();
    for (std::uint16_t warp = 0; warp < kWarps; ++warp) {
      for (u32 k = 0; k < k_tiles; ++k) {
        const Bases base{(warp * tile / kWarps * size + k * kBK) * 4, (k * kBK + warp) * size * 4, 0, 0};
        p.segments.push_back({.warp = warp, .interval = 2 * k, .template_id = copy, .base = base});
        p.segments.push_back({.warp = warp, .interval = 2 * k + 1, .template_id = copy + 1});
      }
      p.segments.push_back(
          {.warp = warp, .interval = 2 * k_tiles, .template_id = copy + 2, .base = {0, 0, warp * 256u, 0}});
    }
    for (u32 i = 0; i < 2 * k_tiles; ++i) p.barrier_lines.push_back(i % 2 == 0 ? 4 : 7);
    p.barrier_lines.push_back(0);
    if (size % tile == 0) break;
  }
  for (u32 y = 0; y < r.grid_y; ++y)
    for (u32 x = 0; x < r.grid_x; ++x) {
      const u32 pattern = ((x + 1) * tile > size ? 1u : 0u) + ((y + 1) * tile > size ? 2u : 0u);
      r.blocks.push_back({y, x, pattern, {y * tile * size * 4, x * tile * 4, (y * tile * size + x * tile) * 4, 0}});
    }
  index_patterns(r);
  return r;
}

Recording recording_with_z() {
  Recording r = read_file("tests/data/recorded/async_copy.gst").value();
  r.grid_x = 2, r.grid_y = 6, r.grid_z = 2;
  r.selection.block_x = {0, 2}, r.selection.block_z = {0, 2};
  for (u32 b = 0; b < r.blocks.size(); ++b) r.blocks[b].y = b / 2, r.blocks[b].x = b % 2;
  return r;
}

}  // namespace gemmscope::format::testing
