// SPDX-License-Identifier: MIT
/// @file cost_table.h
/// The cost of every request of a recording, computed once per template instead of once per request.
///
/// The cost of a shared request depends on its template row alone, that of a global one also on its base mod 128 (and
/// on where in memory its array begins, which is the same for all). So the requests of a recording fall into few
/// entries (template, bases mod 128), and everything that only adds up costs works on entries: a 4096 x 4096 x 4096
/// recording has 130 million requests and about ten entries.
#pragma once

#include <span>
#include <vector>

#include "tracing/analysis/bank_conflicts.h"
#include "tracing/analysis/scope.h"

namespace gemmscope::analysis {

/// What one request costs by one model.
struct ModelCost {
  std::uint8_t wavefronts = 0, ideal = 0, max_nway = 0;
  int excess() const { return wavefronts - ideal; }
};

/// What one request costs: `models` and `fused` for a shared one, the rest of the line below for a global one.
struct RequestCost {
  std::array<ModelCost, kConflictModels> models{};  ///< [ConflictModel]
  bool fused = false;                               ///< the fused model fuses its phases
  bool misaligned = false;                          ///< a fault: all counts are 0
  bool faulted = false;                             ///< the launch ended here (Recording::fault): all counts are 0
  std::uint8_t sectors = 0, lines = 0;
  std::uint8_t load_wavefronts = 0;  ///< of a global load, in L1 (l1_wavefronts.h)
  std::uint16_t useful_bytes = 0;

  bool counts() const { return !misaligned && !faulted; }
  const ModelCost& by(ConflictModel model) const { return models[static_cast<std::size_t>(model)]; }
};

/// The cost of one template row whose addresses are moved by `base`.
[[nodiscard]] RequestCost request_cost(const format::Recording& recording, const format::Template& coded,
                                       std::size_t row, std::uint32_t base);

/// Costs of all requests. Keeps no reference to the recording; immutable once built, so threads may share it.
class CostTable {
 public:
  /// Cost: about 0.5 us for each distinct template row, 10 ns for each segment of each group of blocks. A checked
  /// recording has few enough of both (format::check_effort).
  explicit CostTable(const format::Recording& recording);

  /// Requests that cost the same: rows of one template at the same bases mod 128. The rows among which one ended the
  /// launch are an entry of their own.
  struct Entry {
    std::uint32_t template_id = 0;
    std::size_t first = 0;  ///< index of row 0 in costs() and in count_requests()
    std::size_t rows = 0;
    format::Range k_tiles;  ///< of its rows in the main loop, counted from the segment's; empty without rows there
    bool epilogue = false;  ///< has rows after the main loop
  };

  /// Blocks that cost the same: those of one pattern at the same bases mod 128, in the tensors that it touches. The
  /// block whose request ended the launch has a group of its own.
  struct Group {
    std::uint32_t pattern = 0;
    std::vector<std::uint32_t> entry;  ///< per segment of the pattern
  };

  std::span<const Entry> entries() const { return entries_; }
  std::span<const Group> groups() const { return groups_; }
  std::uint32_t group_of_block(std::uint32_t block) const { return group_of_block_[block]; }

  /// The costs of an entry, one per template row.
  std::span<const RequestCost> costs(const Entry& entry) const { return {costs_.data() + entry.first, entry.rows}; }
  /// The costs of one segment's requests, in program order.
  std::span<const RequestCost> costs(std::uint32_t block, std::uint32_t segment) const {
    return costs(entries_[groups_[group_of_block_[block]].entry[segment]]);
  }
  std::size_t size() const { return costs_.size(); }

 private:
  std::vector<Entry> entries_;
  std::vector<RequestCost> costs_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> group_of_block_;
};

/// How many requests inside `scope` each row of each entry stands for.
///
/// Shapes   result[entry.first + row]; table.size() numbers.
/// Cost     one step per segment of each group; one per row of the segments that a k-tile range cuts.
[[nodiscard]] std::vector<std::uint64_t> count_requests(const format::Recording& recording, const CostTable& table,
                                                        const Scope& scope);

/// How many of these recorded blocks make no request: they return at once.
[[nodiscard]] std::uint32_t idle_blocks(const format::Recording& recording, format::Range blocks);

}  // namespace gemmscope::analysis
