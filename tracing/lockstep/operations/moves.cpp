// SPDX-License-Identifier: MIT
// Loads and stores of any size, lane by lane.
#include "tracing/lockstep/moves.h"

#include "tracing/lockstep/operations/words.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {
namespace {

template <class F>
void for_lanes(Mask lanes, F f) {
  for (; lanes != 0; lanes &= lanes - 1) f(__builtin_ctz(lanes));
}

/// What the addresses that `at` gives for the lanes reach.
template <class F>
[[gnu::always_inline]] inline Reach reach_of(Mask lanes, F at) {
  u64 least = ~u64{0}, most = 0, bits = 0;
  const auto take = [&](int l) {
    const u64 a = at(l);
    least = a < least ? a : least, most = a > most ? a : most, bits |= a;
  };
  if (lanes == kAllLanes)
    for (int l = 0; l < kLanes; ++l) take(l);
  else
    for_lanes(lanes, take);
  return {least, most, bits};
}
Reach reach(const u64* addresses, Mask lanes) {
  return reach_of(lanes, [=](int l) { return addresses[l]; });
}
Reach addresses(const std::byte* from, Holds holds, u64 offset, Mask lanes, u64* to) {
  const auto all = [&](auto sum) {
    GS_LANES
    for (int l = 0; l < kLanes; ++l) to[l] = sum(l);
    return reach_of(lanes, sum);
  };
  const u32* const narrow = reinterpret_cast<const u32*>(from);
  const u64* const wide = reinterpret_cast<const u64*>(from);
  if (holds == Holds::k32) return all([=](int l) { return u64{narrow[l] + static_cast<u32>(offset)}; });
  return all([=](int l) { return wide[l] + offset; });
}

/// One value of each lane, in `Memory` as wide as it is there.
template <class Memory, class Register>
void load_one(const Move& move, u64 begin, Register* to) {
  if (move.lanes == kAllLanes)
    for (int l = 0; l < kLanes; ++l) to[l] = static_cast<Register>(read<Memory>(begin + move.addresses[l]));
  else
    for_lanes(move.lanes, [&](int l) { to[l] = static_cast<Register>(read<Memory>(begin + move.addresses[l])); });
}
template <class Memory, class Register>
void store_one(const Move& move, u64 begin, const Register* from) {
  if (move.lanes == kAllLanes)
    for (int l = 0; l < kLanes; ++l) write(begin + move.addresses[l], static_cast<Memory>(from[l]));
  else
    for_lanes(move.lanes, [&](int l) { write(begin + move.addresses[l], static_cast<Memory>(from[l])); });
}

template <class Unsigned, class Signed>
void load_as(const Move& move, u64 begin, Holds holds, std::byte* to) {
  const auto into = [&](auto* registers) {
    if (move.extends_sign)
      load_one<Signed>(move, begin, registers);
    else
      load_one<Unsigned>(move, begin, registers);
  };
  if (holds == Holds::k64) return into(reinterpret_cast<u64*>(to));
  if (holds == Holds::k32) return into(reinterpret_cast<u32*>(to));
  into(reinterpret_cast<u16*>(to));
}
template <class T>
void store_as(const Move& move, u64 begin, Holds holds, const std::byte* from) {
  if (holds == Holds::k64) return store_one<T>(move, begin, reinterpret_cast<const u64*>(from));
  if (holds == Holds::k32) return store_one<T>(move, begin, reinterpret_cast<const u32*>(from));
  store_one<T>(move, begin, reinterpret_cast<const u16*>(from));
}

bool have(const u32* words, std::size_t count, u32 word) {
  u32 found = 0;
  for (const u32* const end = words + count; words != end; words += kLanes) GS_LANES
  for (int l = 0; l < kLanes; ++l) found |= words[l] == word ? 1 : 0;
  return found != 0;
}

void load_parts(const Move& move, std::byte* registers) {
  for (std::size_t v = 0; v < move.count; ++v) {
    const u64 begin = move.begin + v * move.bytes;
    std::byte* const to = registers + move.values[v];
    switch (move.bytes) {
      case 1: load_as<u8, s8>(move, begin, move.holds[v], to); break;
      case 2: load_as<u16, s16>(move, begin, move.holds[v], to); break;
      case 4: load_as<u32, s32>(move, begin, move.holds[v], to); break;
      default: load_as<u64, s64>(move, begin, move.holds[v], to);
    }
  }
}

void store_parts(const Move& move, std::byte* registers) {
  for (std::size_t v = 0; v < move.count; ++v) {
    const u64 begin = move.begin + v * move.bytes;
    const std::byte* const from = registers + move.values[v];
    switch (move.bytes) {
      case 1: store_as<u8>(move, begin, move.holds[v], from); break;
      case 2: store_as<u16>(move, begin, move.holds[v], from); break;
      case 4: store_as<u32>(move, begin, move.holds[v], from); break;
      default: store_as<u64>(move, begin, move.holds[v], from);
    }
  }
}

/// The lanes' bytes, each in one instruction; AVX makes one of 16 bytes atomic.
template <class Whole>
struct Copies {
  alignas(sizeof(Whole)) Whole lanes[kLanes];
  u64 addresses[kLanes];
  /// The same move, from or to here.
  Move here(Move move) {
    for (int l = 0; l < kLanes; ++l) addresses[l] = reinterpret_cast<u64>(&lanes[l]);
    move.begin = 0, move.addresses = addresses;
    return move;
  }
  static volatile Whole& there(const Move& move, int l) {
    return *reinterpret_cast<volatile Whole*>(move.begin + move.addresses[l]);
  }
};
using Sixteen [[gnu::vector_size(16), gnu::may_alias]] = u64;
using Eight [[gnu::may_alias]] = u64;

template <class Whole>
void load_whole(const Move& move, std::byte* registers) {
  Copies<Whole> copies;
  for_lanes(move.lanes, [&](int l) { copies.lanes[l] = copies.there(move, l); });
  load_parts(copies.here(move), registers);
}
template <class Whole>
void store_whole(const Move& move, std::byte* registers) {
  Copies<Whole> copies;
  store_parts(copies.here(move), registers);
  for_lanes(move.lanes, [&](int l) { copies.there(move, l) = copies.lanes[l]; });
}

void load(const Move& move, std::byte* registers) {
  const int bytes = move.whole ? move.bytes * move.count : 0;
  (bytes == 16 ? load_whole<Sixteen> : bytes == 8 ? load_whole<Eight> : load_parts)(move, registers);
}
void store(const Move& move, std::byte* registers) {
  const int bytes = move.whole ? move.bytes * move.count : 0;
  (bytes == 16 ? store_whole<Sixteen> : bytes == 8 ? store_whole<Eight> : store_parts)(move, registers);
}

}  // namespace

const Moves& moves() {
  static constexpr Moves all{&load_words, &store_words, &reach, &addresses, &have, &load, &store};
  return all;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
