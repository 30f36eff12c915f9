// SPDX-License-Identifier: MIT
#include "tracing/runtime/shared_reaches.h"

#include <bit>

#include "tracing/lockstep/slice.h"

namespace gemmscope::runtime {
namespace {

using lockstep::kLanes;

constexpr std::uint64_t kMostSteps = 50'000'000, kMostStepsWithData = 5'000'000;

class Reaches : public lockstep::Listener {
 public:
  std::map<std::uint32_t, Accessed> by_statement;

  void request(std::uint32_t warp, const lockstep::Access& access, lockstep::Space where, lockstep::Mask lanes,
               std::span<const std::uint64_t, kLanes> addresses) override {
    if (where != lockstep::Space::kShared) return;
    Accessed& accessed = by_statement[access.statement];
    Stretch& of_warp = accessed.by_warp[warp];
    const std::uint64_t first = addresses[static_cast<std::size_t>(std::countr_zero(lanes))];
    for (; lanes != 0; lanes &= lanes - 1) {
      const std::uint64_t at = addresses[static_cast<std::size_t>(std::countr_zero(lanes))];
      of_warp.add({at, at + access.width()});
      accessed.differs = accessed.differs || at != first;
    }
    accessed.reach.add(of_warp);
    accessed.stores = accessed.stores || access.kind != lockstep::AccessKind::kLoad;
    accessed.loads = accessed.loads || access.kind != lockstep::AccessKind::kStore;
    accessed.is_wide = accessed.is_wide || (access.count > 1 && access.matrices == 0);
  }
};

/// Leaves global memory as it is: no store changes it, and no atomic operation. False: it is not known what would.
bool keep_global(lockstep::Program& program) {
  using enum lockstep::Does;
  for (const lockstep::Instruction& i : program.code)
    if (i.does == kBulk || i.does == kBulkStore || i.does == kMbarrier) return false;
  for (lockstep::Access& access : program.accesses) {
    if (access.kind == lockstep::AccessKind::kLoad || !access.moves) continue;
    if (access.space == lockstep::Space::kGeneric) return false;
    if (access.space == lockstep::Space::kGlobal) access.moves = false;
  }
  return true;
}

}  // namespace

std::optional<std::map<std::uint32_t, Accessed>> accessed_by_first_block(const lockstep::Program& program,
                                                                         const lockstep::Launch& launch,
                                                                         const lockstep::Allocations& allocations,
                                                                         bool memory_is_here) {
  auto slice = lockstep::slice_of(program);
  if (!slice || (!slice->closed && (!memory_is_here || !keep_global(slice->program)))) return std::nullopt;
  Reaches reaches;
  std::vector<lockstep::Fault> faults;
  std::string printed;
  const lockstep::Limits limits{.steps = slice->closed ? kMostSteps : kMostStepsWithData};
  const bool ends = run_block(slice->program, launch, allocations, 0, &reaches, faults, limits, &printed);
  if (!ends || !faults.empty()) return std::nullopt;
  return std::move(reaches.by_statement);
}

}  // namespace gemmscope::runtime
