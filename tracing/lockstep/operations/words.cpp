// SPDX-License-Identifier: MIT
// Words of 4 bytes that a warp moves together. Most warps touch neighbouring words, or all the same one.
#include "tracing/lockstep/operations/words.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace gemmscope::lockstep::GEMMSCOPE_ISA {
namespace {

constexpr int kHalf = kLanes / 2;  ///< of a warp: a row of a block of 16 threads

#if defined(__AVX2__)
__m128i row(u64 address) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(address)); }

/// As many 4 x 4 words as a vector register has room for, one beside the other.
#if defined(__AVX512F__)
using Rows = __m512i;
constexpr int kTiles = 4;
/// Row 0 of each tile: what is `at` behind the hosts' addresses of its lanes.
Rows rows(const u64* hosts, u64 at) {
  const __m512i two = _mm512_inserti32x4(_mm512_castsi128_si512(row(hosts[0] + at)), row(hosts[4] + at), 1);
  return _mm512_inserti32x4(_mm512_inserti32x4(two, row(hosts[8] + at), 2), row(hosts[12] + at), 3);
}
Rows low_words(Rows a, Rows b) { return _mm512_maskz_unpacklo_epi32(0xffff, a, b); }
Rows high_words(Rows a, Rows b) { return _mm512_maskz_unpackhi_epi32(0xffff, a, b); }
Rows low_pairs(Rows a, Rows b) { return _mm512_maskz_unpacklo_epi64(0xff, a, b); }
Rows high_pairs(Rows a, Rows b) { return _mm512_maskz_unpackhi_epi64(0xff, a, b); }
/// All rows, if they follow each other in memory.
void whole_rows(u64 at, Rows (&m)[4]) {
  Rows part[4];
  __builtin_memcpy(&part, reinterpret_cast<const void*>(at), sizeof(part));
  const auto low = [](Rows a, Rows b) { return _mm512_maskz_shuffle_i32x4(0xffff, a, b, 0x44); };
  const auto high = [](Rows a, Rows b) { return _mm512_maskz_shuffle_i32x4(0xffff, a, b, 0xee); };
  const auto even = [](Rows a, Rows b) { return _mm512_maskz_shuffle_i32x4(0xffff, a, b, 0x88); };
  const auto odd = [](Rows a, Rows b) { return _mm512_maskz_shuffle_i32x4(0xffff, a, b, 0xdd); };
  const Rows a = low(part[0], part[1]), b = low(part[2], part[3]), c = high(part[0], part[1]),
             d = high(part[2], part[3]);
  m[0] = even(a, b), m[1] = odd(a, b), m[2] = even(c, d), m[3] = odd(c, d);
}
Rows everywhere(__m128i row) { return _mm512_maskz_broadcast_i32x4(0xffff, row); }
template <int kWord>
Rows word_of_each(Rows a) {
  return _mm512_maskz_shuffle_epi32(0xffff, a, static_cast<_MM_PERM_ENUM>(0x55 * kWord));
}
#else
using Rows = __m256i;
constexpr int kTiles = 2;
Rows rows(const u64* hosts, u64 at) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(row(hosts[0] + at)), row(hosts[4] + at), 1);
}
Rows low_words(Rows a, Rows b) { return _mm256_unpacklo_epi32(a, b); }
Rows high_words(Rows a, Rows b) { return _mm256_unpackhi_epi32(a, b); }
Rows low_pairs(Rows a, Rows b) { return _mm256_unpacklo_epi64(a, b); }
Rows high_pairs(Rows a, Rows b) { return _mm256_unpackhi_epi64(a, b); }
void whole_rows(u64 at, Rows (&m)[4]) {
  Rows part[4];
  __builtin_memcpy(&part, reinterpret_cast<const void*>(at), sizeof(part));
  m[0] = _mm256_permute2x128_si256(part[0], part[2], 0x20), m[1] = _mm256_permute2x128_si256(part[0], part[2], 0x31);
  m[2] = _mm256_permute2x128_si256(part[1], part[3], 0x20), m[3] = _mm256_permute2x128_si256(part[1], part[3], 0x31);
}
Rows everywhere(__m128i row) { return _mm256_broadcastsi128_si256(row); }
template <int kWord>
Rows word_of_each(Rows a) {
  return _mm256_shuffle_epi32(a, 0x55 * kWord);
}
#endif

