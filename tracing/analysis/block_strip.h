// SPDX-License-Identifier: MIT
/// @file block_strip.h
/// How often one block loads, or stores, each element of a matrix.
#pragma once

#include <span>
#include <vector>

#include "tracing/analysis/reuse_counts.h"
#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// The global requests of a template, lanes with one address joined.
struct DistinctAccesses {
  struct Access {
    std::uint32_t address = 0;  ///< as in the template
    std::uint32_t lanes = 0;
  };
  struct Row {
    std::uint32_t first = 0, count = 0;  ///< in `accesses`
    std::uint32_t k_tile = 0;            ///< Row::k_tile
    std::uint16_t residues = 0;          ///< bit r: an address in memory is r mod 16
    std::uint16_t site = 0;
    std::uint8_t tensor = 0, width = 0;

    bool misaligned(std::uint32_t base) const;  ///< faults when its addresses are moved by `base`
  };
  std::vector<Row> rows;
  std::vector<Access> accesses;

  std::span<const Access> of(const Row& row) const { return {accesses.data() + row.first, row.count}; }
};
/// [template]
std::vector<DistinctAccesses> distinct_accesses(const format::Recording& recording);

/// A rectangle of a matrix in the order of its memory: lines are rows, of a column-major matrix columns.
struct Strip {
  std::uint32_t line = 0, place = 0, lines = 0, places = 0;
  std::vector<Touches> elements;  ///< [line * places + place]
  std::uint64_t outside = 0;      ///< elements outside the matrix that lanes access; in no other figure
};

/// What is counted in a strip.
struct StripOf {
  std::uint16_t tensor = 0;
  format::Op op = format::Op::kLoad;
};
/// Blocks that do the same to a matrix.
struct BlocksAt {
  std::uint32_t pattern = 0, base = 0;  ///< Block::pattern, Block::base of that matrix
  friend auto operator<=>(const BlocksAt&, const BlocksAt&) = default;
};

/// Elements and steps that may still be spent.
struct StripBudget {
  std::uint64_t elements = 1u << 24;  ///< of all strips together: 128 MiB
  std::uint64_t steps = 1u << 28;     ///< elements touched by requests: about a second
};

/// One of `blocks` with all its requests.
///
/// Returns  false where the budget does not suffice.
/// Cost     two passes over the block's requests to that matrix, some nanoseconds for each distinct address.
[[nodiscard]] bool count_strip(const format::Recording& recording, const std::vector<DistinctAccesses>& accesses,
                               BlocksAt blocks, StripOf what, StripBudget& budget, Strip& strip);

}  // namespace gemmscope::analysis
