// SPDX-License-Identifier: MIT
// Undefined values on their way to memory and back.
#include <algorithm>
#include <cstring>

#include "tracing/lockstep/undefined.h"
#include "tracing/lockstep/written.h"

namespace gemmscope::lockstep {
namespace {

constexpr std::size_t kMostLocal = std::size_t{1} << 24;  ///< bytes of local memory that are followed
constexpr std::uint64_t kCell = kWordBytes;

}  // namespace

void note_shared_store(Block& block, std::uint64_t address, std::uint64_t bytes) {
  if (block.written_shared.empty() || bytes == 0) return;
  const std::uint64_t last = std::min<std::uint64_t>((address + bytes - 1) / kCell, block.written_shared.size() - 1);
  for (std::uint64_t word = address / kCell; word <= last; ++word) {
    block.unwritten_shared -= 1u - block.written_shared[word];
    block.written_shared[word] = 1;
  }
  if (block.unwritten_shared == 0) block.written_shared.clear();
}

/// `lanes` do it, and are inside; their reach mostly shows that there is nothing to note.
void note_shared(Block& block, const Access& access, Mask lanes, const Addresses& addresses, const Reach& reach) {
  if (block.written_shared.empty() || lanes == 0) return;
  const std::uint8_t* const written = block.written_shared.data();
  constexpr std::uint64_t kFew = 128;
  const std::uint64_t first_word = reach.least / kCell, end = (reach.most + access.width() - 1) / kCell + 1;
  if (end <= first_word + kFew && std::memchr(written + first_word, 0, end - first_word) == nullptr) return;
  if (lanes == kAllLanes && access.width() >= kCell) {
    unsigned are_written = 1;
    for (std::uint64_t w = 0; w < access.width() / kCell; ++w)
      for (std::size_t l = 0; l < kLanes; ++l) are_written &= written[addresses[l] / kCell + w];
    if (are_written != 0) return;
  }
  if (access.reads() && block.undefined == nullptr) {
    bool all = true;
    for_lanes(lanes, [&](int l) {
      const std::uint64_t first = addresses[static_cast<std::size_t>(l)];
      for (std::uint32_t v = 0; v < access.count; ++v)
        for (std::uint64_t at = first + std::uint64_t{v} * access.bytes, past = at + access.bytes; at < past;
             at += kCell)
          all = all && (written[at / kCell] != 0 || (access.unused >> v & 1u) != 0);
    });
    if (!all && access.moves) block.follow_undefined();
    if (!all && block.limits.unwritten_shared != nullptr) *block.limits.unwritten_shared = true;
  }
  if (access.kind != AccessKind::kLoad && block.undefined == nullptr)
    for_lanes(lanes, [&](int l) { note_shared_store(block, addresses[static_cast<std::size_t>(l)], access.width()); });
}

bool UndefinedValues::is_unwritten(Space space, std::uint64_t address, std::uint64_t bytes) const {
  if (space == Space::kShared) {
    for (std::uint64_t at = address; at < address + bytes; at += kCell)
      if (at / kCell < block_.written_shared.size() && block_.written_shared[at / kCell] == 0) return true;
    return false;
  }
  if (space != Space::kGlobal) return false;
  const Allocation* const array = watched(block_, address);
  if (array == nullptr || array->complete) return false;
  for (std::uint64_t at = address; at < address + bytes && array->holds(at); at += kCell)
    if (array->is_unwritten(at)) return true;
  return false;
}

UndefinedValues::Id UndefinedValues::all_of(const Id* ids, std::uint64_t bytes) {
  Id all = 0;
  for (std::uint64_t b = 0; ids != nullptr && b < bytes; ++b) all = joined(all, ids[b]);
  return all;
}

UndefinedValues::Id* UndefinedValues::cells(const Warp& warp, Space space, int lane, std::uint64_t address) {
  if (space == Space::kShared) return address < shared_.size() ? shared_.data() + address : nullptr;
  if ((space != Space::kLocal && space != Space::kParameter) || block_.local.size() > kMostLocal) return nullptr;
  if (local_.empty()) local_.resize(block_.local.size());
  const std::uint64_t at = static_cast<std::uint64_t>(block_.local_of(warp, lane) - block_.local.data()) + address;
  return at < local_.size() ? local_.data() + at : nullptr;
}

/// For the lanes that load unwritten memory: a copy of it.
UndefinedValues::Word UndefinedValues::sources_of(const Warp& warp, const Access& access, Space space, Mask there,
                                                  const Addresses& addresses) {
  Word sources;
  for_lanes(there, [&](int l) {
    const std::uint64_t first = addresses[static_cast<std::size_t>(l)];
    for (std::uint32_t v = 0; v < access.count; ++v)
      if ((access.unused >> v & 1u) == 0 && is_unwritten(space, first + v * access.bytes, access.bytes))
        sources.lanes |= Mask{1} << l;
  });
  if (sources.lanes == 0) return sources;
  const auto first = static_cast<std::size_t>(std::countr_zero(sources.lanes));
  sources.of.fill(source({.of = space == Space::kShared ? Of::kShared : Of::kGlobal,
                          .statement = access.statement,
                          .warp = warp.number,
                          .lanes = sources.lanes,
                          .access = &access,
                          .address = addresses[first]}));
  return sources;
}

void UndefinedValues::access(const Warp& warp, const Access& access, Space space, Mask there, Mask active,
                             const Addresses& addresses) {
  if (over_) return;
  const Word& guard = of_warp_[warp.number].guard;
  if (access.address != kNoSlot)
    for (std::size_t n = 0; n < words_of(access.address_holds); ++n) {
      const Word& address = word(warp, access.address, n);
      for_lanes(address.lanes & active, [&](int l) {
        use(address.of[static_cast<std::size_t>(l)],
            {Use::kAddress, access.statement, warp.number, l, space, addresses[static_cast<std::size_t>(l)]});
      });
    }
  if (access.kind == AccessKind::kAtomic)
    atomic(warp, access, space, there, addresses);
  else if (access.kind == AccessKind::kStore)
    store(warp, access, space, there, addresses);
  else
    load(warp, access, space, there, addresses);
  if (access.kind != AccessKind::kLoad)
    return use(guard, kAllLanes, {.use = Use::kBranch, .statement = access.statement, .warp = warp.number});
  for (std::size_t v = 0; v < access.count; ++v)
    for (std::size_t n = 0; n < words_of(access.holds[v]); ++n) {
      put(warp, access.values[v], n, active & ~there, {});
      if (guard.lanes != 0) put(warp, access.values[v], n, guard.lanes, guard);
    }
}

void UndefinedValues::load(const Warp& warp, const Access& access, Space space, Mask there,
                           const Addresses& addresses) {
  const Word sources = sources_of(warp, access, space, there, addresses);
  for (std::size_t v = 0; v < access.count; ++v)
    for (std::size_t n = 0; n < words_of(access.holds[v]); ++n) {
      Word value;
      const bool whole = access.bytes == 8;
      const std::uint64_t offset = v * access.bytes + (whole ? 4 * n : 0), bytes = whole ? 4 : access.bytes;
      if (n == 0 || whole || access.extends_sign)
        for_lanes(there, [&](int l) {
          const std::uint64_t at = addresses[static_cast<std::size_t>(l)] + offset;
          Id id = all_of(cells(warp, space, l, at), bytes);
          if (id == 0 && (sources.lanes >> l & 1u) != 0 && (access.unused >> v & 1u) == 0 &&
              is_unwritten(space, at, bytes))
            id = sources.of[static_cast<std::size_t>(l)];
          value.of[static_cast<std::size_t>(l)] = id;
          value.lanes |= Mask{id != 0} << l;
        });
      put(warp, access.values[v], n, there, value);
    }
}

/// In global memory this is a use, unless a part of what the lane stores is defined and the rest is stored as it was
/// loaded: this may be the padding of a structure that is copied as a whole.
void UndefinedValues::store(const Warp& warp, const Access& access, Space space, Mask there,
                            const Addresses& addresses) {
  const std::size_t words = access.bytes == 8 ? 2 : 1;
  std::array<Word, 8> of;  // what each lane stores, one after the other
  for (std::size_t v = 0; v < access.count; ++v)
    for (std::size_t n = 0; n < words; ++n) of[v * words + n] = word(warp, access.values[v], n);
  const std::size_t all = access.count * words, bytes = access.width() / all;
  for_lanes(there, [&](int lane) {
    const auto l = static_cast<std::size_t>(lane);
    std::array<Id, 8> ids{};
    bool any_defined = false, all_copies = true;
    for (std::size_t i = 0; i < all; ++i) {
      ids[i] = (of[i].lanes >> lane & 1u) != 0 ? of[i].of[l] : 0;
      any_defined = any_defined || ids[i] == 0, all_copies = all_copies && (ids[i] & 1u) == 0;
    }
    if (space == Space::kShared) note_shared_store(block_, addresses[l], access.width());
    Id* const to = space == Space::kGlobal ? nullptr : cells(warp, space, lane, addresses[l]);
    for (std::size_t b = 0; to != nullptr && b < access.width(); ++b) to[b] = ids[b / bytes];
    if (space != Space::kGlobal || (any_defined && all_copies)) return;
    for (std::size_t i = 0; i < all; ++i)
      if (ids[i] != 0) use(ids[i], {Use::kStore, access.statement, warp.number, lane, space, addresses[l] + i * bytes});
  });
}

/// An atomic operation in global memory is a use of the value that it finds and of the value that it brings. In shared
/// memory its cell is undefined if either of the two is.
void UndefinedValues::atomic(const Warp& warp, const Access& access, Space space, Mask there,
                             const Addresses& addresses) {
  const Word found = access.reads() ? sources_of(warp, access, space, there, addresses) : Word{};
  Word brings, result;
  const std::size_t operands = access.atomic == Atomic::kCompare ? 2 : 1;
  for (std::size_t v = 0; v < operands; ++v)
    for (std::size_t n = 0; n < (access.bytes == 8 ? 2u : 1u); ++n) add(brings, word(warp, access.values[v], n), there);
  for_lanes(there, [&](int lane) {
    const auto l = static_cast<std::size_t>(lane);
    const Mask bit = Mask{1} << lane;
    Id* const cell = cells(warp, space, lane, addresses[l]);
    Id before = all_of(cell, access.bytes);
    if (before == 0 && (found.lanes & bit) != 0 && is_unwritten(space, addresses[l], access.bytes))
      before = found.of[l];
    const Id brought = (brings.lanes & bit) != 0 ? brings.of[l] : 0;
    if (space == Space::kShared) note_shared_store(block_, addresses[l], access.bytes);
    if (space == Space::kGlobal)
      for (const Id id : {before, brought})
        if (id != 0) use(id, {Use::kStore, access.statement, warp.number, lane, space, addresses[l]});
    const bool exchanges = access.atomic == Atomic::kExchange;
    const Id both = joined(before, brought), after = exchanges ? brought : both != 0 ? both | 1u : 0;
    for (std::size_t b = 0; cell != nullptr && b < access.bytes; ++b) cell[b] = after;
    if (before != 0) result.lanes |= bit, result.of[l] = before;
  });
  if (access.result == kNoSlot) return;
  for (std::size_t n = 0; n < (access.bytes == 8 ? 2u : 1u); ++n) put(warp, access.result, n, there, result);
}

void UndefinedValues::rows(const Warp& warp, const Access& access, Mask there, const Addresses& addresses) {
  if (over_) return;
  const bool loads = access.kind == AccessKind::kLoad;
  decides(warp, access.statement, access.address, access.address_holds, there, Use::kAddress);
  const Word sources = loads ? sources_of(warp, access, Space::kShared, there, addresses) : Word{};
  for (int m = 0; m < access.matrices; ++m) {
    Word value = loads ? Word{} : word(warp, access.values[static_cast<std::size_t>(m)]);
    for (int lane = 0; lane < kLanes; ++lane)
      for (int e = 0; e < 2; ++e) {
        const int along = lane % 4 * 2 + e, row = 8 * m + (access.transposed ? along : lane / 4);
        if ((there >> row & 1u) == 0) continue;
        const std::uint64_t at = addresses[static_cast<std::size_t>(row)] +
                                 2 * static_cast<std::uint64_t>(access.transposed ? lane / 4 : along);
        Id* const cell = cells(warp, Space::kShared, row, at);
        const auto l = static_cast<std::size_t>(lane);
        if (!loads) {
          const Id id = (value.lanes >> lane & 1u) != 0 ? value.of[l] : 0;
          note_shared_store(block_, at, 2);
          for (std::size_t b = 0; cell != nullptr && b < 2; ++b) cell[b] = id;
          continue;
        }
        Id id = all_of(cell, 2);
        if (id == 0 && (sources.lanes >> row & 1u) != 0 && is_unwritten(Space::kShared, at, 2))
          id = sources.of[static_cast<std::size_t>(row)];
        if (id != 0) value.lanes |= Mask{1} << lane, value.of[l] = joined(value.of[l], id);
      }
    if (loads) put(warp, access.values[static_cast<std::size_t>(m)], 0, kAllLanes, value);
  }
}

void UndefinedValues::copy(const Warp& warp, const Access& from, const Access& to, int lane, std::uint64_t source,
                           std::uint64_t target, std::uint64_t bytes, std::uint64_t width) {
  if (over_) return;
  if (to.space == Space::kShared) note_shared_store(block_, target, width);
  Id unwritten = 0;
  for (std::uint64_t b = 0; b < width; b += kCell) {
    const std::uint64_t each = std::min(kCell, width - b);
    Id id = b < bytes ? all_of(cells(warp, from.space, lane, source + b), each) : 0;
    if (b < bytes && id == 0 && is_unwritten(from.space, source + b, each)) {
      if (unwritten == 0)
        unwritten = this->source({.of = from.space == Space::kShared ? Of::kShared : Of::kGlobal,
                                  .statement = from.statement,
                                  .warp = warp.number,
                                  .lanes = Mask{1} << lane,
                                  .access = &from,
                                  .address = source + b});
      id = unwritten;
    }
    if (to.space == Space::kGlobal && id != 0)
      use(id, {Use::kStore, to.statement, warp.number, lane, to.space, target + b});
    Id* const cell = to.space == Space::kGlobal ? nullptr : cells(warp, to.space, lane, target + b);
    for (std::uint64_t i = 0; cell != nullptr && i < each; ++i) cell[i] = id;
  }
}

void UndefinedValues::prints(const Warp& warp, std::uint32_t statement, int lane, std::uint64_t local,
                             std::uint64_t bytes) {
  if (over_) return;
  if (const Id id = all_of(cells(warp, Space::kLocal, lane, local), bytes); id != 0)
    use(id, {.use = Use::kPrint, .statement = statement, .warp = warp.number, .lane = lane});
}

void UndefinedValues::move_local(const Warp& warp, int lane, std::uint64_t from, std::uint64_t to,
                                 std::uint64_t bytes) {
  if (over_ || bytes == 0) return;
  const Id* const source = cells(warp, Space::kLocal, lane, from);
  Id* const target = cells(warp, Space::kLocal, lane, to);
  if (source != nullptr && target != nullptr) std::copy_n(source, bytes, target);
}

}  // namespace gemmscope::lockstep