/// Rows and columns of 4 x 4 words change places.
void transpose(Rows (&m)[4]) {
  const Rows ab = low_words(m[0], m[1]), AB = high_words(m[0], m[1]), cd = low_words(m[2], m[3]),
             CD = high_words(m[2], m[3]);
  m[0] = low_pairs(ab, cd), m[1] = high_pairs(ab, cd), m[2] = low_pairs(AB, CD), m[3] = high_pairs(AB, CD);
}
void put(const Word* four, std::byte* registers, int lane, const Rows (&columns)[4]) {
  for (int v = 0; v < 4; ++v)
    __builtin_memcpy(lanes_of<u32>(registers, four[v].slot) + lane, &columns[v], sizeof(Rows));
}
/// Loads for half a warp the four words at `at` behind each of `hosts`. A register is written in as few parts as it is
/// read, as a core cannot load together what was stored in parts just before.
void load_four(const u64* hosts, Lie::Half lie, const Word* four, std::byte* registers) {
  const u64 at = static_cast<u64>(four->at);
  Rows m[4];
  if (lie == Lie::Half::kTurns) {
    for (int i = 0; i < 4; ++i) m[i] = everywhere(row(hosts[i] + at));
    transpose(m);
  }
  for (int l = 0; l < kHalf; l += 4 * kTiles) {
    if (lie == Lie::Half::kLevels) {
      const Rows all = rows(hosts + l, at);
      m[0] = word_of_each<0>(all), m[1] = word_of_each<1>(all), m[2] = word_of_each<2>(all),
      m[3] = word_of_each<3>(all);
    } else if (lie != Lie::Half::kTurns) {
      if (lie == Lie::Half::kRow)
        whole_rows(hosts[l] + at, m);
      else
        for (int i = 0; i < 4; ++i) m[i] = rows(hosts + l + i, at);
      transpose(m);
    }
    put(four, registers, l, m);
  }
}
/// For lanes whose words are neighbours in fours.
void load_fours(const u64* hosts, u64 at, u32* to) {
  for (int l = 0; l < kHalf; l += 4 * kTiles) {
    const Rows all = rows(hosts + l, at);
    __builtin_memcpy(to + l, &all, sizeof(all));
  }
}
void store_four(const u64* hosts, const Word* at, std::byte* registers) {
  for (int l = 0; l < kHalf; l += 4 * kTiles) {
    Rows m[4];
    for (int v = 0; v < 4; ++v) __builtin_memcpy(&m[v], lanes_of<u32>(registers, at[v].slot) + l, sizeof(Rows));
    transpose(m);
    for (int tile = 0; tile < kTiles; ++tile)
      for (int i = 0; i < 4; ++i)
        __builtin_memcpy(reinterpret_cast<void*>(hosts[l + 4 * tile + i] + static_cast<u64>(at->at)),
                         reinterpret_cast<const std::byte*>(&m[i]) + 16 * tile, 16);
  }
}
#else
void load_four(const u64* hosts, Lie::Half, const Word* at, std::byte* registers) {
  for (int l = 0; l < kHalf; ++l)
    for (int v = 0; v < 4; ++v)
      lanes_of<u32>(registers, at[v].slot)[l] = read<u32>(hosts[l] + static_cast<u64>(at[v].at));
}
void load_fours(const u64* hosts, u64 at, u32* to) {
  for (int l = 0; l < kHalf; ++l) to[l] = read<u32>(hosts[l] + at);
}
void store_four(const u64* hosts, const Word* at, std::byte* registers) {
  for (int l = 0; l < kHalf; ++l)
    for (int v = 0; v < 4; ++v) write(hosts[l] + static_cast<u64>(at[v].at), lanes_of<u32>(registers, at[v].slot)[l]);
}
#endif

/// Whether the addresses are arranged as these were.
#if defined(__AVX512F__)
bool is_zero(__m512i bits) { return _mm512_test_epi64_mask(bits, bits) == 0; }
bool lie_so(const Lie& lie, const u64* from) {
  const __m512i first = _mm512_set1_epi64(static_cast<s64>(from[0]));
  __m512i others = _mm512_setzero_si512();
  for (std::size_t l = 0; l < kLanes; l += 8) {
    const __m256i behind = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&lie.behind[l]));
    const __m512i now = _mm512_sub_epi64(_mm512_load_si512(from + l), first);
    others = _mm512_or_si512(others, _mm512_xor_si512(now, _mm512_maskz_cvtepi32_epi64(0xff, behind)));
  }
  return is_zero(others);
}
bool lie_so(const Lie& lie, const u32* from) {
  const __m512i first = _mm512_set1_epi32(static_cast<s32>(from[0]));
  __m512i others = _mm512_setzero_si512();
  for (std::size_t l = 0; l < kLanes; l += kHalf) {
    const __m512i now = _mm512_sub_epi32(_mm512_load_si512(from + l), first);
    others = _mm512_or_si512(others, _mm512_xor_si512(now, _mm512_loadu_si512(&lie.behind[l])));
  }
  return is_zero(others);
}
#else
template <class Address>
bool lie_so(const Lie& lie, const Address* from) {
  Address others = 0;
  for (int l = 0; l < kLanes; ++l)
    others |= static_cast<Address>(from[l] - from[0]) ^ static_cast<Address>(s64{lie.behind[l]});
  return others == 0;
}
#endif

