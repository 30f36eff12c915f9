// SPDX-License-Identifier: MIT
/// @file kernel_graph.h
/// What a thread may do after what: the statements of a kernel and of the functions that it calls as one graph, with
/// one copy of a function for each call of it.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "tracing/ptx/flow.h"
#include "tracing/ptx/module.h"
#include "tracing/ptx/shared_bases.h"

namespace gemmscope::ptx {

/// A statement of one call of its function.
struct Step {
  std::uint32_t statement = 0;  ///< of the function's code
  std::uint32_t frame = 0;      ///< KernelGraph::frames
};

/// A function as it is called at one place.
struct Frame {
  const Function* function = nullptr;
  std::uint32_t caller = kNoIndex;   ///< the caller's frame; kNoIndex: it is the kernel
  std::uint32_t call = 0;            ///< the step that calls it
  std::uint32_t first_register = 0;  ///< its registers are counted from here
};

/// How a thread gets from one step to another without a barrier of its block between the two.
enum class Way : std::uint8_t {
  kNone,    ///< not at all
  kOnward,  ///< without a further pass of a loop that has both
  kAround,  ///< only in a later pass of a loop that has both
};

class KernelGraph {
 public:
  /// Nothing: functions call themselves, or there are more than 1 << 17 steps, or too many loops. The module must
  /// outlive it.
  [[nodiscard]] static std::optional<KernelGraph> of(const Module& module, const Function& kernel);

  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
  [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }
  [[nodiscard]] const std::vector<BasicBlock>& blocks() const { return blocks_; }
  [[nodiscard]] const Function& function(std::uint32_t step) const { return *frames_[steps_[step].frame].function; }
  [[nodiscard]] const Statement& statement(std::uint32_t step) const {
    return function(step).code[steps_[step].statement];
  }
  [[nodiscard]] std::uint32_t block_of(std::uint32_t step) const { return block_of_[step]; }
  [[nodiscard]] std::uint32_t registers() const { return registers_; }

  /// A number that grows along every way, except where a loop begins again; a loop's steps are neighbours.
  [[nodiscard]] std::uint32_t place(std::uint32_t step) const { return place_[step]; }
  /// The numbers of the loops that have the block, the outermost first.
  [[nodiscard]] const std::vector<std::uint32_t>& loops_of(std::uint32_t block) const { return loops_of_[block]; }
  [[nodiscard]] bool has(std::uint32_t loop, std::uint32_t block) const { return loops_[loop].has[block]; }
  /// The block at which a pass of the loop begins.
  [[nodiscard]] std::uint32_t header(std::uint32_t loop) const { return loops_[loop].header; }
  /// Where all lanes that leave a block have met again: see meeting_blocks().
  [[nodiscard]] std::uint32_t meeting(std::uint32_t block) const { return meetings_[block]; }
  [[nodiscard]] bool is_barrier(std::uint32_t step) const { return is_barrier_[step]; }

  /// For a step that accesses shared memory: see shared_bases_of().
  [[nodiscard]] const SharedBases& shared_bases(std::uint32_t step) const;

  /// The blocks that a thread reaches from behind a barrier, or from the kernel's beginning (kNoIndex), without another
  /// barrier.
  [[nodiscard]] const std::vector<bool>& blocks_behind(std::uint32_t barrier) const;
  [[nodiscard]] Way way(std::uint32_t from, std::uint32_t to) const;
  /// Whether each of these ways passes the place before step `at`.
  [[nodiscard]] bool parts(std::uint32_t at, std::uint32_t from, std::uint32_t to) const;

 private:
  struct Loop {
    std::uint32_t header = 0;
    std::vector<bool> has;  ///< by block
    std::uint32_t size = 0;
  };
  class Builder;

  KernelGraph() = default;
  /// Walks that begin no pass of a loop that has both ends, unless `around`; and that pass no barrier.
  [[nodiscard]] bool gets_to(std::uint32_t from, std::uint32_t to, bool around, std::uint32_t without) const;

  const Module* module_ = nullptr;
  std::vector<Step> steps_;
  std::vector<Frame> frames_;
  mutable std::map<const Function*, std::vector<SharedBases>> bases_;
  mutable std::map<std::uint32_t, std::vector<bool>> behind_;  ///< by barrier
  std::vector<bool> is_barrier_;
  std::uint32_t registers_ = 0;
  std::vector<BasicBlock> blocks_;
  std::vector<std::uint32_t> block_of_, place_, meetings_;
  std::vector<std::uint32_t> order_;  ///< of each block: as in `place_`; kNoIndex: no thread gets there
  std::vector<Loop> loops_;
  std::vector<std::vector<std::uint32_t>> loops_of_;
  mutable std::map<std::pair<std::uint32_t, std::uint32_t>, Way> known_;  ///< by blocks
};

/// Whether all threads of a block meet there: bar.sync 0 and similar ones, without a number of threads.
[[nodiscard]] bool is_block_barrier(const Function& function, const Statement& statement);

}  // namespace gemmscope::ptx
