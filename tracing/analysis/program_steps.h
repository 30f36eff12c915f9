// SPDX-License-Identifier: MIT
/// @file program_steps.h
/// Which statements of a program's PTX its sites are, and when a warp's requests come in the program's order.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/ptx/kernel_graph.h"

namespace gemmscope::analysis {

inline constexpr std::uint32_t kNoStatement = ptx::kNoIndex;  ///< a request whose step is unknown

/// One request of a template.
struct ProgramTime {
  std::uint32_t step = kNoStatement;  ///< of ProgramSteps::graph()
  std::uint32_t when = 0;             ///< ProgramSteps::when()
};

class ProgramSteps {
 public:
  /// Null: the recording has no PTX, or PTX that cannot be followed.
  [[nodiscard]] static std::shared_ptr<const ProgramSteps> of(const format::Recording& recording);

  [[nodiscard]] const ptx::KernelGraph& graph() const { return *graph_; }
  [[nodiscard]] const std::vector<std::uint32_t>& steps_of(std::uint16_t site) const { return of_site_[site]; }
  /// Its line in the kernel's own file, or that of the call: as sites have it.
  [[nodiscard]] std::uint32_t line(std::uint32_t step) const { return lines_[step]; }
  /// The lines of the recording's texts that the step belongs to, from the innermost function outward; never empty.
  /// Copies of an inlined function are distinguished as far as possible, so these may be other lines than the site's.
  [[nodiscard]] const std::vector<format::Place>& places(std::uint32_t step) const { return places_[step]; }
  /// Whether the second of two accesses belongs to a later pass of an unrolled loop: between the two, something is
  /// accessed on the second's line as by the second, and after that on the first's line as by the first.
  [[nodiscard]] bool is_in_later_copy(std::uint32_t first, std::uint32_t second) const;
  [[nodiscard]] bool is_store(std::uint32_t step) const { return graph_->statement(step).base == "st"; }
  /// Whether the site adds to a number, by an atomic operation: a load beside it may find a part of the sum.
  [[nodiscard]] bool adds(std::uint16_t site) const;
  struct Lines {
    std::uint32_t one = 0, other = 0;
    std::uint16_t file = 0;  ///< format::Place::file
  };
  /// The lines of two steps in the outermost function in which they belong to two statements.
  [[nodiscard]] Lines lines_in_one_function(std::uint32_t one, std::uint32_t other) const;
  /// Whether the store's value is computed from the value that the load found at the same address, or that value
  /// decides whether the store is made.
  [[nodiscard]] bool changes(std::uint32_t load, std::uint32_t store) const;
  /// Whether the store changes the value of some load in this way.
  [[nodiscard]] bool is_change(std::uint32_t store) const;
  /// Whether this change replaces what another thread stores between the load and the store: an atomic operation that
  /// looks at the value again does not.
  [[nodiscard]] bool loses(std::uint32_t load, std::uint32_t store) const;
  /// The site of a store that changes what the step loads in this way; 0xffff: there is none.
  [[nodiscard]] std::uint16_t site_of_change(std::uint32_t load) const;
  /// Whether an atomic operation that looks again follows, so that it does not matter what the load finds.
  [[nodiscard]] bool is_first_look(std::uint32_t load) const;
  /// Whether a thread gets from one to the other past a barrier, which other threads do not pass, but not back.
  [[nodiscard]] bool leads_past_barriers(std::uint32_t from, std::uint32_t to) const;
  /// Whether threads that store, and get to no load in the PTX, get to this one in the source: nvcc has kept the value
  /// in a register for them.
  [[nodiscard]] bool is_read_later(std::uint32_t store, std::uint32_t load) const;
  /// The lines of grid.sync(): a block reaches two barriers there, and waits for all other blocks between the two.
  [[nodiscard]] const std::set<std::uint32_t>& grid_barriers() const { return grid_barriers_; }
  /// The barrier before each interval of a block, as far as the lines of barriers and the work after each show;
  /// kNoStatement: the kernel's beginning, or unknown.
  [[nodiscard]] std::vector<std::uint32_t> barriers_before(const format::Pattern& pattern) const;
  /// For a template's rows, after that barrier.
  [[nodiscard]] const std::vector<ProgramTime>& times(std::uint32_t template_id, std::uint32_t barrier) const;
  /// When a program would do it, if it did everything in one thread: by the passes of loops, from the outermost in, and
  /// by the place in the code. For comparison with those of other warps between the same two barriers.
  [[nodiscard]] const std::vector<std::uint32_t>& when(std::uint32_t number) const { return *whens_[number]; }
  [[nodiscard]] std::size_t whens() const { return whens_.size(); }

 private:
  ProgramSteps() = default;
  void find_lines(const format::Recording& recording);
  void find_sites(const format::Recording& recording);
  void find_grid_barriers();
  [[nodiscard]] std::size_t fitting(std::uint32_t template_id, std::uint32_t barrier) const;

  const format::Recording* recording_ = nullptr;
  std::unique_ptr<const ptx::Module> module_;
  std::unique_ptr<const ptx::KernelGraph> graph_;
  std::vector<std::uint32_t> lines_;
  std::vector<std::vector<format::Place>> called_, places_;
  std::vector<std::vector<std::uint32_t>> of_site_;
  std::set<std::uint32_t> grid_barriers_;
  mutable std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<ProgramTime>> times_;
  mutable std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;  ///< of `whens_`
  mutable std::vector<const std::vector<std::uint32_t>*> whens_;
  mutable std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> fitting_;
  mutable std::map<std::pair<std::uint32_t, std::uint32_t>, bool> changes_;
  mutable std::map<std::pair<std::uint32_t, std::uint32_t>, bool> loses_, is_read_later_, leads_, later_copies_;
  mutable std::map<std::uint32_t, bool> is_change_, is_first_look_;  ///< by step
  mutable std::map<std::uint32_t, std::uint16_t> site_of_change_;
};

}  // namespace gemmscope::analysis