Lie::Half half_of(const s32* behind) {
  using enum Lie::Half;
  const auto all = [&](auto place) {
    bool so = true;
    for (int l = 0; l < kHalf; ++l) so &= s64{behind[l]} == place(l);
    return so;
  };
  if (all([&](int) { return behind[0]; })) return kOnePlace;
  if (all([&](int l) { return s64{behind[0]} + 4 * l; })) return kNeighbours;
  if (all([&](int l) { return s64{behind[l / 4 * 4]} + 4 * (l % 4); })) return kFours;
  if (all([&](int l) { return s64{behind[0]} + 16 * l; })) return kRow;
  if (all([&](int l) { return behind[l % 4]; })) return kTurns;
  return all([&](int l) { return behind[l / 4 * 4]; }) ? kLevels : kAnywhere;
}

bool is_near(Lie::Half half) { return half == Lie::Half::kOnePlace || half == Lie::Half::kNeighbours; }

/// False: they are too far apart.
template <class Address>
[[gnu::noinline]] bool find_out(Lie& lie, const Address* from) {
  lie = {};
  bool near = true;
  for (int l = 0; l < kLanes; ++l) {
    const s32 behind = static_cast<s32>(from[l] - from[0]);
    near &= static_cast<Address>(s64{behind}) == static_cast<Address>(from[l] - from[0]);
    lie.behind[l] = behind, lie.bits |= static_cast<u32>(behind);
    lie.least = behind < lie.least ? behind : lie.least, lie.most = behind > lie.most ? behind : lie.most;
    lie.twice &= behind == lie.behind[l % kHalf];
  }
  lie.halves = {half_of(&lie.behind[0]), half_of(&lie.behind[kHalf])};
  lie.near = is_near(lie.halves[0]) && is_near(lie.halves[1]);
  if (!near) lie = {};
  return near;
}

/// The host's addresses of half a warp, whose first lane's is `host`.
void hosts_of(const s32* behind, u64 host, u64* hosts) {
  for (int l = 0; l < kHalf; ++l) hosts[l] = host + static_cast<u64>(s64{behind[l]} - behind[0]);
}

#if defined(__AVX512F__)
void load_one(const u64* hosts, u64 at, u32* to) {
  for (int l = 0; l < kHalf; l += 8)
    _mm256_store_si256(
        reinterpret_cast<__m256i*>(to + l),
        _mm512_mask_i64gather_epi32(
            _mm256_setzero_si256(), 0xff,
            _mm512_add_epi64(_mm512_load_si512(hosts + l), _mm512_set1_epi64(static_cast<s64>(at))), nullptr, 1));
}
#else
void load_one(const u64* hosts, u64 at, u32* to) {
  for (int l = 0; l < kHalf; ++l) to[l] = read<u32>(hosts[l] + at);
}
#endif

/// Half a warp's words: the host's address of its first lane's, the arrangement of the lanes, and its registers.
struct Load {
  /// In one place or in a row.
  [[gnu::always_inline]] static void near(const Words& words, const Word* word, u64 host, Lie::Half lie,
                                          std::byte* registers) {
    const Word* const end = word + words.count;
    const auto place = [&](const Word& of) { return host + static_cast<u64>(of.at); };
    if (lie == Lie::Half::kNeighbours) {
      for (; word != end; ++word)
        __builtin_memcpy(lanes_of<u32>(registers, word->slot), reinterpret_cast<const void*>(place(*word)), 4 * kHalf);
      return;
    }
    for (; word != end; ++word) {
      const u32 value = read<u32>(place(*word));
      u32* const to = lanes_of<u32>(registers, word->slot);
      for (int l = 0; l < kHalf; ++l) to[l] = value;
    }
  }
  static void half(const Words& words, const Word* word, u64 host, Lie::Half lie, const s32* behind,
                   std::byte* registers) {
    if (is_near(lie)) return near(words, word, host, lie, registers);
    scattered(words, word, host, lie, behind, registers);
  }
  [[gnu::noinline]] static void scattered(const Words& words, const Word* word, u64 host, Lie::Half lie,
                                          const s32* behind, std::byte* registers) {
    const Word* const end = word + words.count;
    alignas(64) u64 hosts[kHalf];
    hosts_of(behind, host, hosts);
    if (lie == Lie::Half::kFours) {
      for (; word != end; ++word) load_fours(hosts, static_cast<u64>(word->at), lanes_of<u32>(registers, word->slot));
      return;
    }
    for (u32 four = 0; four < words.fours; ++four, word += 4) load_four(hosts, lie, word, registers);
    for (; word != end; ++word) load_one(hosts, static_cast<u64>(word->at), lanes_of<u32>(registers, word->slot));
  }
  static void again(const Words& words, const Word* which, std::byte* registers) {
    for (const Word* word = which; word != which + words.count; ++word) {
      u32* const at = lanes_of<u32>(registers, word->slot);
      __builtin_memcpy(at + kHalf, at, kHalf * sizeof(u32));
    }
  }
};

