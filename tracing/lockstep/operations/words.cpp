// SPDX-License-Identifier: MIT
// Words of 4 bytes that a warp moves together. Most warps touch neighbouring words, or all the same one.
#include "tracing/lockstep/operations/words.h"

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
#endif

/// Rows and columns of 4 x 4 words change places.
void transpose(Rows (&m)[4]) {
  const Rows ab = low_words(m[0], m[1]), AB = high_words(m[0], m[1]), cd = low_words(m[2], m[3]),
             CD = high_words(m[2], m[3]);
  m[0] = low_pairs(ab, cd), m[1] = high_pairs(ab, cd), m[2] = low_pairs(AB, CD), m[3] = high_pairs(AB, CD);
}
/// Of half a warp, the four words at `at` behind each of `hosts`. A register is written in as few parts as it is read,
/// as a core cannot load together what was stored in parts just before.
void load_four(const u64* hosts, const Word* at, std::byte* registers) {
  for (int l = 0; l < kHalf; l += 4 * kTiles) {
    Rows m[4];
    for (int i = 0; i < 4; ++i) m[i] = rows(hosts + l + i, static_cast<u64>(at->at));
    transpose(m);
    for (int v = 0; v < 4; ++v) __builtin_memcpy(lanes_of<u32>(registers, at[v].slot) + l, &m[v], sizeof(Rows));
  }
}
/// Of lanes whose words lie in fours.
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
void load_four(const u64* hosts, const Word* at, std::byte* registers) {
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

/// Where the words of half a warp lie: anywhere, each four lanes' one after the other, all in one place, or all in a
/// row.
enum class Lie { kAnywhere, kFours, kOnePlace, kNeighbours };

/// `from`: their addresses.
#if defined(__AVX512F__)
Lie lie_of(const u64* from) {
  const __m512i first = _mm512_set1_epi64(static_cast<s64>(from[0]));
  const __m512i low = _mm512_sub_epi64(_mm512_load_si512(from), first),
                high = _mm512_sub_epi64(_mm512_load_si512(from + 8), first);
  const __m512i row = _mm512_set_epi64(28, 24, 20, 16, 12, 8, 4, 0);
  const unsigned equal =
      _mm512_cmpeq_epi64_mask(low, row) & _mm512_cmpeq_epi64_mask(high, _mm512_add_epi64(row, _mm512_set1_epi64(32)));
  if (equal == 0xff) return Lie::kNeighbours;
  const __m512i any = _mm512_or_si512(low, high);
  if (_mm512_test_epi64_mask(any, any) == 0) return Lie::kOnePlace;
  const auto is_fours = [](__m512i at) {  // behind the first of each four
    const __m512i behind = _mm512_sub_epi64(at, _mm512_maskz_permutex_epi64(0xff, at, 0));
    return _mm512_cmpeq_epi64_mask(behind, _mm512_set_epi64(12, 8, 4, 0, 12, 8, 4, 0)) == 0xff;
  };
  return is_fours(low) && is_fours(high) ? Lie::kFours : Lie::kAnywhere;
}
Lie lie_of(const u32* from) {
  const __m512i behind = _mm512_sub_epi32(_mm512_load_si512(from), _mm512_set1_epi32(static_cast<s32>(from[0])));
  const __m512i row = _mm512_set_epi32(60, 56, 52, 48, 44, 40, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0);
  if (_mm512_cmpeq_epi32_mask(behind, row) == 0xffff) return Lie::kNeighbours;
  if (_mm512_test_epi32_mask(behind, behind) == 0) return Lie::kOnePlace;
  const __m512i in_four = _mm512_sub_epi32(behind, _mm512_maskz_shuffle_epi32(0xffff, behind, _MM_PERM_AAAA));
  const __m512i four = _mm512_set_epi32(12, 8, 4, 0, 12, 8, 4, 0, 12, 8, 4, 0, 12, 8, 4, 0);
  return _mm512_cmpeq_epi32_mask(in_four, four) == 0xffff ? Lie::kFours : Lie::kAnywhere;
}
#else
template <class Address>
Lie lie_of(const Address* from) {
  Address no_neighbour = 0, elsewhere = 0, no_four = 0;
  for (int l = 0; l < kHalf; ++l) {
    no_neighbour |= from[l] ^ static_cast<Address>(from[0] + 4 * static_cast<Address>(l));
    elsewhere |= from[l] ^ from[0];
    no_four |= from[l] ^ static_cast<Address>(from[l / 4 * 4] + 4 * static_cast<Address>(l % 4));
  }
  if (no_neighbour == 0) return Lie::kNeighbours;
  return elsewhere == 0 ? Lie::kOnePlace : no_four == 0 ? Lie::kFours : Lie::kAnywhere;
}
#endif

/// Half a warp's words, from the address on that is `offset` behind each lane's.
struct Half {
  Lie lie = Lie::kAnywhere;
  alignas(64) u64 hosts[kHalf];  ///< the host's addresses; of words in one place or in a row only the first
};

/// The host's addresses of lanes anywhere. False: some of their words are not there, or not aligned.
template <class Address>
[[gnu::always_inline]] inline bool find_anywhere(const Words& words, const Stretch& stretch, const Address* from,
                                                 u64* hosts) {
  const auto offset = static_cast<Address>(words.offset);
  const u64 last = stretch.length - words.bytes, low_bits = words.align - 1, least = stretch.least,
            begin = stretch.begin;
#if defined(__AVX512F__)
  const auto all = [](u64 value) { return _mm512_set1_epi64(static_cast<s64>(value)); };
  unsigned wrong = 0;
  for (int l = 0; l < kHalf; l += 8) {
    __m512i address;
    if constexpr (sizeof(Address) == 8)
      address = _mm512_add_epi64(_mm512_load_si512(from + l), all(offset));
    else
      address = _mm512_maskz_cvtepu32_epi64(
          0xff, _mm256_add_epi32(_mm256_load_si256(reinterpret_cast<const __m256i*>(from + l)),
                                 _mm256_set1_epi32(static_cast<int>(offset))));
    _mm512_store_si512(hosts + l, _mm512_add_epi64(address, all(begin)));
    wrong |= _mm512_cmpgt_epu64_mask(_mm512_sub_epi64(address, all(least)), all(last)) |
             _mm512_test_epi64_mask(address, all(low_bits));
  }
#else
  u64 wrong = 0;
  GS_LANES
  for (int l = 0; l < kHalf; ++l) {
    const u64 address = static_cast<Address>(from[l] + offset);
    hosts[l] = begin + address;
    wrong |= (address & low_bits) | u64{address - least > last};
  }
#endif
  return wrong == 0;
}

template <class Address>
[[gnu::always_inline]] inline bool find(const Words& words, const Stretch& stretch, const Address* from, Half& half) {
  half.lie = lie_of(from);
  if (half.lie == Lie::kAnywhere || half.lie == Lie::kFours)
    return stretch.length >= words.bytes && find_anywhere(words, stretch, from, half.hosts);
  const u64 first = static_cast<Address>(from[0] + static_cast<Address>(words.offset));
  const u64 bytes = words.bytes + (half.lie == Lie::kNeighbours ? 4 * (kHalf - 1) : 0);
  half.hosts[0] = stretch.begin + first;
  return (first & (words.align - 1)) == 0 && stretch.length >= bytes &&
         first - stretch.least <= stretch.length - bytes && (half.lie == Lie::kOnePlace || words.align == 4);
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

/// `registers`: of the half.
struct Load {
  static void half(const Words& words, const Word* word, const Half& half, std::byte* registers) {
    const Word* const end = word + words.count;
    const auto place = [&](const Word& of) { return half.hosts[0] + static_cast<u64>(of.at); };
    const auto to = [&](const Word& of) { return lanes_of<u32>(registers, of.slot); };
    switch (half.lie) {
      case Lie::kOnePlace:
        for (; word != end; ++word) {
          const u32 value = read<u32>(place(*word));
          u32* const at = to(*word);
          for (int l = 0; l < kHalf; ++l) at[l] = value;
        }
        return;
      case Lie::kNeighbours:
        for (; word != end; ++word) __builtin_memcpy(to(*word), reinterpret_cast<const void*>(place(*word)), 4 * kHalf);
        return;
      case Lie::kFours:
        for (; word != end; ++word) load_fours(half.hosts, static_cast<u64>(word->at), to(*word));
        return;
      case Lie::kAnywhere: break;
    }
    for (u32 four = 0; four < words.fours; ++four, word += 4) load_four(half.hosts, word, registers);
    for (; word != end; ++word) load_one(half.hosts, static_cast<u64>(word->at), to(*word));
  }
};

/// Lane by lane, as nobody says which of two lanes at one place is the last: here it is the last lane.
struct Store {
  static void half(const Words& words, const Word* word, const Half& half, std::byte* registers) {
    const auto from = [&](const Word& of) { return lanes_of<u32>(registers, of.slot); };
    switch (half.lie) {
      case Lie::kOnePlace:
        for (u32 w = 0; w < words.count; ++w)
          write(half.hosts[0] + static_cast<u64>(word[w].at), from(word[w])[kHalf - 1]);
        return;
      case Lie::kNeighbours:
        return void(__builtin_memcpy(reinterpret_cast<void*>(half.hosts[0]), from(*word), 4 * kHalf));
      case Lie::kFours:
      case Lie::kAnywhere: break;
    }
    if (words.fours != 0) return store_four(half.hosts, word, registers);
    for (int l = 0; l < kHalf; ++l) write(half.hosts[l], from(*word)[l]);
  }
};

template <class Move, class Address>
bool move(const Words& words, const Word* which, const Stretch& stretch, std::byte* registers) {
  const auto* const from = lanes_of<Address>(registers, words.addresses);
  Half halves[2];
  if (!find(words, stretch, from, halves[0]) || !find(words, stretch, from + kHalf, halves[1])) return false;
  Move::half(words, which, halves[0], registers);
  Move::half(words, which, halves[1], registers + kHalf * sizeof(u32));
  return true;
}
template <class Move>
bool move(const Words& words, const Word* which, const Stretch& stretch, std::byte* registers) {
  return words.holds == Holds::k32 ? move<Move, u32>(words, which, stretch, registers)
                                   : move<Move, u64>(words, which, stretch, registers);
}

}  // namespace

bool load_words(const Words& words, const Word* which, const Stretch& stretch, std::byte* registers) {
  return move<Load>(words, which, stretch, registers);
}
bool store_words(const Words& words, const Word* which, const Stretch& stretch, std::byte* registers) {
  return move<Store>(words, which, stretch, registers);
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
