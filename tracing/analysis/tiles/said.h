// SPDX-License-Identifier: MIT
/// @file said.h
/// Tiles that comments of the source state:
///
///   // gemmscope: C = A * B^T                     what is multiplied; A[M][K] in place of A gives its rows, too
///   // gemmscope: As[BK][BM + PA] = A^T           where a shared array has its elements: row k, column m has A[m][k]
///   // gemmscope: Bs[2][BK][BN] = B, swizzled     two buffers; each row has its elements in an order of its own
///   // gemmscope: block tile BM x BN, warp tile WM x WN, thread tile TM x TN, k-tile BK
///
/// A matrix is meant as it is in memory, row after row; ^T is the same with rows and columns exchanged. Numbers may be
/// computed from constants, template arguments and scalar parameters. Above the kernel or in it, behind the kernel
/// before it. A comment is of one line, and may state several things.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// Where it is said, and how.
struct SaidIn {
  std::uint32_t line = 0;  ///< of the recording's source, 1-based
  std::string text;        ///< "As[BK][BM + PA] = A^T"
  friend bool operator==(const SaidIn&, const SaidIn&) = default;
};

/// C = A * B.
struct SaidRoles : SaidIn {
  struct Factor {
    std::uint16_t tensor = 0;  ///< index into Recording::tensors
    bool transposed = false;   ///< ^T
    friend bool operator==(const Factor&, const Factor&) = default;
  };
  std::uint16_t C = 0;
  Factor A, B;
  std::uint32_t C_rows = 0;  ///< M of C[M][N]; 0: not said, or its value is not known
  friend bool operator==(const SaidRoles&, const SaidRoles&) = default;
};

/// As[buffers][rows][columns] = A or A^T.
struct SaidTile : SaidIn {
  std::uint16_t shared = 0, matrix = 0;  ///< indices into Recording::tensors
  bool transposed = false;               ///< ^T
  bool swizzled = false;                 ///< which element of a row is where is not said
  std::uint32_t buffers = 1, rows = 0, columns = 0;
  friend bool operator==(const SaidTile&, const SaidTile&) = default;
};

/// What of C a block, a warp or a thread computes; or how many k's a tile has.
struct SaidShape : SaidIn {
  enum class Of : std::uint8_t { kBlock, kWarp, kThread, kKTile } of = Of::kBlock;
  std::uint32_t rows = 0, columns = 0;  ///< of kKTile, both are its k's
  friend bool operator==(const SaidShape&, const SaidShape&) = default;
};

struct Said {
  std::optional<SaidRoles> roles;
  std::vector<SaidTile> tiles;
  std::vector<SaidShape> shapes;
  /// What cannot be applied; `text`: why, in a sentence without its full stop.
  std::vector<SaidIn> left_out;

  bool none() const { return !roles && tiles.empty() && shapes.empty() && left_out.empty(); }
  friend bool operator==(const Said&, const Said&) = default;
};

/// Cost     the texts are read if they have a comment of this kind: milliseconds.
/// Limits   64 statements.
[[nodiscard]] Said said_in(const format::Recording& recording);

}  // namespace gemmscope::analysis