/// Lane by lane: PTX does not say which of two lanes at one place is the last. Here it is the higher lane.
struct Store {
  [[gnu::always_inline]] static void near(const Words& words, const Word* word, u64 host, Lie::Half lie,
                                          std::byte* registers) {
    const auto from = [&](const Word& of) { return lanes_of<u32>(registers, of.slot); };
    if (lie == Lie::Half::kNeighbours)
      return void(__builtin_memcpy(reinterpret_cast<void*>(host), from(*word), 4 * kHalf));
    for (u32 w = 0; w < words.count; ++w) write(host + static_cast<u64>(word[w].at), from(word[w])[kHalf - 1]);
  }
  static void half(const Words& words, const Word* word, u64 host, Lie::Half lie, const s32* behind,
                   std::byte* registers) {
    if (is_near(lie)) return near(words, word, host, lie, registers);
    scattered(words, word, host, behind, registers);
  }
  [[gnu::noinline]] static void scattered(const Words& words, const Word* word, u64 host, const s32* behind,
                                          std::byte* registers) {
    alignas(64) u64 hosts[kHalf];
    hosts_of(behind, host, hosts);
    if (words.fours != 0) return store_four(hosts, word, registers);
    for (int l = 0; l < kHalf; ++l) write(hosts[l], lanes_of<u32>(registers, word->slot)[l]);
  }
};

/// Whether all words are there, and aligned.
bool is_sound(const Words& words, const Stretch& stretch, const Lie& lie, u64 first) {
  const u64 bytes = words.bytes + static_cast<u64>(s64{lie.most} - lie.least);
  return ((first | lie.bits) & (words.align - 1)) == 0 && stretch.length >= bytes &&
         first + static_cast<u64>(s64{lie.least}) - stretch.least <= stretch.length - bytes;
}

/// For any arrangement of the lanes.
template <class Move, class Address>
[[gnu::noinline]] bool move_any(const Words& words, const Word* which, const Stretch& stretch, Lie& lie,
                                std::byte* registers) {
  const auto* const from = lanes_of<Address>(registers, words.addresses);
  if (!lie_so(lie, from) && !find_out(lie, from)) return false;
  const u64 first = static_cast<Address>(from[0] + static_cast<Address>(words.offset));
  if (!is_sound(words, stretch, lie, first)) return false;
  const u64 host = stretch.begin + first;
  const s32* const behind = lie.behind.data();
  Move::half(words, which, host, lie.halves[0], behind, registers);
  if constexpr (std::is_same_v<Move, Load>)
    if (lie.twice) return Load::again(words, which, registers), true;
  Move::half(words, which, host + static_cast<u64>(s64{behind[kHalf]}), lie.halves[1], behind + kHalf,
             registers + kHalf * sizeof(u32));
  return true;
}

/// The same, where nearly all loads and stores of nearly all kernels need only few of the host's instructions.
template <class Move, class Address>
[[gnu::always_inline]] inline bool move_near(const Words& words, const Word* which, const Stretch& stretch, Lie& lie,
                                             std::byte* registers) {
  const auto* const from = lanes_of<Address>(registers, words.addresses);
  if (!lie.near || !lie_so(lie, from)) return move_any<Move, Address>(words, which, stretch, lie, registers);
  const u64 first = static_cast<Address>(from[0] + static_cast<Address>(words.offset));
  if (!is_sound(words, stretch, lie, first)) return false;
  const u64 host = stretch.begin + first;
  Move::near(words, which, host, lie.halves[0], registers);
  Move::near(words, which, host + static_cast<u64>(s64{lie.behind[kHalf]}), lie.halves[1],
             registers + kHalf * sizeof(u32));
  return true;
}
template <class Move>
bool move(const Words& words, const Word* which, const Stretch& stretch, Lie& lie, std::byte* registers) {
  return words.holds == Holds::k32 ? move_near<Move, u32>(words, which, stretch, lie, registers)
                                   : move_near<Move, u64>(words, which, stretch, lie, registers);
}

}  // namespace

bool load_words(const Words& words, const Word* which, const Stretch& stretch, Lie& lie, std::byte* registers) {
  return move<Load>(words, which, stretch, lie, registers);
}
bool store_words(const Words& words, const Word* which, const Stretch& stretch, Lie& lie, std::byte* registers) {
  return move<Store>(words, which, stretch, lie, registers);
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
