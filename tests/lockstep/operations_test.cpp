// SPDX-License-Identifier: MIT
// Each operation over random and special operands and over whole and partial warps, bit by bit against its reference.
#include <algorithm>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

#include "tests/lockstep/reference.h"
#include "tracing/lockstep/operation.h"

namespace gemmscope::lockstep {
namespace {

using testing::Bits;
using testing::Reference;

int bits_of(Holds holds) {
  switch (holds) {
    case Holds::kPredicate: return 1;
    case Holds::k16: return 16;
    case Holds::k32: return 32;
    case Holds::k64: return 64;
    case Holds::kNothing: break;
  }
  return 0;
}

Bits cut(Bits value, int bits) { return bits == 64 ? value : value & ((Bits{1} << bits) - 1); }

/// Numbers near which integers wrap, shifts end, and floats of 16, 32 and 64 bits change their kind.
Bits special(std::mt19937_64& random, int bits) {
  static constexpr Bits kAny[] = {0,  1,  2,  3,  7,  8,   15,  16,  17,  31,
                                  32, 33, 63, 64, 65, 127, 128, 255, 256, 0x5555555555555555};
  static constexpr Bits k16[] = {0x3c00, 0xbc00, 0x0001, 0x03ff, 0x0400, 0x7bff, 0x7c00,
                                 0xfc00, 0x7e00, 0x7fff, 0x8000, 0x3f80, 0x7f80, 0x7fc0};
  static constexpr Bits k32[] = {0x3f800000, 0xbf800000, 1,          0x007fffff, 0x00800000, 0x7f7fffff,
                                 0x7f800000, 0xff800000, 0x7fc00000, 0x7fffffff, 0x80000000, 0xffffffff,
                                 0x4b800000, 0xcf000000, 0x4f000000, 0x4effffff, 0x3effffff, 0x3f000001};
  static constexpr Bits k64[] = {0x3ff0000000000000, 0xbff0000000000000, 1,
                                 0x000fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff,
                                 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
                                 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff,
                                 0x43e0000000000000, 0xc3e0000000000000, 0x3fdfffffffffffff};
  const auto one_of = [&](std::span<const Bits> all) { return all[random() % all.size()]; };
  if (random() % 3 == 0) return one_of(kAny);
  if (random() % 3 == 0) return ~one_of(kAny);
  return bits == 16 ? one_of(k16) : bits == 32 ? one_of(k32) : one_of(k64);
}

Bits operand(std::mt19937_64& random, int bits) {
  return cut(random() % 3 == 0 ? special(random, bits) : random(), bits);
}

/// The registers of a warp, with an array of its own for each operand.
struct Registers {
  static constexpr std::size_t kEach = kLanes * sizeof(Bits);
  alignas(64) std::array<std::byte, kMostOperands * kEach> memory{};
  std::array<Slot, kMostOperands> slots{};

