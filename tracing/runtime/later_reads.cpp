// SPDX-License-Identifier: MIT
#include "tracing/runtime/later_reads.h"

namespace gemmscope::runtime {

void LaterReads::used(std::uint64_t block, const lockstep::UndefinedSource& source, const lockstep::UndefinedUse& use) {
  if (source.of != format::Undefined::Of::kGlobal) return;
  const std::scoped_lock lock(mutex_);
  const auto [known, is_new] =
      by_statement_.try_emplace(source.statement, Read{block, source.address, source.statement, use.use});
  if (!is_new && block < known->second.block) known->second = {block, source.address, source.statement, use.use};
}

std::optional<LaterReads::Read> LaterReads::first(const lockstep::Allocations& allocations) const {
  std::optional<Read> first;
  for (const auto& [statement, read] : by_statement_) {
    const lockstep::Allocation* const array = allocations.find(read.address);
    const bool decides = read.use != format::Undefined::Use::kStore;
    if (array == nullptr || (!decides && array->is_blank())) continue;
    if (!first || read.block < first->block) first = read;
  }
  return first;
}

}  // namespace gemmscope::runtime
