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

constexpr int kHalf = kLanes / 2;  ///< of a warp: a row of a block of 16 threads

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
void load_quads(const u64* hosts, u32* const (&to)[4]) {
  for (int l = 0; l < kLanes; l += 4) {
    __m128i m[4];
    for (int i = 0; i < 4; ++i) m[i] = row(hosts[l + i]);
    transpose(m);
    for (int v = 0; v < 4; ++v) _mm_storeu_si128(place(to[v], l), m[v]);
  }
}
void store_quads(const u64* hosts, u32* const (&from)[4]) {
  for (int l = 0; l < kLanes; l += 4) {
    __m128i m[4];
    for (int v = 0; v < 4; ++v) m[v] = _mm_loadu_si128(place(from[v], l));
    transpose(m);
    for (int i = 0; i < 4; ++i) _mm_storeu_si128(reinterpret_cast<__m128i*>(hosts[l + i]), m[i]);
  }
}
#else
void load_quads(const u64* hosts, u32* const (&to)[4]) {
  for (int l = 0; l < kLanes; ++l)
    for (int v = 0; v < 4; ++v) to[v][l] = read<u32>(hosts[l] + 4 * static_cast<u64>(v));
}
void store_quads(const u64* hosts, u32* const (&from)[4]) {
  for (int l = 0; l < kLanes; ++l)
    for (int v = 0; v < 4; ++v) write(hosts[l] + 4 * static_cast<u64>(v), from[v][l]);
}
#endif

/// The host's addresses of all lanes' words. False: some are not there.
template <class Address>
[[gnu::always_inline]] inline bool find(const Words& words, u64* hosts) {
  const Address* const from = reinterpret_cast<const Address*>(words.addresses);
  const u64 width = 4 * u64{words.count};
  if (words.length < width) return false;
  const Address offset = static_cast<Address>(words.offset);
  const u64 last = words.length - width, least = words.least, begin = words.begin;
#if defined(__AVX512F__)
  const auto all = [](u64 value) { return _mm512_set1_epi64(static_cast<s64>(value)); };
  unsigned wrong = 0;
  for (int l = 0; l < kLanes; l += 8) {
    __m512i address;
    if constexpr (sizeof(Address) == 8)
      address = _mm512_add_epi64(_mm512_load_si512(from + l), all(offset));
    else
      address = _mm512_maskz_cvtepu32_epi64(
          0xff, _mm256_add_epi32(_mm256_load_si256(reinterpret_cast<const __m256i*>(from + l)),
                                 _mm256_set1_epi32(static_cast<int>(offset))));
    _mm512_store_si512(hosts + l, _mm512_add_epi64(address, all(begin)));
    wrong |= _mm512_cmpgt_epu64_mask(_mm512_sub_epi64(address, all(least)), all(last)) |
             _mm512_test_epi64_mask(address, all(width - 1));
  }
#else
  u64 wrong = 0;
  GS_LANES
  for (int l = 0; l < kLanes; ++l) {
    const u64 address = static_cast<Address>(from[l] + offset);
    hosts[l] = begin + address;
    wrong |= (address & (width - 1)) | u64{address - least > last};
  }
#endif
  return wrong == 0;
}
bool have(const u32* words, std::size_t count, u32 word) {
  u32 found = 0;
  for (const u32* const end = words + count; words != end; words += kLanes) GS_LANES
  for (int l = 0; l < kLanes; ++l) found |= words[l] == word ? 1 : 0;
  return found != 0;
}

[[gnu::always_inline]] inline bool find_words(const Words& words, u64* hosts) {
  return words.holds == Holds::k32 ? find<u32>(words, hosts) : find<u64>(words, hosts);
}

