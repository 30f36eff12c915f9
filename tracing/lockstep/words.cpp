// SPDX-License-Identifier: MIT
// Loads and stores of words that a warp makes together: see bundles.h.
#include "tracing/lockstep/written.h"

namespace gemmscope::lockstep {
namespace {

/// Where all lanes' words are, if they are where the ones before were.
Stretch stretch_of(const Block& block, const Bundle& bundle) {
  if (bundle.shared) return {reinterpret_cast<std::uint64_t>(block.shared.data()), 0, block.shared.size()};
  const Allocation& array = block.found[bundle.first];
  return {0, array.address, array.bytes};
}

/// See written.h. A 64-bit address shares no register with the words, so it is still there.
void note_words(Block& block, const Warp& warp, const Bundle& bundle) {
  const Allocation& array = block.found[bundle.first];
  if (bundle.shared || array.written == nullptr) return;
  for (const std::uint32_t number : bundle.accesses) {
    const Access& access = block.program.accesses[number];
    if (may_matter(block, warp, access, array)) note_moved(block, warp, access, kAllLanes, addresses_of(warp, access));
  }
}

}  // namespace

void do_words(Block& block, Warp& warp, const Bundle& bundle, Mask active) {
  const auto move = bundle.stores ? block.moves.store_words : block.moves.load_words;
  const bool together = active == kAllLanes && (!bundle.stores || block.limits.values == nullptr);
  if (together && move(bundle.words, bundle.which.data(), stretch_of(block, bundle), warp.registers)) {
    if (bundle.stores) block.changes(warp);
    return note_words(block, warp, bundle);
  }
  for (const std::uint32_t access : bundle.accesses) do_access(block, warp, block.program.accesses[access], active);
}

}  // namespace gemmscope::lockstep
