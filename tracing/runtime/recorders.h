// SPDX-License-Identifier: MIT
/// @file recorders.h
/// What hears a launch that is recorded.
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tracing/lockstep/stored_values.h"
#include "tracing/runtime/cut_shared.h"
#include "tracing/runtime/modules.h"
#include "tracing/runtime/pointers.h"
#include "tracing/runtime/undefined_uses.h"
#include "tracing/runtime/unwritten.h"

namespace gemmscope::runtime {

/// A variable of the module that a kernel names.
struct NamedVariable {
  std::uint64_t address = 0;
  std::string name;  ///< as in the source
  std::uint64_t bytes = 0;
  bool is_constant = false;
  bool is_like_struct = false;  ///< the kernel only loads it, at places that PTX says
};

/// What hears a launch: a recorder for each host thread, or for each block where more of them run side by side.
class Recorders {
 public:
  Recorders(const Kernel& kernel, const lockstep::Launch& launch, const format::Selection& selection,
            const lockstep::Allocations& allocations, bool memory_is_here, const Lines& lines, const ReadWords& read,
            unsigned threads);
  /// As if they had heard nothing. From now on the arrays of global memory are the program's allocations.
  void renew();
  /// Likewise, but if parameters of the kernel point into one allocation, each is an array, up to where the next one
  /// begins: programs lay A, B and C into one, and requests to them move differently from block to block. False: there
  /// are none.
  bool split();
  /// That is wrong, as a warp has asked for two of them at once.
  [[nodiscard]] bool have_trouble() const;
  /// The lowest block that faulted, of all.
  [[nodiscard]] std::optional<FaultedBlock> faulted() const;
  /// Whether values are followed that wait in local memory.
  [[nodiscard]] bool follow_local() const { return origins_.follows_local; }
  /// Recorder::joined() of all.
  [[nodiscard]] std::uint32_t joined() const;
  /// The arrays of global memory.
  [[nodiscard]] const lockstep::Allocations& allocations() const { return parts_ ? *parts_ : allocations_; }
  [[nodiscard]] std::deque<Recorder>& all() { return all_; }
  /// What is to be run where the recorders listen: the kernel, which also tells them what carries.
  [[nodiscard]] const lockstep::Program& program() const { return carrying_ ? *carrying_ : program_; }
  [[nodiscard]] const std::deque<Recorder>& all() const { return all_; }
  [[nodiscard]] const Arrays& arrays() const { return *arrays_; }
  [[nodiscard]] const SharedArrays& shared() const { return shared_; }
  /// Is to be told of loads from those arrays of memory that was never written. Unless it is asked for, the recording
  /// says nothing about that.
  [[nodiscard]] UnwrittenReads& watcher() { return watcher_.emplace(selection_, launch_, *arrays_); }
  [[nodiscard]] const UnwrittenReads* watched() const { return watcher_ ? &*watcher_ : nullptr; }
  /// Receives the undefined values that the launch uses. Unless this is requested, the recording says nothing about
  /// them.
  [[nodiscard]] UndefinedUses& follower() { return undefined_.emplace(selection_, launch_, *arrays_, shared_.named); }
  [[nodiscard]] const UndefinedUses* undefined() const { return undefined_ ? &*undefined_ : nullptr; }
  /// Ids of allocations that the launch loads from, that were wholly unwritten before it, and that it does not change,
  /// as far as the recorders have heard. Only if all blocks are recorded.
  [[nodiscard]] std::set<std::uint32_t> unfilled() const;
  /// Is to be told what the launch stores. Unless it is asked for, the recording says nothing of that.
  [[nodiscard]] lockstep::StoredValues& to_be_told() { return values_.emplace(); }
  /// Whether threads of a block have stored to one place between two barriers, as far as the recorders have looked.
  [[nodiscard]] bool have_common_stores() const;
  [[nodiscard]] const lockstep::StoredValues* values() const { return values_ ? &*values_ : nullptr; }
  /// Names and values of the constants that the kernel names and that are numbers, or members of structs that are:
  /// "scene.width", "40".
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& numbers() const { return numbers_; }

 private:
  /// The plan for what is in memory now.
  [[nodiscard]] PlannedArrays plan() const;
  void begin(const PlannedArrays& plan);

  const Kernel& kernel_;
  const lockstep::Program& program_;
  const lockstep::Launch& launch_;
  const format::Selection& selection_;
  const lockstep::Allocations& allocations_;
  const Lines& lines_;
  const ReadWords& read_;
  const lockstep::Origins origins_;
  std::optional<lockstep::Program> carrying_;  ///< the program that tells what carries, where anything does
  const SharedArrays shared_;
  const std::vector<NamedVariable> variables_;
  const std::vector<std::pair<std::string, std::string>> numbers_;
  const MeantArray meant_;
  unsigned threads_;
  std::optional<lockstep::Allocations> parts_;
  PlannedArrays plan_;  ///< of the program's allocations
  std::optional<Arrays> arrays_;
  std::deque<Recorder> all_;
  std::optional<UnwrittenReads> watcher_;
  std::optional<UndefinedUses> undefined_;
  std::optional<lockstep::StoredValues> values_;
};

}  // namespace gemmscope::runtime
