// SPDX-License-Identifier: MIT
// Each operation over random and special operands and over whole and partial warps, bit by bit against its reference.
#include <cstring>
#include <random>
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

/// Whether `a` and `b`, of `bits` bits, are the same or, as floats of one sign, at most `ulps` steps apart.
bool agree(Bits a, Bits b, unsigned ulps) { return a == b || (ulps != 0 && (a > b ? a - b : b - a) <= ulps); }

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
    std::unordered_map<std::string_view, const Reference*> map;
    for (const auto& family : {testing::integer_references()})
      for (const Reference& reference : family) map[reference.mnemonic] = &reference;
    return map;
  }();
  const auto found = all.find(mnemonic);
  return found == all.end() ? nullptr : found->second;
}

class Operations : public ::testing::TestWithParam<Case> {};

TEST_P(Operations, GiveWhatTheReferenceGives) {
  const Operation& operation = GetParam().operation;
  const Reference* reference = reference_of(operation.mnemonic);
  ASSERT_NE(reference, nullptr) << "no reference for " << operation.mnemonic;
  std::mt19937_64 random(std::hash<std::string_view>{}(operation.mnemonic));
  for (int round = 0; round < 200; ++round) {
    Registers registers;
    for (std::size_t i = 0; i < kMostOperands; ++i)
      for (int l = 0; l < kLanes && operation.operands[i] != Holds::kNothing; ++l)
        registers.put(i, operation.operands[i], l, operand(random, bits_of(operation.operands[i])));
    const Registers before = registers;
    const Mask active = round % 2 == 0 ? kAllLanes : static_cast<Mask>(random());
    operation.run(registers.memory.data(), registers.slots.data(), active);
    for (int l = 0; l < kLanes; ++l) {
      std::array<Bits, kMostOperands> sources{}, results{};
      for (std::size_t i = operation.results; i < kMostOperands && operation.operands[i] != Holds::kNothing; ++i)
        sources[i - operation.results] = before.get(i, operation.operands[i], l);
      reference->of(sources.data(), results.data());
      for (std::size_t i = 0; i < operation.results; ++i) {
        const bool runs = (active >> l & 1u) != 0;
        const Bits expected =
            runs ? cut(results[i], bits_of(operation.operands[i])) : before.get(i, operation.operands[i], l);
        const Bits given = registers.get(i, operation.operands[i], l);
        ASSERT_TRUE(agree(given, expected, runs ? reference->ulps : 0))
            << operation.mnemonic << ", result " << i << ", lane " << l << (runs ? "" : ", idle") << std::hex << ": 0x"
            << given << ", not 0x" << expected << ", of 0x" << sources[0] << ", 0x" << sources[1] << ", 0x"
            << sources[2];
      }
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
