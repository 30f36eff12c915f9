// SPDX-License-Identifier: MIT
// Bit by bit, as the PTX ISA's own descriptions go.
#include <algorithm>

#include "tests/lockstep/reference.h"

namespace gemmscope::lockstep::testing {
namespace {

bool bit(Bits x, Bits at) { return at < 64 && (x >> at & 1) != 0; }

/// r[0] bit by bit: of(i) for each i below `width`.
template <class F>
Bits each(int width, F of) {
  Bits result = 0;
  for (int i = 0; i < width; ++i) result |= Bits{of(static_cast<Bits>(i))} << i;
  return result;
}

void add_logic(References& all, int width) {
  const std::string type = ".b" + std::to_string(width), number = std::to_string(width);
  const auto add = [&](const std::string& op, auto of) {
    all.push_back({op + type, [=](const Bits* s, Bits* r) {
                     r[0] = each(width, [&](Bits i) { return of(bit(s[0], i), bit(s[1], i)); });
                   }});
  };
  add("and", [](bool a, bool b) { return a && b; });
  add("or", [](bool a, bool b) { return a || b; });
  add("xor", [](bool a, bool b) { return a != b; });
  add("not", [](bool a, bool) { return !a; });
  all.push_back({"cnot" + type, [](const Bits* s, Bits* r) { r[0] = s[0] == 0; }});
  all.push_back({"shl" + type, [=](const Bits* s, Bits* r) {
                   r[0] = each(width, [&](Bits i) { return i >= s[1] && bit(s[0], i - s[1]); });
                 }});
  for (const char* kind : {"b", "u", "s"}) {
    all.push_back({std::string("mov.") + kind + number, [](const Bits* s, Bits* r) { r[0] = s[0]; }});
    all.push_back(
        {std::string("shr.") + kind + number, [=](const Bits* s, Bits* r) {
           const bool sign = *kind == 's' && bit(s[0], static_cast<Bits>(width - 1));
           r[0] = each(width, [&](Bits i) { return i + s[1] < static_cast<Bits>(width) ? bit(s[0], i + s[1]) : sign; });
         }});
  }
  if (width != 16) all.push_back({"mov.f" + number, [](const Bits* s, Bits* r) { r[0] = s[0]; }});
}

void add_fields(References& all, int width) {
  const Bits msb = static_cast<Bits>(width) - 1;
  const auto counted = [=](Bits x) { return width == 32 ? x & 0xff : x; };  // measured: h200_operations.csv
  const std::string number = std::to_string(width);
  all.push_back({"bfi.b" + number, [=](const Bits* s, Bits* r) {
                   const Bits position = counted(s[2]), length = counted(s[3]);
                   r[0] = each(width, [&](Bits i) {
                     return i >= position && i < position + length ? bit(s[0], i - position) : bit(s[1], i);
                   });
                 }});
  all.push_back({"popc.b" + number, [=](const Bits* s, Bits* r) {
                   r[0] = 0;
                   for (Bits i = 0; i <= msb; ++i) r[0] += bit(s[0], i);
                 }});
  all.push_back({"clz.b" + number, [=](const Bits* s, Bits* r) {
                   r[0] = 0;
                   while (r[0] <= msb && !bit(s[0], msb - r[0])) ++r[0];
                 }});
  all.push_back({"brev.b" + number,
                 [=](const Bits* s, Bits* r) { r[0] = each(width, [&](Bits i) { return bit(s[0], msb - i); }); }});
  for (const bool is_signed : {false, true}) {
    const std::string type = (is_signed ? "s" : "u") + number;
    all.push_back({"bfe." + type, [=](const Bits* s, Bits* r) {
                     const Bits position = counted(s[1]), length = counted(s[2]);
                     const bool sign = is_signed && length != 0 && bit(s[0], std::min(position + length - 1, msb));
                     r[0] = each(width, [&](Bits i) {
                       return i < length && position + i <= msb ? bit(s[0], position + i) : sign;
                     });
                   }});
    for (const bool amount : {false, true})
      all.push_back({(amount ? "bfind.shiftamt." : "bfind.") + type, [=](const Bits* s, Bits* r) {
                       const Bits a = is_signed && bit(s[0], msb) ? ~s[0] : s[0];
                       r[0] = 0xffffffff;
                       for (Bits i = 0; i <= msb; ++i)
                         if (bit(a, i)) r[0] = amount ? msb - i : i;
                     }});
  }
}

/// PTX ISA, "fns": the places of the ones on one side of base, nearest first. Measured on an H100: of the least offset
/// it is always 0.
void add_nth_set(References& all) {
  all.push_back({"fns.b32", [](const Bits* s, Bits* r) {
                   const auto base = static_cast<std::int64_t>(s[1]);
                   const auto offset = static_cast<std::int64_t>(static_cast<std::int32_t>(s[2]));
                   std::vector<Bits> ones;
                   for (int distance = 0; distance < 32; ++distance) {
                     const std::int64_t at = offset < 0 ? base - distance : base + distance;
                     if (base < 32 && at >= 0 && at < 32 && bit(s[0], static_cast<Bits>(at)))
                       ones.push_back(static_cast<Bits>(at));
                   }
                   const auto n = static_cast<std::size_t>(offset < 0 ? -offset : offset);
                   r[0] = 0xffffffff;
                   if (offset == 0 && !ones.empty() && ones[0] == s[1]) r[0] = ones[0];
                   if (offset != 0 && n <= ones.size()) r[0] = ones[n - 1];
                   if (offset == INT32_MIN) r[0] = 0;
                 }});
}

void add_funnels(References& all) {
  for (const bool left : {false, true})
    for (const bool clamp : {false, true})
      all.push_back(
          {std::string("shf.") + (left ? "l." : "r.") + (clamp ? "clamp" : "wrap") + ".b32",
           [=](const Bits* s, Bits* r) {
             const Bits n = clamp ? std::min<Bits>(s[2], 32) : s[2] % 32;
             const Bits first = left ? 32 - n : n;  // of the 32 bits that are taken from b:a
             r[0] = each(32, [&](Bits i) { return first + i < 32 ? bit(s[0], first + i) : bit(s[1], first + i - 32); });
           }});
}

/// Which byte of b:a becomes byte 3, 2, 1 and 0 of the result, for c = 0 to 3: the table in the PTX ISA.
constexpr struct {
  const char* name;
  int bytes[4][4];
} kModes[] = {
    {"f4e", {{3, 2, 1, 0}, {4, 3, 2, 1}, {5, 4, 3, 2}, {6, 5, 4, 3}}},
    {"b4e", {{5, 6, 7, 0}, {6, 7, 0, 1}, {7, 0, 1, 2}, {0, 1, 2, 3}}},
    {"rc8", {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}},
    {"ecl", {{3, 2, 1, 0}, {3, 2, 1, 1}, {3, 2, 2, 2}, {3, 3, 3, 3}}},
    {"ecr", {{0, 0, 0, 0}, {1, 1, 1, 0}, {2, 2, 1, 0}, {3, 2, 1, 0}}},
    {"rc16", {{1, 0, 1, 0}, {3, 2, 3, 2}, {1, 0, 1, 0}, {3, 2, 3, 2}}},
};
Bits byte(const Bits* s, int index) { return (index < 4 ? s[0] >> (8 * index) : s[1] >> (8 * index - 32)) & 0xff; }

void add_permutations(References& all) {
  all.push_back({"prmt.b32", [](const Bits* s, Bits* r) {
                   r[0] = 0;
                   for (int i = 0; i < 4; ++i) {
                     const int control = static_cast<int>(s[2] >> (4 * i)) & 15;
                     const Bits value = byte(s, control % 8);
                     r[0] += (control < 8 ? value : value >= 128 ? Bits{255} : 0) << (8 * i);
                   }
                 }});
  for (const auto& mode : kModes)
    all.push_back({std::string("prmt.b32.") + mode.name, [mode](const Bits* s, Bits* r) {
                     r[0] = 0;
                     for (int i = 0; i < 4; ++i) r[0] += byte(s, mode.bytes[s[2] % 4][3 - i]) << (8 * i);
                   }});
  all.push_back({"lop3.b32", [](const Bits* s, Bits* r) {
                   r[0] = each(32, [&](Bits i) {
                     return bit(s[3], Bits{bit(s[0], i)} * 4 + Bits{bit(s[1], i)} * 2 + Bits{bit(s[2], i)});
                   });
                 }});
}

void add_masks(References& all) {
  for (const bool clamp : {false, true}) {
    const std::string mode = clamp ? "clamp." : "wrap.";
    all.push_back({"bmsk." + mode + "b32", [=](const Bits* s, Bits* r) {
                     const Bits from = clamp ? s[0] : s[0] % 32, width = clamp ? s[1] : s[1] % 32;
                     r[0] = each(32, [&](Bits i) { return i >= from && i - from < width; });
                   }});
    for (const bool is_signed : {false, true})
      all.push_back({"szext." + mode + (is_signed ? "s32" : "u32"), [=](const Bits* s, Bits* r) {
                       const Bits n = clamp ? std::min<Bits>(s[1], 32) : s[1] % 32;
                       r[0] = each(
                           32, [&](Bits i) { return i < n ? bit(s[0], i) : is_signed && n > 0 && bit(s[0], n - 1); });
                     }});
  }
}

void add_packing(References& all) {
  for (const auto& widths : {std::pair{32, 16}, {64, 32}, {64, 16}}) {
    const int of = widths.first, part = widths.second;
    const std::string type = ".b" + std::to_string(of) + ".b" + std::to_string(part) + "x" + std::to_string(of / part);
    all.push_back({"pack" + type, [=](const Bits* s, Bits* r) {
                     r[0] = each(of, [&](Bits i) { return bit(s[i / part], i % part); });
                   }});
    all.push_back({"unpack" + type, [=](const Bits* s, Bits* r) {
                     for (int k = 0; k < of / part; ++k)
                       r[k] = each(part, [&](Bits i) { return bit(s[0], i + static_cast<Bits>(k * part)); });
                   }});
  }
}

}  // namespace

References bit_references() {
  References all;
  for (const int width : {16, 32, 64}) add_logic(all, width);
  for (const int width : {32, 64}) add_fields(all, width);
  add_nth_set(all);
  add_funnels(all);
  add_permutations(all);
  add_masks(all);
  add_packing(all);
  return all;
}

}  // namespace gemmscope::lockstep::testing