#if defined(__AVX512F__)
/// The halves of a warp whose words lie one after the other, a bit each.
int neighbours(const u64* hosts) {
  const __m512i eight = _mm512_set_epi64(28, 24, 20, 16, 12, 8, 4, 0);
  int halves = 0;
  for (int half = 0; half < 2; ++half) {
    const u64* const at = hosts + half * kHalf;
    const __m512i first = _mm512_add_epi64(_mm512_set1_epi64(static_cast<s64>(at[0])), eight);
    const __m512i second = _mm512_add_epi64(first, _mm512_set1_epi64(32));
    const unsigned equal = _mm512_cmpeq_epi64_mask(_mm512_load_si512(at), first) &
                           _mm512_cmpeq_epi64_mask(_mm512_load_si512(at + 8), second);
    halves |= (equal == 0xff) << half;
  }
  return halves;
}
void gather(const u64* hosts, u32* to) {
  const __m512i first = _mm512_set1_epi64(static_cast<s64>(hosts[0]));
  const unsigned equal = _mm512_cmpeq_epi64_mask(_mm512_load_si512(hosts), first) &
                         _mm512_cmpeq_epi64_mask(_mm512_load_si512(hosts + 8), first);
  if (equal == 0xff) return _mm512_store_si512(to, _mm512_set1_epi32(read<s32>(hosts[0])));
  for (int l = 0; l < kHalf; l += 8)
    _mm256_store_si256(
        reinterpret_cast<__m256i*>(to + l),
        _mm512_mask_i64gather_epi32(_mm256_setzero_si256(), 0xff, _mm512_load_si512(hosts + l), nullptr, 1));
}
#else
int neighbours(const u64* hosts) {
  int halves = 0;
  for (int half = 0; half < 2; ++half) {
    const u64* const at = hosts + half * kHalf;
    u64 different = 0;
    for (int l = 0; l < kHalf; ++l) different |= at[l] ^ (at[0] + 4 * static_cast<u64>(l));
    halves |= (different == 0) << half;
  }
  return halves;
}
void gather(const u64* hosts, u32* to) {
  for (int l = 0; l < kHalf; ++l) to[l] = read<u32>(hosts[l]);
}
#endif

bool load_words(const Words& words, std::byte* registers) {
  alignas(64) u64 hosts[kLanes];
  if (!find_words(words, hosts)) return false;
  u32* to[4]{};
  for (int v = 0; v < words.count; ++v) to[v] = lanes_of<u32>(registers, words.values[v]);
  if (words.count == 4) return load_quads(hosts, {to[0], to[1], to[2], to[3]}), true;
  const int in_a_row = neighbours(hosts);
  for (int half = 0; half < 2; ++half) {
    const u64* const at = hosts + half * kHalf;
    u32* const half_to = to[0] + half * kHalf;
    if ((in_a_row >> half & 1) != 0)
      __builtin_memcpy(half_to, reinterpret_cast<const void*>(at[0]), 4 * kHalf);
    else
      gather(at, half_to);
  }
  return true;
}

/// Lane by lane, as nobody says which of two lanes at one place is the last.
bool store_words(const Words& words, std::byte* registers) {
  alignas(64) u64 hosts[kLanes];
  if (!find_words(words, hosts)) return false;
  u32* from[4]{};
  for (int v = 0; v < words.count; ++v) from[v] = lanes_of<u32>(registers, words.values[v]);
  if (words.count == 4) return store_quads(hosts, {from[0], from[1], from[2], from[3]}), true;
  const int in_a_row = neighbours(hosts);
  for (int half = 0; half < 2; ++half) {
    const u64* const at = hosts + half * kHalf;
    const u32* const half_from = from[0] + half * kHalf;
    if ((in_a_row >> half & 1) != 0)
      __builtin_memcpy(reinterpret_cast<void*>(at[0]), half_from, 4 * kHalf);
    else
      for (int l = 0; l < kHalf; ++l) write(at[l], half_from[l]);
  }
  return true;
}

void load(const Move& move, std::byte* registers) {
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

void store(const Move& move, std::byte* registers) {
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
  static constexpr Moves all{&load_words, &store_words, &reach, &addresses, &have, &load, &store};
  return all;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
