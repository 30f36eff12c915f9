// SPDX-License-Identifier: MIT
// Comparisons through one number that orders both sides, by the bits of floats too: sign and magnitude.
#include "tests/lockstep/reference.h"

namespace gemmscope::lockstep::testing {
namespace {

enum Order { kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8 };

struct Relation {
  const char* name;
  int holds;  ///< in which of the four cases
};
constexpr Relation kOrdered[] = {{"eq", kEqual},         {"ne", kLess | kGreater}, {"lt", kLess},
                                 {"le", kLess | kEqual}, {"gt", kGreater},         {"ge", kGreater | kEqual}};
constexpr Relation kUnsigned[] = {{"lo", kLess}, {"ls", kLess | kEqual}, {"hi", kGreater}, {"hs", kGreater | kEqual}};
constexpr Relation kOfFloats[] = {{"equ", kEqual | kUnordered},       {"neu", kLess | kGreater | kUnordered},
                                  {"ltu", kLess | kUnordered},        {"leu", kLess | kEqual | kUnordered},
                                  {"gtu", kGreater | kUnordered},     {"geu", kGreater | kEqual | kUnordered},
                                  {"num", kLess | kEqual | kGreater}, {"nan", kUnordered}};

struct Type {
  Integer bits;      ///< of the type; for a float, of its magnitude and sign
  int fraction = 0;  ///< bits of a float's; 0: an integer
  bool flush = false;
};

Order order(const Type& type, Bits a, Bits b) {
  const auto number = [&](Bits raw, bool& is_nan) -> __int128 {
    if (type.fraction == 0) return type.bits.of(raw);
    const Bits sign = Bits{1} << (type.bits.bits - 1), magnitude = raw & (sign - 1);
    const Bits exponents = (sign - 1) >> type.fraction << type.fraction;
    is_nan = is_nan || magnitude > exponents;
    const Bits kept = type.flush && (magnitude & exponents) == 0 ? 0 : magnitude;
    return (raw & sign) != 0 ? -static_cast<__int128>(kept) : static_cast<__int128>(kept);
  };
  bool is_nan = false;
  const __int128 x = number(a, is_nan), y = number(b, is_nan);
  return is_nan ? kUnordered : x < y ? kLess : x == y ? kEqual : kGreater;
}

void add(References& all, const Relation& relation, const Type& type) {
  const std::string ftz = type.flush ? ".ftz" : "", suffix = std::string(".") + type.bits.name;
  const auto holds = [=](const Bits* s) { return (order(type, s[0], s[1]) & relation.holds) != 0; };
  const auto setp = [&](const char* with, auto combine) {
    all.push_back({std::string("setp.") + relation.name + with + ftz + suffix, [=](const Bits* s, Bits* r) {
                     r[0] = combine(holds(s), s[2] != 0);
                     r[1] = combine(!holds(s), s[2] != 0);
                   }});
  };
  setp("", [](bool a, bool) { return a; });
  setp(".and", [](bool a, bool c) { return a && c; });
  setp(".or", [](bool a, bool c) { return a || c; });
  setp(".xor", [](bool a, bool c) { return a != c; });
  for (const auto& [to, value] : {std::pair{".u32", 0xffffffffu}, {".s32", 0xffffffffu}, {".f32", 0x3f800000u}})
    all.push_back({std::string("set.") + relation.name + ftz + to + suffix,
                   [=, value = value](const Bits* s, Bits* r) { r[0] = holds(s) ? value : 0; }});
}

/// Of pairs of halves, each by itself.
void add_pair(References& all, const Relation& relation, const Type& type, Bits one) {
  const std::string pair = std::string(".") + type.bits.name + "x2";
  const auto low = [=](const Bits* s) { return (order(type, s[0] & 0xffff, s[1] & 0xffff) & relation.holds) != 0; };
  const auto high = [=](const Bits* s) { return (order(type, s[0] >> 16, s[1] >> 16) & relation.holds) != 0; };
  all.push_back({std::string("setp.") + relation.name + pair, [=](const Bits* s, Bits* r) {
                   r[0] = low(s);
                   r[1] = high(s);
                 }});
  for (const auto& [to, yes] : {std::pair{pair, one}, {std::string(".u32"), Bits{0xffff}}})
    all.push_back({std::string("set.") + relation.name + to + pair,
                   [=, yes = yes](const Bits* s, Bits* r) { r[0] = low(s) * yes + high(s) * yes * 0x10000; }});
}

constexpr Type kFloats[] = {{{"f16", 16, false}, 10}, {{"f16", 16, false}, 10, true}, {{"bf16", 16, false}, 7},
                            {{"f32", 32, false}, 23}, {{"f32", 32, false}, 23, true}, {{"f64", 64, false}, 52}};

void add_choices(References& all) {
  for (const char* type : {"b16", "u16", "s16", "b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64"}) {
    all.push_back({std::string("selp.") + type, [](const Bits* s, Bits* r) { r[0] = s[s[2] != 0 ? 0 : 1]; }});
    all.push_back({std::string("slct.") + type + ".s32",
                   [](const Bits* s, Bits* r) { r[0] = s[(s[2] >> 31 & 1) == 0 ? 0 : 1]; }});
    for (const bool flush : {false, true})
      all.push_back({std::string(flush ? "slct.ftz." : "slct.") + type + ".f32", [=](const Bits* s, Bits* r) {
                       const Type f32 = flush ? kFloats[4] : kFloats[3];
                       r[0] = s[(order(f32, s[2], 0) & (kGreater | kEqual)) != 0 ? 0 : 1];
                     }});
  }
}

void add_logic(References& all) {
  all.push_back({"and.pred", [](const Bits* s, Bits* r) { r[0] = s[0] * s[1]; }});
  all.push_back({"or.pred", [](const Bits* s, Bits* r) { r[0] = s[0] + s[1] > 0; }});
  all.push_back({"xor.pred", [](const Bits* s, Bits* r) { r[0] = s[0] + s[1] == 1; }});
  all.push_back({"not.pred", [](const Bits* s, Bits* r) { r[0] = 1 - s[0]; }});
  all.push_back({"mov.pred", [](const Bits* s, Bits* r) { r[0] = s[0]; }});
}

}  // namespace

References predicate_references() {
  References all;
  for (const Integer& type : kIntegers) {
    for (const Relation& relation : kOrdered) add(all, relation, {type});
    if (!type.is_signed)
      for (const Relation& relation : kUnsigned) add(all, relation, {type});
  }
  for (const Integer& type : {Integer{"b16", 16, false}, Integer{"b32", 32, false}, Integer{"b64", 64, false}})
    for (const Relation& relation : {kOrdered[0], kOrdered[1]}) add(all, relation, {type});
  for (const Type& type : kFloats) {
    for (const Relation& relation : kOrdered) add(all, relation, type);
    for (const Relation& relation : kOfFloats) add(all, relation, type);
    if (type.bits.bits != 16 || type.flush) continue;
    const Bits one = type.fraction == 10 ? 0x3c00 : 0x3f80;
    for (const Relation& relation : kOrdered) add_pair(all, relation, type, one);
    for (const Relation& relation : kOfFloats) add_pair(all, relation, type, one);
  }
  add_choices(all);
  add_logic(all);
  return all;
}

}  // namespace gemmscope::lockstep::testing
