// SPDX-License-Identifier: MIT
// The operands of a row: special ones in pairs, then random ones. Random bits alone would hardly test a float: sums of
// two exponents that are far apart are one of the two.
#include <algorithm>
#include <functional>
#include <optional>
#include <random>

#include "tests/cuda/operations/batch.h"
#include "tests/cuda/operations/formats.h"
#include "tests/cuda/operations/words.h"

namespace gemmscope::operations {
namespace {

using lockstep::kAllLanes;
using lockstep::kLanes;
using lockstep::Mask;
using Random = std::mt19937_64;
using Values = std::array<Bits, kMostOperands>;

Bits cut(Bits value, int bits) { return bits == 64 ? value : value & ((Bits{1} << bits) - 1); }

Bits one_of(Random& random, const std::vector<Bits>& values) { return values[random() % values.size()]; }

/// Of any size, with either sign.
Bits random_integer(Random& random, int bits) {
  const Bits value = cut(random(), bits) >> random() % static_cast<Bits>(bits);
  return cut(random() % 2 == 0 ? value : 0 - value, bits);
}

/// With an exponent near that of 2^power, and often a fraction of few bits, so that roundings tie.
Bits random_float(Random& random, const Format& format, int power) {
  const int most = (1 << format.exponent) - 1;
  const int exponent = std::clamp(power + static_cast<int>(random() % 5) - 2 + format.bias(), 0, most - 1);
  Bits fraction = cut(random(), format.fraction);
  if (random() % 2 == 0) fraction &= ~Bits{0} << random() % static_cast<Bits>(format.fraction + 1);
  if (random() % 8 == 0) fraction ^= 1;
  return (random() % 2 != 0 ? format.sign() : 0) | static_cast<Bits>(exponent) << format.fraction |
         cut(fraction, format.fraction);
}

/// The random operands of one lane: near each other, or anything.
class Lane {
 public:
  explicit Lane(Random& random)
      : random_(random), anything_(random() % 4), power_(static_cast<int>(random() % 64) - 32) {
    if (random() % 4 == 0) power_ = static_cast<int>(random() % 2200) - 1100;
    if (random() % 4 == 0) power_ = 0;
  }
  Bits operator()(const Format& format) {
    if (format.pair) {
      Format half = format;
      half.pair = false;
      return (*this)(half) | (*this)(half) << 16;
    }
    if (format.bits == 1) return random_() % 2;
    if (random_() % 6 == 0) return one_of(random_, special_values(format, false));
    if (anything_ == 0) return cut(random_(), format.bits);
    if (!format.is_float()) return random_integer(random_, format.bits);
    const int most = format.bias();
    return random_float(random_, format, std::clamp(power_, -most - format.fraction % 8, most));
  }

 private:
  Random& random_;
  Bits anything_;
  int power_;
};

struct Sources {
  int first = 0, count = 0;
  std::array<Format, kMostOperands> formats{};  ///< by operand
  bool sums_products = false;                   ///< fma: c often cancels a * b

