// SPDX-License-Identifier: MIT
/// @file row.h
/// An operation as the table of its file has it: a constant, and so the name still in parts. operation.cpp puts them
/// together, once, when the first operation is looked for: names that templates make take long to compile.
#pragma once

#include <array>
#include <span>

#include "tracing/lockstep/operation.h"

namespace gemmscope::lockstep {

/// A mnemonic: its parts one after the other, up to the first null.
using Name = std::array<const char*, 6>;

struct Row {
  Name name;
  std::array<Holds, kMostOperands> operands;
  Run run;
  std::uint8_t results = 1;
};
struct MatrixRow {
  Name name;
  std::array<MatrixOperation::Fragment, 4> fragments{};
  Run run = nullptr;
};

/// All tables of one set of vector instructions.
struct Tables {
  std::span<const std::span<const Row>> families;
  std::span<const MatrixRow> matrices;
};

}  // namespace gemmscope::lockstep
