// SPDX-License-Identifier: MIT
// .ftz next to the smallest normal number, where the result's rounding decides whether it is flushed.
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "tests/lockstep/exact.h"
#include "tests/lockstep/one_lane.h"

namespace gemmscope::lockstep {
namespace {

using testing::Bits;
using testing::Exact;
using testing::Format;

constexpr std::pair<const char*, testing::Rounds> kRounds[] = {{"", testing::Rounds::kNearest},
                                                               {".rz", testing::Rounds::kZero},
                                                               {".rm", testing::Rounds::kDown},
                                                               {".rp", testing::Rounds::kUp}};

/// Sources whose result is a few steps of the format from the smallest normal number, or a small part of one.
class Near {
 public:
  explicit Near(const Format& format) : format_(format) {}
  std::vector<Bits> of(const std::string& base) {
    const int k = some(9) + 1, least = 1 - format_.bias();
    if (base == "rcp") return {at(-least, some(8))};
    if (base == "div") return {at(least + k, 4 - some(8)), at(k, some(8))};
    if (base == "mul") return {at(-k, -some(8)), at(least + k, some(4))};
    if (some(2) == 0) return {at(-k, -some(8)), at(least + k, some(4)), sign()};
    const Bits c = at(least, some(3));
    return {at(-format_.fraction - 1 - some(3), some(8)), at(least, some(8)) | format_.sign(), c & ~format_.sign()};
  }
  /// Of f64: 2^-126, more or less some of the bits that f32 lacks.
  std::vector<Bits> wide() {
    constexpr Bits kLeast = Bits{0x381} << 52;
    return {kLeast + (static_cast<Bits>(some(40) - 30) << 26) + static_cast<Bits>(some(3) - 1) + (sign() << 32)};
  }

 private:
  int some(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  Bits sign() { return some(2) == 0 ? 0 : format_.sign(); }
  /// `steps` numbers above 2^exponent, or as many below, with either sign.
  Bits at(int exponent, int steps) {
    return sign() | (static_cast<Bits>(((exponent + format_.bias()) << format_.fraction) + steps));
  }
  Format format_;
  std::mt19937_64 random_{1};
};

Exact exact_of(const std::string& base, const std::vector<Exact>& s, testing::Rounds how) {
  if (base == "cvt") return s[0];
  if (base == "rcp") return testing::quotient(testing::of_integer(1), s[0]);
  if (base == "div") return testing::quotient(s[0], s[1]);
  const Exact product = testing::product(s[0], s[1]);
  return base == "mul" ? product : testing::sum(product, s[2], how);
}

struct Count {
  int flushed = 0, kept = 0, otherwise = 0;  ///< otherwise: a rounding to subnormal numbers would keep it
};

Count compare(const std::string& base, const char* round, testing::Rounds how, const Format& format) {
  const bool cvt = base == "cvt";
  const std::string mnemonic = base + round + ".ftz." + format.name + (cvt ? ".f64" : "");
  Near near(format);
  Count count;
  for (int i = 0; i < 2000; ++i) {
    const std::vector<Bits> sources = cvt ? near.wide() : near.of(base);
    std::vector<Exact> numbers;
    for (const Bits source : sources)
      numbers.push_back(cvt ? read(source, testing::kF64) : read(flush(source, format), format));
    const Exact exact = exact_of(base, numbers, how);
    const Bits right = testing::write_flushed(exact, format, how);
    for (const Isa isa : {Isa::kAvx2, Isa::kAvx512}) {
      if (!can_run(isa)) continue;
      const Operation* const operation = find_operation(mnemonic, isa);
      if (operation == nullptr) return count;
      EXPECT_EQ(testing::result_of(*operation, sources), right)
          << mnemonic << std::hex << " 0x" << sources[0] << " 0x" << sources.back();
    }
    (right % format.sign() == 0 ? count.flushed : count.kept) += 1;
    count.otherwise += right != flush(write(exact, format, how), format);
  }
  return count;
}

TEST(Flush, LooksAtTheResultBeforeItLosesBits) {
  for (const auto& [round, how] : kRounds)
    for (const char* base : {"mul", "fma", "div", "rcp", "cvt"}) {
      const Count count = compare(base, round, how, testing::kF32);
      EXPECT_GT(count.flushed, 100) << base << round;
      EXPECT_GT(count.kept, 100) << base << round;
      EXPECT_GE(count.otherwise, how == testing::Rounds::kUp ? 10 : 0) << base;
    }
  for (const char* base : {"mul", "fma"})
    EXPECT_GT(compare(base, "", testing::Rounds::kNearest, testing::kF16).otherwise, 10) << base;
}

}  // namespace
}  // namespace gemmscope::lockstep
