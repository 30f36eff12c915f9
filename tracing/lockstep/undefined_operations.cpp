// SPDX-License-Identifier: MIT
// How operations pass on undefined values, and which shuffles make some.
#include <algorithm>
#include <cstring>

#include "tracing/lockstep/touches.h"
#include "tracing/lockstep/undefined.h"

namespace gemmscope::lockstep {
namespace {

template <class T>
const T* lanes_at(const Warp& warp, Slot slot) {
  return reinterpret_cast<const T*>(warp.registers + slot);
}
Mask predicate_at(const Warp& warp, Slot slot) { return *lanes_at<Mask>(warp, slot); }
bool is_in(Mask lanes, int lane) { return (lanes >> lane & 1u) != 0; }

/// The lane's value, or that word of it.
std::uint64_t bits_of(const Warp& warp, Slot slot, std::size_t bytes, int lane) {
  std::uint64_t value = 0;
  std::memcpy(&value, warp.registers + slot + bytes * static_cast<std::size_t>(lane), bytes);
  return value;
}

std::size_t operands_of(const Operation& operation) {
  return static_cast<std::size_t>(std::ranges::find(operation.operands, Holds::kNothing) - operation.operands.begin());
}

int bytes_named(std::string_view type) {  // "u16", "s64"
  return type.starts_with('8') ? 1 : type.starts_with('1') ? 2 : type.starts_with('3') ? 4 : 8;
}

}  // namespace

std::array<int, kLanes> lanes_taken_from(Run run, const std::uint32_t* by, const std::uint32_t* bounds) {
  std::array<int, kLanes> from;
  from.fill(-1);
  const Operation* const operation = operation_of(run);
  if (operation == nullptr || !operation->mnemonic.starts_with("shfl.sync.")) return from;
  const char way = operation->mnemonic[10];  // up, down, bfly, idx
  for (int l = 0; l < kLanes; ++l) {
    const int b = by[l] & 31, bound = bounds[l] & 31, segment = bounds[l] >> 8 & 31;
    const int most = (l & segment) | (bound & ~segment & 31), least = l & segment;
    const int lane = way == 'u' ? l - b : way == 'd' ? l + b : way == 'b' ? (l ^ b) : (least | (b & ~segment & 31));
    if (way == 'u' ? lane >= most : lane <= most) from[static_cast<std::size_t>(l)] = lane & 31;
  }
  return from;
}

std::optional<format::Undefined::Why> why_undefined(int lane, int from, Mask members, Mask living, Mask of_block) {
  using Why = format::Undefined::Why;
  if (!is_in(members, lane) || !is_in(members, from)) return Why::kOutsideMask;
  if (!is_in(of_block, from)) return Why::kBeyondBlock;
  if (!is_in(living, from)) return Why::kEnded;
  return std::nullopt;
}

bool takes_undefined(const Launch& launch, const Warp& warp, const Instruction& shuffle, Mask active) {
  const auto* const members = lanes_at<std::uint32_t>(warp, shuffle.operands[0]);
  const Mask living = warp.paths.front().lanes, of_block = lanes_of(launch, warp.number);
  std::array<int, kLanes> from;
  from.fill(-1);
  if (shuffle.index == 1)
    from = lanes_taken_from(shuffle.run, lanes_at<std::uint32_t>(warp, shuffle.operands[1]),
                            lanes_at<std::uint32_t>(warp, shuffle.operands[2]));
  bool any = false;
  for_lanes(active, [&](int l) {
    const int source = from[static_cast<std::size_t>(l)] < 0 ? l : from[static_cast<std::size_t>(l)];
    any = any || why_undefined(l, source, members[l], living, of_block);
  });
  return any;
}

const UndefinedValues::Known& UndefinedValues::known_of(Run run) {
  const auto [found, is_new] = known_.try_emplace(run);
  Known& known = found->second;
  if (!is_new) return known;
  known.operation = operation_of(run);
  if (known.operation == nullptr) return known;
  const std::string_view name = known.operation->mnemonic;
  const auto is = [&](std::string_view start) { return name.starts_with(start); };
  const std::string_view type = name.substr(name.rfind('.') + 1);
  const bool is_whole = type.starts_with('u') || type.starts_with('s') || type.starts_with('b');
  if (is("mov.")) known.rule = Rule::kMove;
  if (is("pack.")) known.rule = Rule::kPack;
  if (is("unpack.")) known.rule = Rule::kUnpack;
  if (is("selp.")) known.rule = Rule::kSelect;
  if (is("and.")) known.rule = name == "and.pred" ? Rule::kAndPredicate : Rule::kAnd;
  if (is("or.")) known.rule = name == "or.pred" ? Rule::kOrPredicate : Rule::kOr;
  if (is("mul.") && is_whole && operands_of(*known.operation) == 3) known.rule = Rule::kMultiply;
  if (is("shfl.")) known.rule = Rule::kShuffle;
  if (is("vote.sync.all")) known.rule = Rule::kVoteAll;
  if (is("vote.sync.any")) known.rule = Rule::kVoteAny;
  if (is("vote.sync.uni") || is("vote.sync.ballot") || is("match.") || is("redux.")) known.rule = Rule::kMembers;
  if (is("activemask")) known.rule = Rule::kNone;
  const bool converts = (is("cvt.u") || is("cvt.s")) && (type[0] == 'u' || type[0] == 's');
  if (converts && name.find("sat") == name.npos) {
    known.rule = Rule::kWiden, known.is_signed = type[0] == 's';
    known.to_bytes = static_cast<std::uint8_t>(bytes_named(name.substr(5)));
    known.from_bytes = static_cast<std::uint8_t>(bytes_named(type.substr(1)));
  }
  return known;
}

void UndefinedValues::put_all(const Warp& warp, const Known& known, const Slot* operands, Mask active,
                              const Word& value) {
  for (std::size_t r = 0; r < known.operation->results; ++r)
    for (std::size_t n = 0; n < words_of(known.operation->operands[r]); ++n) put(warp, operands[r], n, active, value);
}

UndefinedValues::Word UndefinedValues::any_of(const Warp& warp, const Known& known, const Slot* operands) {
  Word any;
  for (std::size_t i = known.operation->results; i < operands_of(*known.operation); ++i)
    for (std::size_t n = 0; n < words_of(known.operation->operands[i]); ++n)
      add(any, word(warp, operands[i], n), kAllLanes);
  any.computed();
  return any;
}

void UndefinedValues::operate(const Warp& warp, Run run, const Slot* operands, Slot predicate, Mask lanes,
                              Mask active) {
  constexpr std::uint64_t kTogether = 4096;
  if (over_) return;
  if (++steps_ % kTogether == 0 && !block_.limits.undefined->spend(kTogether)) over_ = true;
  const Known& known = known_of(run);
  if (known.operation == nullptr) return;
  Word guard;
  if (predicate != kNoSlot) add(guard, word(warp, predicate), lanes), guard.computed();
  if ((active | guard.lanes) == 0) return;
  switch (known.rule) {
    case Rule::kMove:
      for (std::size_t n = 0; n < words_of(known.operation->operands[0]); ++n)
        put(warp, operands[0], n, active, Word(word(warp, operands[1], n)));
      break;
    case Rule::kWiden: {
      const Word low = word(warp, operands[1]), high = known.from_bytes == 8 ? word(warp, operands[1], 1)
                                                       : known.is_signed     ? low
                                                                             : Word{};
      put(warp, operands[0], 0, active, low);
      if (known.to_bytes == 8) put(warp, operands[0], 1, active, high);
      break;
    }
    case Rule::kPack: {
      const std::size_t parts = operands_of(*known.operation) - 1, words = words_of(known.operation->operands[0]);
      std::array<Word, 2> all;
      for (std::size_t i = 0; i < parts; ++i) add(all[i * words / parts], word(warp, operands[1 + i]), kAllLanes);
      for (std::size_t n = 0; n < words; ++n) put(warp, operands[0], n, active, all[n]);
      break;
    }
    case Rule::kUnpack: {
      const std::size_t parts = known.operation->results, words = words_of(known.operation->operands[parts]);
      std::array<Word, 2> all;
      for (std::size_t n = 0; n < words; ++n) all[n] = word(warp, operands[parts], n);
      for (std::size_t i = 0; i < parts; ++i) put(warp, operands[i], 0, active, all[i * words / parts]);
      break;
    }
    case Rule::kSelect: {
      const Mask yes = predicate_at(warp, operands[3]);
      Word by = word(warp, operands[3]);
      by.computed();
      for (std::size_t n = 0; n < words_of(known.operation->operands[0]); ++n) {
        Word value = by;
        add(value, word(warp, operands[1], n), yes), add(value, word(warp, operands[2], n), ~yes);
        put(warp, operands[0], n, active, value);
      }
      break;
    }
    case Rule::kAnd:
    case Rule::kOr:
    case Rule::kMultiply:
    case Rule::kAndPredicate:
    case Rule::kOrPredicate: absorb(warp, known, operands, active); break;
    case Rule::kShuffle:
    case Rule::kVoteAll:
    case Rule::kVoteAny:
    case Rule::kMembers: exchange(warp, known, operands, active); break;
    case Rule::kNone: put_all(warp, known, operands, active, {}); break;
    case Rule::kAny: put_all(warp, known, operands, active, any_of(warp, known, operands)); break;
  }
  if (guard.lanes == 0) return;
  for (std::size_t r = 0; r < known.operation->results; ++r)  // for lanes that may or may not have done it
    for (std::size_t n = 0; n < words_of(known.operation->operands[r]); ++n)
      add(word(warp, operands[r], n), guard, kAllLanes);
}

/// If one source alone decides the result, as 0 does in a product, nothing depends on the other.
void UndefinedValues::absorb(const Warp& warp, const Known& known, const Slot* operands, Mask active) {
  const Rule rule = known.rule;
  const Holds holds = known.operation->operands[1];
  if (rule == Rule::kAndPredicate || rule == Rule::kOrPredicate) {
    const Word a = word(warp, operands[1]), b = word(warp, operands[2]);
    const Mask flip = rule == Rule::kOrPredicate ? kAllLanes : 0;
    const Mask a_decides = ~a.lanes & ~(predicate_at(warp, operands[1]) ^ flip),
               b_decides = ~b.lanes & ~(predicate_at(warp, operands[2]) ^ flip);
    Word value;
    add(value, a, ~b_decides), add(value, b, ~a_decides);
    value.computed();
    return put(warp, operands[0], 0, active, value);
  }
  const std::size_t words = words_of(holds), bytes = bytes_of(holds);
  std::array<Word, 2> values;
  for (std::size_t n = 0; n < words; ++n) {
    const Word a = word(warp, operands[1], n), b = word(warp, operands[2], n);
    for_lanes((a.lanes | b.lanes) & active, [&](int l) {
      const auto decides = [&](Slot slot, const Word& of) {
        if (is_in(of.lanes, l)) return false;
        std::uint64_t value = bits_of(warp, slot, bytes, l);
        if (rule == Rule::kMultiply) return words == 2 && is_in(word(warp, slot, 1 - n).lanes, l) ? false : value == 0;
        const std::uint64_t all = bytes >= 4 ? 0xffffffff : (std::uint64_t{1} << (8 * bytes)) - 1;
        value = value >> (32 * n) & all;
        return value == (rule == Rule::kOr ? all : 0);
      };
      const Mask bit = Mask{1} << l;
      if (!decides(operands[2], b)) add(values[n], a, bit);
      if (!decides(operands[1], a)) add(values[n], b, bit);
    });
    values[n].computed();
  }
  if (rule != Rule::kMultiply) {
    for (std::size_t n = 0; n < words; ++n) put(warp, operands[0], n, active, values[n]);
    return;
  }
  add(values[0], values[1], kAllLanes);
  put_all(warp, known, operands, active, values[0]);
}

/// What lanes see of each other. Lanes of the mask that have not come here are assumed to be somewhere else: see
/// members.h.
void UndefinedValues::exchange(const Warp& warp, const Known& known, const Slot* operands, Mask active) {
  const std::size_t count = operands_of(*known.operation), first = known.operation->results;
  const auto* const members = lanes_at<std::uint32_t>(warp, operands[count - 1]);
  std::array<Slot, kMostOperands> key{};
  std::copy_n(operands, kMostOperands, key.begin());
  const auto place = shuffles_.find({known.operation->run, key});
  const std::uint32_t statement = place == shuffles_.end() ? 0 : place->second;
  const bool shuffles = known.rule == Rule::kShuffle;
  std::array<int, kLanes> from;
  from.fill(-1);
  if (shuffles)
    from = lanes_taken_from(known.operation->run, lanes_at<std::uint32_t>(warp, operands[first + 1]),
                            lanes_at<std::uint32_t>(warp, operands[first + 2]));
  Word taken = word(warp, operands[first]);
  for (std::size_t n = 1; n < words_of(known.operation->operands[first]); ++n)
    add(taken, word(warp, operands[first], n), kAllLanes);
  const Mask living = warp.paths.front().lanes, of_block = lanes_of(block_.launch, warp.number);

  std::array<UndefinedSource, 3> sources;  // by why
  std::array<std::optional<format::Undefined::Why>, kLanes> whys;
  for_lanes(active, [&](int l) {
    const auto lane = static_cast<std::size_t>(l);
    const int source = from[lane] < 0 ? l : from[lane];
    whys[lane] = why_undefined(l, source, members[l], living, of_block);
    if (!whys[lane]) return;
    UndefinedSource& of = sources[static_cast<std::size_t>(*whys[lane])];
    of.lanes |= Mask{1} << l, of.from |= Mask{1} << source;
  });
  std::array<Id, 3> ids{};
  for (std::size_t why = 0; why < sources.size(); ++why) {
    if (sources[why].lanes == 0) continue;
    sources[why].why = static_cast<format::Undefined::Why>(why);
    sources[why].statement = statement, sources[why].warp = warp.number;
    ids[why] = source(sources[why]) | 1u;
  }
  const Mask yes =
      known.rule == Rule::kVoteAll || known.rule == Rule::kVoteAny ? predicate_at(warp, operands[first]) : 0;
  Word value;
  for_lanes(active, [&](int l) {
    const auto lane = static_cast<std::size_t>(l);
    Id id = whys[lane] ? ids[static_cast<std::size_t>(*whys[lane])] : 0;
    if (id == 0 && shuffles) {
      const int source = from[lane] < 0 ? l : from[lane];
      if (is_in(taken.lanes, source)) id = taken.of[static_cast<std::size_t>(source)];
    }
    const Mask all = members[l] & active;
    const bool is_decided = (known.rule == Rule::kVoteAll && (all & ~taken.lanes & ~yes) != 0) ||
                            (known.rule == Rule::kVoteAny && (all & ~taken.lanes & yes) != 0);
    if (id == 0 && !shuffles && !is_decided)
      for_lanes(all & taken.lanes, [&](int of) { id = joined(id, taken.of[static_cast<std::size_t>(of)] | 1u); });
    if (id != 0) value.lanes |= Mask{1} << l, value.of[lane] = id;
  });
  if (!shuffles) return put_all(warp, known, operands, active, value);
  Word by = word(warp, operands[first + 1]);
  by.computed();
  add(value, by, active);
  put(warp, operands[0], 0, active, value);
  put(warp, operands[1], 0, active, by);
}

/// An element of a product depends on its row of A and its column of B. PTX ISA, "Matrix Fragments for mma": lane l
/// has, of A, row l / 4, and 8 more in every second register; of B, column l / 4; of the result, columns l % 4 * 2 and
/// the next.
void UndefinedValues::whole(const Warp& warp, const Instruction& instruction) {
  const MatrixOperation* const operation = matrix_operation_of(instruction.run);
  if (operation == nullptr) return;
  const Slot* const slots = block_.program.operands.data() + instruction.index;
  const auto& fragments = operation->fragments;
  if (operation->mnemonic.starts_with("movmatrix")) {
    const Word from = word(warp, slots[1]);
    Word to;
    for (int l = 0; l < kLanes; ++l)
      for (int e = 0; e < 2; ++e) {
        const int source = 4 * (l % 4 * 2 + e) + l / 4 / 2;
        if (!is_in(from.lanes, source)) continue;
        Id& id = to.of[static_cast<std::size_t>(l)];
        to.lanes |= Mask{1} << l, id = joined(id, from.of[static_cast<std::size_t>(source)]);
      }
    return put(warp, slots[0], 0, kAllLanes, to);
  }
  const bool is_tall = operation->mnemonic.find("m16n8") != std::string_view::npos;
  const std::size_t groups = is_tall ? 2 : 1, results = fragments[0].registers;
  const bool has_pairs = results == groups;  // a register has both columns
  std::array<Id, 16> of_row{};
  std::array<Id, 8> of_column{};
  const auto gather = [&](const Slot* at, std::size_t f, auto& to, auto place) {
    for (std::size_t r = 0; r < fragments[f].registers; ++r)
      for (std::size_t n = 0; n < words_of(fragments[f].holds); ++n) {
        const Word& of = word(warp, at[r], n);
        for_lanes(of.lanes, [&](int l) {
          Id& id = to[place(r, l)];
          id = joined(id, of.of[static_cast<std::size_t>(l)] | 1u);
        });
      }
  };
  const Slot *const of_a = slots + results, *const of_b = of_a + fragments[1].registers,
                    *const of_c = of_b + fragments[2].registers;
  const auto row = [](std::size_t group, int l) { return static_cast<std::size_t>(l) / 4 + 8 * group; };
  gather(of_a, 1, of_row, [&](std::size_t r, int l) { return row(r % groups, l); });
  gather(of_b, 2, of_column, [&](std::size_t, int l) { return row(0, l); });
  std::vector<Word> values(results);
  for (std::size_t r = 0; r < results; ++r) {
    Word& value = values[r];
    for (std::size_t n = 0; n < words_of(fragments[3].holds); ++n) add(value, word(warp, of_c[r], n), kAllLanes);
    value.computed();
    for (int l = 0; l < kLanes; ++l) {
      const std::size_t column = static_cast<std::size_t>(l) % 4 * 2;
      Id id = of_row[row(has_pairs ? r : r / 2, l)];
      for (std::size_t e = 0; e < 2; ++e)
        if (has_pairs || e == r % 2) id = joined(id, of_column[column + e]);
      Id& of = value.of[static_cast<std::size_t>(l)];
      if (id != 0) value.lanes |= Mask{1} << l, of = joined(of, id);
    }
  }
  for (std::size_t r = 0; r < results; ++r)
    for (std::size_t n = 0; n < words_of(fragments[0].holds); ++n) put(warp, slots[r], n, kAllLanes, values[r]);
}

}  // namespace gemmscope::lockstep
