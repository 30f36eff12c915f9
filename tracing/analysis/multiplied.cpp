// SPDX-License-Identifier: MIT
#include "tracing/analysis/multiplied.h"

#include <algorithm>

namespace gemmscope::analysis {

namespace {

/// The text of the kernel's body, between its braces; empty: there is none.
std::string_view body_of(std::string_view ptx, const std::string& kernel) {
  std::size_t begin = ptx.find(".entry " + kernel + "(");
  if (begin == ptx.npos) return {};
  begin = std::min(ptx.find('{', begin), ptx.size());
  int depth = 0;
  std::size_t end = begin;
  while (end < ptx.size()) {
    depth += ptx[end] == '{' ? 1 : ptx[end] == '}' ? -1 : 0;
    ++end;
    if (depth == 0) break;
  }
  return ptx.substr(begin, end - begin);
}

bool multiplies_matrices(std::string_view kernel) {
  constexpr std::string_view kInstructions[] = {"mma.sync", "mma.sp", "wgmma.mma",
                                                "tcgen05.mma"};  // wmma.mma.sync, too
  return std::ranges::any_of(kInstructions, [&](std::string_view each) { return kernel.find(each) != kernel.npos; });
}

}  // namespace

std::optional<bool> has_matrix_instructions(const format::Recording& recording) {
  const std::string_view kernel = body_of(recording.code.ptx, recording.code.entry);
  return kernel.empty() ? std::nullopt : std::optional(multiplies_matrices(kernel));
}

bool multiplies_doubles(const format::Recording& recording) {
  const std::string_view kernel = body_of(recording.code.ptx, recording.code.entry);
  const auto has = [&](std::string_view text) { return kernel.find(text) != kernel.npos; };
  return has("fma.rn.f64") && !has("fma.rn.f32") && !has("fma.rn.f16") && !has("fma.rn.bf16");
}

bool lanes_pass_on_values(const format::Recording& recording) {
  const std::string_view kernel = body_of(recording.code.ptx, recording.code.entry);
  return kernel.find("shfl.") != kernel.npos || kernel.find("redux.") != kernel.npos;
}

bool may_swap_an_index(const format::Recording& recording, const Tiles& tiles) {
  return tiles.stores_for_others && has_matrix_instructions(recording) == false && !lanes_pass_on_values(recording);
}

std::string_view element_multiplied(const format::Recording& recording, std::uint32_t bytes) {
  const std::string_view kernel = body_of(recording.code.ptx, recording.code.entry);
  const auto has = [&](std::string_view text) { return kernel.find(text) != kernel.npos; };
  if (bytes == 4 && has("fma.rn.f32") && !multiplies_matrices(kernel)) return "float";
  if (bytes == 2 && has(".f16") && !has("bf16")) return "half";
  return "";
}

}  // namespace gemmscope::analysis
