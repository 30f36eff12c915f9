// SPDX-License-Identifier: MIT
// Loads and stores of words that a warp makes together: see bundles.h.
#include "tracing/lockstep/block.h"

namespace gemmscope::lockstep {
namespace {

/// Where all lanes' words are, if they are where the ones before were.
Stretch stretch_of(const Block& block, const Bundle& bundle) {
  if (bundle.shared) return {reinterpret_cast<std::uint64_t>(block.shared.data()), 0, block.shared.size()};
  const Allocation& array = block.found[bundle.first];
  return {0, array.address, array.bytes};
}

}  // namespace

void do_words(Block& block, Warp& warp, const Bundle& bundle, Mask active) {
  const auto move = bundle.stores ? block.moves.store_words : block.moves.load_words;
  if (active == kAllLanes && move(bundle.words, bundle.which.data(), stretch_of(block, bundle), warp.registers)) {
    if (bundle.stores) block.changes(warp);
    return;
  }
  for (const std::uint32_t access : bundle.accesses) do_access(block, warp, block.program.accesses[access], active);
}

}  // namespace gemmscope::lockstep
