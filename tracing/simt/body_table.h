// SPDX-License-Identifier: MIT
/// @file body_table.h
/// The instantiations of the kernels for the emulator; bodies_plain.cpp and bodies_traced.cpp compile one policy each.
#pragma once

#include <array>

#include "kernels/table.h"
#include "tracing/simt/block_runner.h"

namespace gemmscope::simt {

/// The forms of one preset: with the widths of fragment reads fixed where that is common, and for everything else.
struct BodyTable {
  int widest_vecA = 0, widest_vecB = 0;
  BlockRunner::Body widest = nullptr, scalar = nullptr, mixed = nullptr, edges = nullptr;
};
using BodyTables = std::array<BodyTable, kernels::kWarpTilePresetCount>;

const BodyTables& plain_bodies();
const BodyTables& traced_bodies();

}  // namespace gemmscope::simt
