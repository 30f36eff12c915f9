// SPDX-License-Identifier: MIT
// Loads and stores. Most warps touch neighbouring elements, or all the same one.
#include "tracing/lockstep/moves.h"

#include "tracing/lockstep/operations/lanes.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {
namespace {

template <class F>
void for_lanes(Mask lanes, F f) {
  for (; lanes != 0; lanes &= lanes - 1) f(__builtin_ctz(lanes));
}

/// Of lanes whose addresses `at` gives.
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

template <class T>
T read(u64 address) {
  T value;
  __builtin_memcpy(&value, reinterpret_cast<const void*>(address), sizeof(value));
  return value;
}
template <class T>
void write(u64 address, T value) {
  __builtin_memcpy(reinterpret_cast<void*>(address), &value, sizeof(value));
}

/// Half a warp's words, from one place or from neighbouring ones: what a row of a block of 16 threads touches.
constexpr int kHalf = kLanes / 2;
bool are_equal(const u64* addresses) {
  u64 different = 0;
  for (int l = 0; l < kHalf; ++l) different |= addresses[l] ^ addresses[0];
  return different == 0;
}
bool are_neighbours(const u64* addresses) {
  u64 different = 0;
  for (int l = 0; l < kHalf; ++l) different |= addresses[l] ^ (addresses[0] + 4 * static_cast<u64>(l));
  return different == 0;
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

#if defined(__AVX2__)
__m128i row(u64 address) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(address)); }
__m128i* place(void* at, int lane) { return reinterpret_cast<__m128i*>(static_cast<u32*>(at) + lane); }

/// Rows and columns of 4 x 4 words change places.
void transpose(__m128i (&m)[4]) {
  const __m128i ab = _mm_unpacklo_epi32(m[0], m[1]), AB = _mm_unpackhi_epi32(m[0], m[1]),
                cd = _mm_unpacklo_epi32(m[2], m[3]), CD = _mm_unpackhi_epi32(m[2], m[3]);
  m[0] = _mm_unpacklo_epi64(ab, cd), m[1] = _mm_unpackhi_epi64(ab, cd);
  m[2] = _mm_unpacklo_epi64(AB, CD), m[3] = _mm_unpackhi_epi64(AB, CD);
}
void load_quads(const Move& move, u32* const (&to)[4]) {
  for (int l = 0; l < kLanes; l += 4) {
    __m128i m[4];
    for (int i = 0; i < 4; ++i) m[i] = row(move.begin + move.addresses[l + i]);
    transpose(m);
    for (int v = 0; v < 4; ++v) _mm_storeu_si128(place(to[v], l), m[v]);
  }
}
void store_quads(const Move& move, u32* const (&from)[4]) {
  for (int l = 0; l < kLanes; l += 4) {
    __m128i m[4];
    for (int v = 0; v < 4; ++v) m[v] = _mm_loadu_si128(place(from[v], l));
    transpose(m);
    for (int i = 0; i < 4; ++i) _mm_storeu_si128(reinterpret_cast<__m128i*>(move.begin + move.addresses[l + i]), m[i]);
  }
}
#else
void load_quads(const Move& move, u32* const (&to)[4]) {
  for (u64 v = 0; v < 4; ++v) load_one<u32>(move, move.begin + 4 * v, to[v]);
}
void store_quads(const Move& move, u32* const (&from)[4]) {
  for (u64 v = 0; v < 4; ++v) store_one<u32>(move, move.begin + 4 * v, from[v]);
}
#endif

/// All lanes, 4 bytes into registers of 4: what nearly all loads of floats are. False: it is another.
bool load_words(const Move& move, std::byte* registers) {
  if (move.bytes != 4 || move.lanes != kAllLanes) return false;
  u32* to[4]{};
  for (int v = 0; v < move.count; ++v) {
    if (move.holds[v] != Holds::k32) return false;
    to[v] = lanes_of<u32>(registers, move.values[v]);
  }
  if (move.reach.least == move.reach.most) {
    for (int v = 0; v < move.count; ++v) {
      const u32 value = read<u32>(move.begin + move.reach.least + 4 * static_cast<u64>(v));
      for (int l = 0; l < kLanes; ++l) to[v][l] = value;
    }
    return true;
  }
  if (move.count == 4) return load_quads(move, {to[0], to[1], to[2], to[3]}), true;
  if (move.count != 1) return false;
  for (int half = 0; half < kLanes; half += kHalf) {
    const u64* const addresses = move.addresses + half;
    const u64 first = move.begin + addresses[0];
    if (are_neighbours(addresses)) {
      __builtin_memcpy(to[0] + half, reinterpret_cast<const void*>(first), 4 * kHalf);
    } else if (are_equal(addresses)) {
      const u32 value = read<u32>(first);
      for (int l = 0; l < kHalf; ++l) to[0][half + l] = value;
    } else {
      for (int l = 0; l < kHalf; ++l) to[0][half + l] = read<u32>(move.begin + addresses[l]);
    }
  }
  return true;
}

bool store_words(const Move& move, std::byte* registers) {
  if (move.bytes != 4 || move.lanes != kAllLanes) return false;
  u32* from[4]{};
  for (int v = 0; v < move.count; ++v) {
    if (move.holds[v] != Holds::k32) return false;
    from[v] = lanes_of<u32>(registers, move.values[v]);
  }
  if (move.count == 4) return store_quads(move, {from[0], from[1], from[2], from[3]}), true;
  if (move.count != 1 || !are_neighbours(move.addresses) || !are_neighbours(move.addresses + kHalf)) return false;
  for (int half = 0; half < kLanes; half += kHalf)
    __builtin_memcpy(reinterpret_cast<void*>(move.begin + move.addresses[half]), from[0] + half, 4 * kHalf);
  return true;
}

void load(const Move& move, std::byte* registers) {
  if (load_words(move, registers)) return;
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

/// Value by value, as nobody says which of two lanes at one place is the last.
void store(const Move& move, std::byte* registers) {
  if (store_words(move, registers)) return;
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

}  // namespace

const Moves& moves() {
  static constexpr Moves all{&reach, &addresses, &load, &store};
  return all;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
