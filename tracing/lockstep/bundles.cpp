// SPDX-License-Identifier: MIT
#include "tracing/lockstep/bundles.h"

#include <algorithm>

#include "tracing/lockstep/passages.h"

namespace gemmscope::lockstep {
namespace {

/// Words of a bundle: their registers are in use from its first load on, and are to stay in a core's first cache.
constexpr std::size_t kMostWords = 32;
/// Bundles that one load may be added to, so that decoding takes no longer the longer a block is.
constexpr std::size_t kMostOpen = 8;
/// Between a bundle's words: far less than what an address could wrap around.
constexpr std::int64_t kMostBytes = 1 << 20;

/// Whether a bundle can move it: loads or stores of 1 or 4 words, which need not be whole (Move::whole).
bool moves_words(const Draft& draft, const DraftInstruction& instruction) {
  if (instruction.instruction.does != Does::kAccess) return false;
  const auto& [access, address, result, values] = instruction.accesses.front();
  const bool moves = access.kind == AccessKind::kLoad || access.kind == AccessKind::kStore;
  return moves && access.bytes == 4 && (access.count == 1 || (access.count == 4 && !access.strong)) &&
         address.there() && !access.asynchronous && access.matrices == 0 &&
         (access.space == Space::kGlobal || access.space == Space::kShared) &&
         std::ranges::all_of(values, [&](Ref value) { return draft.holds(value) == Holds::k32; });
}

/// Finds the bundles of one basic block.
class BundleFinder {
 public:
  BundleFinder(const Draft& draft, std::span<const Touched> touched, std::vector<std::uint32_t>& first)
      : draft_(draft), touched_(touched), first_(first), last_touch_(draft.registers.size()) {}

  void block(const BasicBlock& block) {
    open_.clear();
    for (std::uint32_t i = block.begin; i < block.end; ++i) {
      const DraftInstruction& instruction = draft_.code[i];
      const bool loads = is_load(instruction);
      if (moves_words(draft_, instruction)) first_[i] = loads ? bundle_of(i) : i;
      const Does does = instruction.instruction.does;
      if (!loads && does != Does::kOperate && does != Does::kMembers) open_.clear();
      note(i);
    }
  }

 private:
  struct Open {
    std::uint32_t first;
    std::size_t words;
  };

  /// That threads do not wait for each other by.
  static bool is_load(const DraftInstruction& instruction) {
    if (instruction.instruction.does != Does::kAccess) return false;
    const Access& access = instruction.accesses.front().access;
    return access.kind == AccessKind::kLoad && !access.strong;
  }

  /// The first of the bundle that load `i` becomes part of.
  std::uint32_t bundle_of(std::uint32_t i) {
    if (draft_.code[i].predicate.there()) return i;
    const std::size_t words = draft_.code[i].accesses.front().access.count;
    for (Open& open : open_)
      if (open.words + words <= kMostWords && fits(open.first, i)) return open.words += words, open.first;
    if (open_.size() == kMostOpen) open_.erase(open_.begin());
    open_.push_back({i, words});
    return i;
  }
  bool fits(std::uint32_t first, std::uint32_t i) const {
    const DraftAccess &a = draft_.code[first].accesses.front(), &b = draft_.code[i].accesses.front();
    const std::int64_t between = b.access.offset - a.access.offset;
    return a.address == b.address && a.access.space == b.access.space && a.access.count == b.access.count &&
           std::abs(between) <= kMostBytes && between % static_cast<std::int64_t>(b.access.width()) == 0 &&
           std::ranges::all_of(touched_[i].written, [&](std::uint32_t r) { return last_touch_[r] <= first; });
  }
  void note(std::uint32_t i) {
    for (const auto* all : {&touched_[i].read, &touched_[i].written})
      for (const std::uint32_t r : *all) last_touch_[r] = i + 1;
    for (const std::uint32_t r : touched_[i].written)
      std::erase_if(open_, [&](const Open& open) {
        return draft_.code[open.first].accesses.front().address == Ref{true, r};
      });
  }

  const Draft& draft_;
  std::span<const Touched> touched_;
  std::vector<std::uint32_t>& first_;
  std::vector<std::uint32_t> last_touch_;  ///< by register: one more than the instruction; 0: none yet
  std::vector<Open> open_;
};

void add_access(Bundle& bundle, const Program& program, std::uint32_t access) {
  const Access& a = program.accesses[access];
  for (std::size_t v = 0; v < a.count; ++v)
    bundle.which.push_back({a.offset + static_cast<std::int64_t>(4 * v), a.values[v]});
  bundle.accesses.push_back(access);
}

/// Fours of neighbours first.
void sort(std::vector<Word>& words, std::uint32_t& fours) {
  std::ranges::stable_sort(words, {}, &Word::at);
  std::vector<Word> others;
  auto end = words.begin();
  for (auto at = words.begin(); at != words.end();) {
    const auto follows = [&](int n) { return at[n].at == at->at + std::int64_t{4} * n; };
    const bool four = words.end() - at >= 4 && follows(1) && follows(2) && follows(3);
    if (four)
      end = std::copy_n(at, 4, end), at += 4, ++fours;
    else
      others.push_back(*at++);
  }
  std::ranges::copy(others, end);
}

void finish(Bundle& bundle, const Program& program) {
  bundle.first = bundle.accesses.front();
  const Access& first = program.accesses[bundle.first];
  bundle.stores = first.kind == AccessKind::kStore, bundle.shared = first.space == Space::kShared;
  const auto [least, most] = std::ranges::minmax(bundle.which, {}, &Word::at);
  for (Word& word : bundle.which) word.at -= least.at;
  bundle.words = {.addresses = first.address,
                  .holds = first.address_holds,
                  .offset = static_cast<std::uint64_t>(least.at),
                  .bytes = static_cast<std::uint32_t>(most.at - least.at) + 4,
                  .align = static_cast<std::uint32_t>(first.width()),
                  .count = static_cast<std::uint32_t>(bundle.which.size())};
  sort(bundle.which, bundle.words.fours);
}

}  // namespace

std::vector<std::uint32_t> first_of_bundles(const Draft& draft, std::span<const BasicBlock> blocks,
                                            std::span<const Touched> touched) {
  std::vector<std::uint32_t> first(draft.code.size(), kNowhere);
  BundleFinder finder(draft, touched, first);
  for (const BasicBlock& block : blocks) finder.block(block);
  return first;
}

void add_fast(Program& program, std::uint32_t begin, std::span<const std::uint32_t> first) {
  const std::size_t first_bundle = program.bundles.size();
  for (std::uint32_t i = 0; i < first.size(); ++i) {
    Instruction& instruction = program.fast.emplace_back(program.code[begin + i]);
    if (instruction.does == Does::kMembers) instruction.does = Does::kNothing;  // nothing listens
    if (first[i] == kNowhere) continue;
    const std::uint32_t access = instruction.index;
    if (first[i] == i) {
      instruction.does = Does::kWords;
      instruction.index = static_cast<std::uint32_t>(program.bundles.size());
      program.bundles.emplace_back();
    } else {
      instruction.does = Does::kNothing;
    }
    add_access(program.bundles[program.fast[begin + first[i]].index], program, access);
  }
  for (std::size_t b = first_bundle; b < program.bundles.size(); ++b) finish(program.bundles[b], program);
}

Program with_members(const Program& program) {
  Program result = program;
  for (std::size_t i = 0; i < result.fast.size(); ++i)
    if (result.code[i].does == Does::kMembers) result.fast[i] = result.code[i];
  find_passages(result);
  return result;
}

}  // namespace gemmscope::lockstep
