// SPDX-License-Identifier: MIT
#include "kernels/broken.h"

#include <algorithm>
#include <deque>

#include "kernel_sources.h"  // generated from the .cuh files by kernels/CMakeLists.txt
#include "kernels/table.h"

namespace gemmscope::kernels {

namespace {

/// A row of the catalogue. `presets`: of the correct kernel, in the order of the edit; empty: its first. `text` is empty
/// if parameters make the mistake.
struct Entry {
  std::string_view name;
  std::vector<std::string_view> presets;
  std::string_view text;
  Mistake mistake;
  Preset own_tile{};  ///< instead of a preset: a tile that the correct kernel refuses
};

constexpr std::string_view kBarrierDivergence =
    "not all threads of a block reach its barriers, which was undefined before Volta";
constexpr std::string_view kMisaligned = "its accesses are misaligned: the GPU faults";

const std::vector<Entry>& entries() {
  using namespace texts;
  static const std::vector<Entry> all{
      {"coalesced_reads_C", {}, kcoalesced_reads_C_cuh,
       {.id = "B", .kernel = "coalesced", .what = "C is read and multiplied by beta even if beta is 0",
        .look_at = "the load of C: with beta = 0 there should be none, because 0 times NaN is NaN", .fixed = {},
        .M = 64, .N = 64, .K = 32}},
      {"shared_tile_no_barrier_before", {}, kshared_tile_no_barrier_before_cuh,
       {.id = "D", .kernel = "shared_tile", .what = "no barrier between copying the tiles and reading them",
        .look_at = "Shared, at the loads of Bs: cells that other warps write in the same barrier interval", .fixed = {},
        .M = 64, .N = 64, .K = 64}},
      {"shared_tile_no_barrier_after", {}, kshared_tile_no_barrier_after_cuh,
       {.id = "D", .kernel = "shared_tile", .what = "no barrier between reading the tiles and overwriting them",
        .look_at = "Timeline: a k-tile is copied in the same barrier interval as the products of the one before",
        .fixed = {}, .M = 64, .N = 64, .K = 64}},
      {"shared_tile_half_zeroed", {}, kshared_tile_half_zeroed_cuh,
       {.id = "Z", .kernel = "shared_tile", .what = "beyond the edge of K, zeros are stored to As but nothing to Bs",
        .look_at = "Shared, in the last k-tile: rows of Bs left over from the k-tile before", .fixed = {},
        .M = 64, .N = 64, .K = 40}},
      {"shared_tile_early_exit", {}, kshared_tile_early_exit_cuh,
       {.id = "E", .kernel = "shared_tile", .what = "threads beyond the edge of C exit before they have copied their part",
        .look_at = "Shared, in a block at the edge: columns of As that no thread writes", .fixed = {}, .M = 64, .N = 40,
        .K = 64, .not_on_gpu = kBarrierDivergence}},
      {"block_tile_half_copied", {"under64"}, "",
       {.id = "U", .kernel = "block_tile", .what = "8 threads copy a row of As, one element each, but a k-tile is 16 deep",
        .look_at = "Shared: columns of As and rows of Bs that are never written, but still read",
        .fixed = {{"load", "one_pass"}}, .M = 128, .N = 128, .K = 64}},
      {"block_tile_spilled", {"over32"}, "",
       {.id = "V", .kernel = "block_tile", .what = "8 threads copy a row of As, one element each, but a k-tile is 4 deep",
        .look_at = "Shared, at the stores: rows run into the next ones and past the ends of As and Bs",
        .fixed = {{"load", "one_pass"}}, .M = 64, .N = 64, .K = 16}},
      {"vectorized_roles_swapped", {"k6_small64"}, kvectorized_roles_swapped_cuh,
       {.id = "N", .kernel = "vectorized", .what = "the origins of blocks are computed with N and K swapped",
        .look_at = "Arrays: the rows of A for the second row of blocks; correct if N = K, and in the first row",
        .fixed = {}, .M = 128, .N = 64, .K = 16}},
      {"vectorized_one_pass", {"k6_small64", "k9_a6000", "k6_128"}, kvectorized_one_pass_cuh,
       {.id = "S", .kernel = "vectorized", .what = "the tiles are copied in one pass, however large they are",
        .look_at = "Shared: the half of As and Bs that no thread writes", .fixed = {}, .M = 128, .N = 128,
        .K = 32}},
      {"warp_tile_no_barrier_before", {"k10_a6000"}, kwarp_tile_no_barrier_before_cuh,
       {.id = "D", .kernel = "warp_tile", .what = "no barrier between copying the tiles and reading them",
        .look_at = "Shared, at the loads of As: cells that other warps write in the same barrier interval", .fixed = {},
        .M = 256, .N = 256, .K = 64}},
      {"warp_tile_no_barrier_after", {"k10_a6000"}, kwarp_tile_no_barrier_after_cuh,
       {.id = "D", .kernel = "warp_tile", .what = "no barrier between reading the tiles and overwriting them",
        .look_at = "Timeline: a k-tile is copied in the same barrier interval as the products of the one before",
        .fixed = {}, .M = 256, .N = 256, .K = 64}},
      {"warp_tile_long_stride", {}, kwarp_tile_long_stride_cuh,
       {.id = "R", .kernel = "warp_tile", .what = "a pass of the copy would move more rows than the tile has, so there is none",
        .look_at = "Shared: nothing is ever written; Timeline: no loads of A and B", .fixed = {}, .M = 64, .N = 64,
        .K = 16},
       {"stride64", "a tile with 4*NT/BK larger than BM", {64, 64, 8, 32, 16, 1, 4, 4, 256}}},
      {"warp_tile_no_warp_origin", {"k10_a6000"}, kwarp_tile_no_warp_origin_cuh,
       {.id = "W", .kernel = "warp_tile", .what = "every warp stores its tile of C in the place of the first warp's",
        .look_at = "Stores: one quarter of the block tile is written four times, the rest never", .fixed = {},
        .M = 256, .N = 256, .K = 32}},
      {"warp_tile_no_row_loop", {"k10_a6000"}, kwarp_tile_no_row_loop_cuh,
       {.id = "T", .kernel = "warp_tile", .what = "the first rows of a thread tile are read in place of all its rows",
        .look_at = "Writers: rows of As that no lane ever reads", .fixed = {}, .M = 256, .N = 256, .K = 32}},
      {"sgemm64_no_tail", {"maxas64"}, ksgemm64_no_tail_cuh,
       {.id = "K", .kernel = "sgemm64", .what = "the last K%8 columns of A and rows of B are left out, as in the original",
        .look_at = "Arrays, at the end: columns of A and rows of B that are never loaded",
        .fixed = {}, .M = 64, .N = 64, .K = 20}},
      {"sgemm64_no_barrier", {"maxas64"}, ksgemm64_no_barrier_cuh,
       {.id = "D", .kernel = "sgemm64", .what = "warps fill the other buffer without waiting for each other",
        .look_at = "Timeline: one barrier interval from the first k-tile to the end", .fixed = {}, .M = 64, .N = 64,
        .K = 64}},
      {"sgemm64_no_syncwarp", {"maxas64"}, ksgemm64_no_syncwarp_cuh,
       {.id = "Y", .kernel = "sgemm64", .what = "lanes exchange C through shared memory without waiting for each other",
        .look_at = "Shared, in the write-back: cells of Cs that one lane writes and another reads, with no __syncwarp between",
        .fixed = {}, .M = 64, .N = 64, .K = 16}},
      {"half_padded_misaligned", {}, "",
       {.id = "M", .kernel = "half_padded", .what = "16-byte accesses to rows that are padded by 4 bytes",
        .look_at = "Banks and Lanes: addresses that are not multiples of 16", .fixed = {{"pad", "2"}, {"width", "16"}},
        .M = 128, .N = 128, .K = 64, .not_on_gpu = kMisaligned}},
  };
  return all;
}

std::vector<Preset> presets_of(const Entry& entry, const KernelInfo& correct) {
  if (!entry.own_tile.name.empty()) return {entry.own_tile};
  if (entry.presets.empty()) return {correct.presets.front()};
  std::vector<Preset> all;
  for (const std::string_view name : entry.presets)
    all.push_back(*std::ranges::find(correct.presets, name, &Preset::name));
  return all;
}

KernelInfo broken(const Entry& entry) {
  KernelInfo info = *find_kernel(entry.mistake.kernel);
  info.name = entry.name;
  info.alias = "";
  info.summary = entry.mistake.what;
  info.mistake = &entry.mistake;
  const std::vector<Preset> presets = presets_of(entry, info);
  if (entry.text.empty()) {
    info.builds = entry.mistake.kernel;
    const auto first = std::ranges::find(info.presets, presets.front().name, &Preset::name);
    info.first_build = static_cast<std::size_t>(first - info.presets.begin());
  } else {
    static std::deque<std::string> paths;  // of the edits that made the texts
    info.source_path = paths.emplace_back("kernels/broken/" + std::string(entry.name) + ".edit");
    info.source_text = entry.text;
  }
  if (!entry.own_tile.name.empty()) info.violated_constraint = nullptr;
  info.presets = presets;
  return info;
}

}  // namespace

std::span<const KernelInfo> broken_kernels() {
  static const std::vector<KernelInfo> all = [] {
    std::vector<KernelInfo> made;
    for (const Entry& entry : entries()) made.push_back(broken(entry));
    return made;
  }();
  return all;
}

std::string where_it_shows(std::string_view kernel) {
  const std::string size = size_that_shows(kernel);
  const KernelInfo* const info = find_kernel(kernel);
  if (size.empty() || info->presets.size() == 1) return size;
  return size + " with " + std::string(info->presets.front().name);
}

std::string size_that_shows(std::string_view kernel) {
  const KernelInfo* const info = find_kernel(kernel);
  if (info == nullptr || info->mistake == nullptr) return {};
  const Mistake& m = *info->mistake;
  return std::to_string(m.M) + "x" + std::to_string(m.N) + "x" + std::to_string(m.K);
}

}  // namespace gemmscope::kernels
