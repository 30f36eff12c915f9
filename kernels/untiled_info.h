// SPDX-License-Identifier: MIT
/// @file untiled_info.h
/// What the table rows of naive and coalesced have in common.
#pragma once

#include "kernels/01_naive.h"
#include "kernels/parameters.h"

namespace gemmscope::kernels {

inline constexpr ParameterInfo kNaiveParameters[] = {
    {"BM", "rows of C that a block computes, and columns", 1, 32, {}, ""},
};

inline BlockGeometry naive_geometry(const Variant& v) {
  const int side = v["BM"];
  return {.BM = side, .BN = side, .BK = 1, .NT = side * side, .shared_bytes = 0, .tiles = {}};
}

/// A recording counts k-tiles, here single steps of K, in 16 bits (format::Row::k_tile).
inline std::string naive_violated_size(const Variant&, long long, long long, long long K) {
  return K < 65536 ? "" : "K must be below 65536: a kernel without tiles is recorded step by step";
}

inline constexpr std::string_view kUntiledLayouts[] = {""};

inline KernelInfo untiled_info(std::string_view name, std::string_view summary, std::string_view path, std::string_view text) {
  return {.name = name,
          .summary = summary,
          .source_path = path,
          .source_text = text,
          .parameters = kNaiveParameters,
          .presets = presets_of(kNaivePresets),
          .layouts = kUntiledLayouts,
          .geometry = &naive_geometry,
          .violated_constraint = &square_violated,
          .violated_size = &naive_violated_size};
}

}  // namespace gemmscope::kernels