  Registers() {
    for (std::size_t i = 0; i < kMostOperands; ++i) slots[i] = static_cast<Slot>(i * kEach);
  }
  Bits get(std::size_t operand, Holds holds, int lane) const {
    const std::byte* at = memory.data() + slots[operand];
    Bits value = 0;
    if (holds == Holds::kPredicate) {
      std::memcpy(&value, at, sizeof(Mask));
      return value >> lane & 1;
    }
    const std::size_t bytes = static_cast<std::size_t>(bits_of(holds)) / 8;
    std::memcpy(&value, at + static_cast<std::size_t>(lane) * bytes, bytes);
    return value;
  }
  void put(std::size_t operand, Holds holds, int lane, Bits value) {
    std::byte* at = memory.data() + slots[operand];
    if (holds == Holds::kPredicate) {
      Mask mask;
      std::memcpy(&mask, at, sizeof(mask));
      mask = (mask & ~(Mask{1} << lane)) | static_cast<Mask>(value) << lane;
      std::memcpy(at, &mask, sizeof(mask));
      return;
    }
    const std::size_t bytes = static_cast<std::size_t>(bits_of(holds)) / 8;
    std::memcpy(at + static_cast<std::size_t>(lane) * bytes, &value, bytes);
  }
};

bool is_nan(Bits value, int bits) {
  const Bits infinity = bits == 16 ? 0x7c00 : bits == 32 ? 0x7f800000 : 0x7ff0000000000000;
  return (value & ((Bits{1} << (bits - 1)) - 1)) > infinity;
}

/// Whether `a` and `b` are the same or, as floats of one sign, as close as the reference asks.
bool agree(Bits a, Bits b, const Reference& reference) {
  if (a == b || (reference.any_nan != 0 && is_nan(a, reference.any_nan) && is_nan(b, reference.any_nan))) return true;
  return static_cast<double>(a > b ? a - b : b - a) <= reference.ulps;
}

/// In every third round results lie where sources of the same width are, as registers may share their slots.
void share_slots(std::mt19937_64& random, const Operation& operation, Registers& registers) {
  for (std::size_t result = 0; result < operation.results; ++result)
    for (std::size_t source = operation.results; source < kMostOperands; ++source)
      if (operation.operands[source] == operation.operands[result] && random() % 2 == 0 &&
          std::ranges::find(registers.slots, registers.slots[source]) == registers.slots.begin() + source) {
        registers.slots[result] = registers.slots[source];
        break;
      }
}

struct Case {
  Isa isa;
  Operation operation;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Isa isa : {Isa::kAvx2, Isa::kAvx512})
    if (can_run(isa))
      for (const Operation& operation : all_operations(isa)) all.push_back({isa, operation});
  return all;
}

const Reference* reference_of(std::string_view mnemonic) {
  static const auto all = [] {
    std::unordered_map<std::string, Reference> map;
    for (auto* family : {testing::integer_references, testing::bit_references, testing::predicate_references,
                         testing::float_references, testing::approximate_references, testing::warp_references,
                         testing::convert_references, testing::half_references})
      for (Reference& reference : family()) {
        const auto [at, added] = map.emplace(reference.mnemonic, reference);
        if (!added) throw std::logic_error("two references for " + at->first);
      }
    return map;
  }();
  const auto found = all.find(std::string(mnemonic));
  return found == all.end() ? nullptr : &found->second;
}

class Operations : public ::testing::TestWithParam<Case> {};

TEST_P(Operations, GiveWhatTheReferenceGives) {
  const Operation& operation = GetParam().operation;
  const Reference* reference = reference_of(operation.mnemonic);
  ASSERT_NE(reference, nullptr) << "no reference for " << operation.mnemonic;
  std::mt19937_64 random(std::hash<std::string_view>{}(operation.mnemonic));
  for (int round = 0; round < 200; ++round) {
    Registers registers;
    if (round % 3 == 2) share_slots(random, operation, registers);
    for (std::size_t i = 0; i < kMostOperands; ++i)
      for (int l = 0; l < kLanes && operation.operands[i] != Holds::kNothing; ++l)
        registers.put(i, operation.operands[i], l, operand(random, bits_of(operation.operands[i])));
    if (round % 5 == 4)  // as match and vote look for: all lanes the same
      for (std::size_t i = 0; i < kMostOperands && operation.operands[i] != Holds::kNothing; ++i)
        for (int l = 1; l < kLanes; ++l)
          registers.put(i, operation.operands[i], l, registers.get(i, operation.operands[i], 0));
    const Registers before = registers;
    const Mask active = round % 2 == 0 ? kAllLanes : static_cast<Mask>(random());
    operation.run(registers.memory.data(), registers.slots.data(), active, 1);
    testing::Lanes sources{}, expected{};
    for (int l = 0; l < kLanes; ++l) {
      const auto lane = static_cast<std::size_t>(l);
      for (std::size_t i = operation.results; i < kMostOperands && operation.operands[i] != Holds::kNothing; ++i)
        sources[lane][i - operation.results] = before.get(i, operation.operands[i], l);
      if (reference->of) reference->of(sources[lane].data(), expected[lane].data());
    }
    if (reference->of_warp) reference->of_warp(sources, active, expected);
    for (int l = 0; l < kLanes; ++l)
      for (std::size_t i = 0; i < operation.results; ++i) {
        const Holds holds = operation.operands[i];
        const auto& of = sources[static_cast<std::size_t>(l)];
        const Bits given = registers.get(i, holds, l);
        if ((active >> l & 1u) == 0)
          ASSERT_EQ(given, before.get(i, holds, l)) << operation.mnemonic << ", result " << i << ", idle lane " << l;
        else if (const Bits right = cut(expected[static_cast<std::size_t>(l)][i], bits_of(holds));
                 !agree(given, right, *reference))
          FAIL() << operation.mnemonic << ", result " << i << ", lane " << l << std::hex << ": 0x" << given
                 << ", not 0x" << right << ", of 0x" << of[0] << ", 0x" << of[1] << ", 0x" << of[2] << ", 0x" << of[3];
      }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Operations, ::testing::ValuesIn(cases()), [](const auto& of) {
  std::string name =
      std::string(of.param.isa == Isa::kAvx2 ? "avx2_" : "avx512_") + std::string(of.param.operation.mnemonic);
  for (char& c : name)
    if (c == '.' || c == ':') c = '_';
  return name;
});

}  // namespace
}  // namespace gemmscope::lockstep
