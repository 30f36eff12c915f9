// SPDX-License-Identifier: MIT
#include "tracing/record/raw_template.h"

#include <algorithm>

namespace gemmscope::record {

namespace {

// The loader chooses before ThreadSanitizer is there.
#if defined(__x86_64__) && !defined(GEMMSCOPE_TSAN)
#define GS_ANY_X86 __attribute__((target_clones("avx2", "default")))
#else
#define GS_ANY_X86
#endif

/// Nonzero if some entry of `log` is not its key with `relative` moved by `shift`. One loop without a branch, which
/// compilers vectorise.
GS_ANY_X86 LogEntry differences(const LogEntry* log, const LogEntry* keys, const std::uint32_t* relative,
                                const std::uint32_t* shift, std::size_t n) {
  LogEntry difference = 0;
  for (std::size_t i = 0; i < n; ++i) difference |= log[i] ^ (keys[i] | (relative[i] + shift[i]));
  return difference;
}

/// The same where only entries with ones in `moves` are shifted.
GS_ANY_X86 LogEntry differences(const LogEntry* log, const LogEntry* keys, const std::uint32_t* relative,
                                const std::uint32_t* shift, const std::uint32_t* moves, std::size_t n) {
  LogEntry difference = 0;
  for (std::size_t i = 0; i < n; ++i) difference |= log[i] ^ (keys[i] | (relative[i] + (shift[i] & moves[i])));
  return difference;
}

}  // namespace

RawTemplate::RawTemplate(LaneLogs lanes) : lanes_(lanes.size()) {
  const std::size_t n = lanes.front().size();
  keys_.resize(n);
  slot_.resize(n);
  Bases base{};
  for (std::size_t e = 0; e < n; ++e) {
    keys_[e] = pack(entry_key(lanes.front()[e]), 0);
    slot_[e] = kFixedSlot;
    if (key_is_marker(key(e)) || !key_is_global(key(e))) continue;
    slot_[e] = static_cast<std::uint8_t>(key_tensor(key(e)));
    Place& place = base_at_[slot_[e]];
    for (std::size_t l = 0; l < lanes.size() && !place.used; ++l)
      if (const std::uint32_t address = entry_value(lanes[l][e]); address != kInactiveAddress) {
        place = {static_cast<std::uint32_t>(e), static_cast<std::uint32_t>(l), true};
        base[slot_[e]] = address;
      }
  }

  relative_.resize(lanes.size() * n);
  moves_.assign(relative_.size(), 0xffffffff);
  bool all_move = true;
  for (std::size_t l = 0; l < lanes.size(); ++l)
    for (std::size_t e = 0; e < n; ++e) {
      const std::uint32_t value = entry_value(lanes[l][e]);
      const std::uint32_t shift = slot_[e] == kFixedSlot ? 0 : base[slot_[e]];
      const bool inactive = !key_is_marker(key(e)) && value == kInactiveAddress;
      all_move = all_move && !inactive;
      relative_[l * n + e] = inactive ? value : value - shift;
      if (inactive) moves_[l * n + e] = 0;
    }
  if (all_move) moves_.clear();
}

std::optional<Bases> RawTemplate::match(LaneLogs lanes, std::vector<std::uint32_t>& shift) const {
  const std::size_t n = size();
  if (lanes.size() != lanes_ || lanes.front().size() != n) return std::nullopt;

  std::array<std::uint32_t, kFixedSlot + 1> by_slot{};
  for (std::size_t t = 0; t < base_at_.size(); ++t)
    if (base_at_[t].used) {
      by_slot[t] = entry_value(lanes[base_at_[t].lane][base_at_[t].entry]);
      if (by_slot[t] == kInactiveAddress) return std::nullopt;  // moved there, an inactive lane would look active
    }
  shift.resize(n);
  for (std::size_t e = 0; e < n; ++e) shift[e] = by_slot[slot_[e]];

  for (std::size_t l = 0; l < lanes_; ++l) {
    if (lanes[l].size() != n) return std::nullopt;
    const std::uint32_t* relative = relative_.data() + l * n;
    const LogEntry difference =
        moves_.empty() ? differences(lanes[l].data(), keys_.data(), relative, shift.data(), n)
                       : differences(lanes[l].data(), keys_.data(), relative, shift.data(), moves_.data() + l * n, n);
    if (difference != 0) return std::nullopt;
  }
  Bases bases{};
  std::copy_n(by_slot.begin(), bases.size(), bases.begin());
  return bases;
}

bool RawTemplate::active(std::size_t entry, std::size_t lane) const {
  return lane < lanes_ && (moves_.empty() || moves_[lane * size() + entry] != 0);
}

}  // namespace gemmscope::record
