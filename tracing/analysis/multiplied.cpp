// SPDX-License-Identifier: MIT
#include "tracing/analysis/multiplied.h"

#include <algorithm>
#include <set>

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

/// The types of the kernel's multiply-adds: "f32" of fma.rn.f32 and fma.rn.ftz.f32, "f16x2" of fma.rn.relu.f16x2.
std::set<std::string_view> types_multiplied(std::string_view kernel) {
  std::set<std::string_view> types;
  constexpr std::string_view kName = "fma.r";
  for (std::size_t at = kernel.find(kName); at != kernel.npos; at = kernel.find(kName, at + 1)) {
    std::string_view name = kernel.substr(at);
    name = name.substr(0, name.find_first_of(" \t"));
    types.insert(name.substr(name.rfind('.') + 1));
  }
  return types;
}

}  // namespace

std::optional<bool> has_matrix_instructions(const format::Recording& recording) {
  const std::string_view kernel = body_of(recording.code.ptx, recording.code.entry);
  return kernel.empty() ? std::nullopt : std::optional(multiplies_matrices(kernel));
}

Numbers numbers_multiplied(const format::Recording& recording) {
  const auto types = types_multiplied(body_of(recording.code.ptx, recording.code.entry));
  const auto are_all = [&](auto is) { return !types.empty() && std::ranges::all_of(types, is); };
  if (are_all([](std::string_view type) { return type == "f64"; })) return Numbers::kDouble;
  if (are_all([](std::string_view type) { return type.ends_with("16x2"); })) return Numbers::kHalfPairs;
  return Numbers::kFloat;
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
  if (bytes == 4 && types_multiplied(kernel).contains("f32") && !multiplies_matrices(kernel)) return "float";
  if (bytes == 2 && has(".f16") && !has("bf16")) return "half";
  return "";
}

}  // namespace gemmscope::analysis