  explicit Sources(const Operation& operation)
      : first(operation.results),
        count(operands_of(operation) - operation.results),
        sums_products(operation.mnemonic.starts_with("fma")) {
    for (int i = 0; i < operands_of(operation); ++i) formats[static_cast<std::size_t>(i)] = format_of(operation, i);
  }
  Format format(int source) const { return formats[static_cast<std::size_t>(first + source)]; }
};

/// c next to -a * b; of a pair in both halves.
void cancel(Random& random, const Sources& sources, Values& values) {
  const Format format = sources.format(0);
  const auto at = static_cast<std::size_t>(sources.first);
  Bits all = 0;
  for (int shift = 0; shift < (format.pair ? 32 : 1); shift += 16) {
    const auto half = [&](Bits value) { return cut(value >> shift, format.bits); };
    const double product = number(half(values[at]), format) * number(half(values[at + 1]), format);
    all |= cut(cut_to(-product, format) + random() % 5 - 2, format.bits) << shift;
  }
  values[at + 2] = all;
}

Values random_values(Random& random, const Sources& sources) {
  Values values{};
  Lane lane(random);
  for (int s = 0; s < sources.count; ++s) values[static_cast<std::size_t>(sources.first + s)] = lane(sources.format(s));
  if (sources.sums_products && random() % 4 == 0) cancel(random, sources, values);
  return values;
}

/// The n-th of the special ones: with one source each value, of all 16 bits where it has no more; with two each pair;
/// with three each pair of the first two, then of the first and the third, then of the last two. nullopt: there are no
/// more.
std::optional<Values> special(Random& random, const Sources& sources, std::size_t n) {
  const auto list = [&](int s) -> const std::vector<Bits>& {
    return special_values(sources.format(s), sources.count > 1);
  };
  Values values = random_values(random, sources);
  const auto set = [&](int s, Bits value) {
    Bits& to = values[static_cast<std::size_t>(sources.first + s)];
    const Format format = sources.format(s);
    if (!format.pair)
      to = value;
    else  // into either half; the other one is special too
      to = n % 2 == 0 ? value | one_of(random, list(s)) << 16 : value << 16 | one_of(random, list(s));
  };
  if (sources.count == 1 && sources.format(0).bits == 16 && !sources.format(0).pair) {
    if (n >> 16 != 0) return std::nullopt;
    set(0, n);
    return values;
  }
  if (sources.count == 1) {
    if (n >= list(0).size()) return std::nullopt;
    set(0, list(0)[n]);
    return values;
  }
  static constexpr int kPairs[][2] = {{0, 1}, {0, 2}, {1, 2}};
  for (const auto& [a, b] : kPairs) {
    if (b >= sources.count) break;
    const std::size_t pairs = list(a).size() * list(b).size();
    if (n < pairs) {
      if (sources.count > 2) set(3 - a - b, one_of(random, list(3 - a - b)));
      set(a, list(a)[n % list(a).size()]), set(b, list(b)[n / list(a).size()]);
      return values;
    }
    n -= pairs;
  }
  return std::nullopt;
}

/// A warp's operand, lane by lane.
template <class Of>
void change(Batch& batch, std::size_t warp, int operand, Of of) {
  Column& column = batch.columns[static_cast<std::size_t>(operand)];
  for (std::size_t l = 0; l < kLanes; ++l) column.put(warp * kLanes + l, of(l, column.get(warp * kLanes + l)));
}

/// Nobody reads beyond its own `width` lanes, which all run or none of them: what a lane that does not run holds is
/// undefined.
void keep_within(Bits width, const Words& words, Random& random, Batch& batch, std::size_t warp) {
  Mask& active = batch.active[warp];
  if (active != kAllLanes) active = 0;
  for (Bits lane = 0; lane < kLanes; lane += width)
    if (random() % 2 == 0 || active == 0) active |= static_cast<Mask>((Bits{1} << width) - 1) << lane;
  change(batch, warp, 3, [&](std::size_t, Bits by) { return words.has("bfly") ? by % width : by; });
  change(batch, warp, 4, [&](std::size_t, Bits bounds) { return (bounds & ~Bits{0x1f00}) | (kLanes - width) << 8; });
}

/// What the instruction itself asks of its operands: tables that exist, and membermasks of lanes that run and have the
/// same one. In every third warp these are the lane's tile of the warp, otherwise all.
void make_defined(const Operation& operation, Random& random, Batch& batch, std::size_t warp) {
  const Words words(operation.mnemonic);
  if (words.base == "lop3") change(batch, warp, 4, [](std::size_t, Bits table) { return table & 0xff; });
  if (!words.has("sync")) return;
  const Bits width = Bits{1} << random() % 5, tile = warp % 3 == 1 ? width : kLanes;
  if (words.base == "shfl" && (tile == width || batch.active[warp] != kAllLanes))
    keep_within(width, words, random, batch, warp);
  change(batch, warp, operands_of(operation) - 1, [&](std::size_t lane, Bits) {
    const Bits members = ((Bits{1} << tile) - 1) << lane / tile * tile;
    return members & batch.active[warp];
  });
}

/// In every fifth warp the lanes hold one value, in every seventh one of two: what match and vote look for.
void make_alike(const Operation& operation, Random& random, Batch& batch, std::size_t warp) {
  if (warp % 5 != 0 && warp % 7 != 0) return;
  const Mask other = warp % 5 == 0 ? 0 : static_cast<Mask>(random());
  for (int i = operation.results; i < operands_of(operation); ++i) {
    const Column& column = batch.columns[static_cast<std::size_t>(i)];
    const Bits values[] = {column.get(warp * kLanes), column.get(warp * kLanes + 1)};
    change(batch, warp, i, [&](std::size_t l, Bits) { return values[other >> l & 1u]; });
  }
}

Mask random_lanes(Random& random, std::size_t warp) {
  const Mask some = static_cast<Mask>(random());
  if (warp % 4 != 3) return kAllLanes;
  return warp % 8 == 7 ? Mask{1} << some % kLanes : some == 0 ? 1 : some;
}

}  // namespace

Batch make_batch(const Operation& operation, std::size_t warps) {
  Random random(std::hash<std::string_view>{}(operation.mnemonic));
  const Sources sources(operation);
  Batch batch;
  batch.active.resize(warps, kAllLanes);
  const auto all = static_cast<std::size_t>(operands_of(operation));
  for (std::size_t i = 0; i < all; ++i) {
    batch.columns[i] = Column(operation.operands[i], batch.threads());
    if (i < operation.results)  // what idle lanes keep
      for (std::size_t t = 0; t < batch.threads(); ++t)
        batch.columns[i].put(t, operation.operands[i] == Holds::kPredicate ? t / 3 % 2 : 0x5a5a'0000'1234'abcd + t);
  }
  bool is_special = true;
  for (std::size_t warp = 0; warp < warps; ++warp) {
    for (std::size_t t = warp * kLanes; t < (warp + 1) * kLanes; ++t) {
      const auto values = is_special ? special(random, sources, t) : std::nullopt;
      is_special = values.has_value();
      const Values& put = is_special ? *values : random_values(random, sources);
      for (std::size_t i = operation.results; i < all; ++i) batch.columns[i].put(t, put[i]);
    }
    if (!is_special || Words(operation.mnemonic).has("sync")) {
      batch.active[warp] = random_lanes(random, warp);
      make_alike(operation, random, batch, warp);
    }
    make_defined(operation, random, batch, warp);
  }
  return batch;
}

}  // namespace gemmscope::operations
