// SPDX-License-Identifier: MIT
#include "app/words/scope_words.h"

#include <vector>

#include "app/words/number.h"
#include "tracing/format/block_name.h"

namespace gemmscope::words {
namespace {

std::string of(std::uint64_t recorded, std::uint64_t all, const std::string& things) {
  return thousands(recorded) + " of " + thousands(all) + " " + things;
}

std::string counted_like_others(std::uint64_t n, const std::string& thing, const char* matrix) {
  return count_of(n, thing) + " unlike the recorded ones (at the edge of " + matrix + " or not) counted the same";
}

}  // namespace

std::string scope_in_words(const format::Recording& recording, const analysis::Scope& scope) {
  const bool whole =
      scope.unrecorded && !recording.fault &&
      recording.selection.blocks() == std::uint64_t{recording.grid_y} * recording.grid_x;
  if (scope.blocks == analysis::kEverything) return whole ? "whole kernel" : "recorded part";
  if (scope.blocks.begin >= recording.blocks.size()) return "no block";
  const format::Block& first = recording.blocks[scope.blocks.begin];
  const std::string block = "block " + block_name(recording, first);
  if (scope.k_tiles == analysis::kEverything || !recording.tiles_known()) return block;
  return (scope.epilogue ? "write-back" : "k-tile " + thousands(scope.k_tiles.begin)) + " of " + block;
}

std::string basis_in_words(const analysis::Basis& basis) {
  std::string text;
  const auto add = [&](std::uint64_t recorded, std::uint64_t all, const std::string& things) {
    if (recorded != all) text += (text.empty() ? "computed from " : " and ") + of(recorded, all, things);
  };
  add(basis.blocks, basis.all_blocks, "blocks");
  add(basis.k_tiles, basis.all_k_tiles, "k-tiles");
  return text;
}

std::string left_out_in_words(const analysis::Basis& basis) {
  std::string text;
  if (basis.warps != basis.all_warps)
    text = "not counted: " + of(basis.all_warps - basis.warps, basis.all_warps, "warps");
  if (!basis.write_back) text += (text.empty() ? "not counted: " : " and ") + std::string("the write-back");
  return text;
}

std::string differing_in_words(const analysis::Basis& basis) {
  std::string text = basis.unlike_blocks != 0 ? "edge blocks differ" : "";
  if (basis.unlike_k_tiles != 0) text += (text.empty() ? "" : ", ") + std::string("the last k-tile differs");
  if (!basis.alike) text += (text.empty() ? "" : ", ") + std::string("the recorded parts differ");
  return text;
}

std::string caveat_in_words(const analysis::Basis& basis) {
  std::vector<std::string> parts;
  if (basis.unlike_blocks != 0) parts.push_back(counted_like_others(basis.unlike_blocks, "block", "C"));
  if (basis.unlike_k_tiles != 0) parts.push_back(counted_like_others(basis.unlike_k_tiles, "k-tile", "K"));
  if (!basis.alike) parts.emplace_back("the recorded parts differ");
  if (!basis.write_back) parts.emplace_back("the write-back is not recorded");
  if (basis.warps != basis.all_warps)
    parts.push_back("only " + of(basis.warps, basis.all_warps, "warps") + " per block are recorded");
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "Not exact: " : "; ") + part;
  return text.empty() ? text : text + ".";
}

}  // namespace gemmscope::words
