// SPDX-License-Identifier: MIT
// Loads and stores of words that a warp makes together: see bundles.h.
#include <cstring>

#include "tracing/lockstep/touched_memory.h"
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
[[gnu::noinline]] void note_words(Block& block, const Warp& warp, const Bundle& bundle, const Allocation& array) {
  for (const std::uint32_t number : bundle.accesses) {
    const Access& access = block.program.accesses[number];
    if (may_matter(block, warp, access, array)) note_moved(block, warp, access, kAllLanes, addresses_of(warp, access));
  }
}

/// Likewise.
void note_touched(Block& block, const Warp& warp, const Bundle& bundle) {
  if (bundle.shared || block.limits.touched == nullptr) return;
  for (const std::uint32_t number : bundle.accesses) {
    const Access& access = block.program.accesses[number];
    block.limits.touched->note(access, kAllLanes, addresses_of(warp, access), access.width());
  }
}

/// Loads in loops mostly go on as they did two times before: by a step, or, if for example a tile is loaded in two
/// passes, by two that take turns. Asks the host for what the one after next will load, which the host itself does not
/// foresee if steps are long, for example rows of a matrix.
void look_ahead(Block& block, const Warp& warp, const Bundle& bundle, std::uint32_t number, const Lie& lie) {
  std::uint64_t first;
  std::memcpy(&first, warp.registers + bundle.words.addresses, sizeof(first));
  auto& [before, last] = block.ways[warp.number * block.lies.size() + number];
  const std::uint64_t step = first - before;
  before = last, last = first;
  if (step == 0) return;
  const std::uint64_t next = first + step + bundle.words.offset;
  const auto ask = [&](std::size_t l) {
    __builtin_prefetch(reinterpret_cast<const void*>(next + static_cast<std::uint64_t>(std::int64_t{lie.behind[l]})));
  };
  if (lie.near) return ask(0), ask(kLanes / 2);
  for (std::size_t l = 0; l < (lie.twice ? kLanes / 2 : kLanes); l += 4) ask(l);
}

/// False: a lane's words are not there, or are elsewhere than those before.
bool move_words(Block& block, Warp& warp, const Bundle& bundle, std::uint32_t number) {
  Lie& lie = block.lies[number];
  if (bundle.stores) {
    if (!block.moves.store_words(bundle.words, bundle.which.data(), stretch_of(block, bundle), lie, warp.registers))
      return false;
    block.changes(warp);
  } else if (!block.moves.load_words(bundle.words, bundle.which.data(), stretch_of(block, bundle), lie,
                                     warp.registers)) {
    return false;
  }
  if (bundle.shared) return true;
  if (!bundle.stores) look_ahead(block, warp, bundle, number, lie);
  const Allocation& array = block.found[bundle.first];
  const bool asked = bundle.stores || (!array.complete && block.limits.watcher != nullptr);
  if (array.written != nullptr && asked) note_words(block, warp, bundle, array);
  return true;
}

}  // namespace

void do_words(Block& block, Warp& warp, std::uint32_t number, Mask active) {
  const Bundle& bundle = block.program.bundles[number];
  const bool is_followed = block.undefined != nullptr || (bundle.shared && !block.written_shared.empty());
  const bool together = active == kAllLanes && (!bundle.stores || block.limits.values == nullptr) && !is_followed;
  if (together && move_words(block, warp, bundle, number)) return note_touched(block, warp, bundle);
  for (const std::uint32_t access : bundle.accesses) do_access(block, warp, block.program.accesses[access], active);
}

}  // namespace gemmscope::lockstep
