// SPDX-License-Identifier: MIT
/// @file undefined.h
/// Which registers and cells hold undefined values, and which threads use them.
///
/// A value is undefined if a shuffle takes it from a lane that is not there, or if it is loaded from unwritten memory.
/// An undefined value, a copy of it and a value computed from it are harmless until one decides something: a branch, an
/// address, the contents of global memory afterwards. That is its use, and only the use is reported.
///
/// Most blocks have none. A block is followed from its first undefined value on (Block::follow_undefined()): until then
/// the only cost is a look at the masks of shuffles, and at what written.h checks anyway. For each register a mask says
/// in which lanes it is undefined, and for each of these lanes a number says which sources the value comes from; for
/// each byte of shared and local memory there is a number of this kind, too. Few values come from several
/// sources, and many of these come from the same ones: each set of sources has one number.
///
/// Source  J. Seward and N. Nethercote, "Using Valgrind to Detect Undefined Value Errors with Bit-Precision", 2005.
/// Here: words of registers, bytes of memory.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>

#include "tracing/lockstep/addresses.h"

namespace gemmscope::lockstep {

class UndefinedValues {
 public:
  explicit UndefinedValues(Block& block);

  /// Before an operation: `lanes` of the path, of which `active` do it.
  void operate(const Warp& warp, Run run, const Slot* operands, Slot predicate, Mask lanes, Mask active);
  /// Before anything else that reads registers but moves nothing. `at`: of the block's code.
  void step(const Warp& warp, std::uint32_t at, Mask lanes, Mask active);
  /// Before an instruction that moves something, with its predicate; ended by the next one.
  void guard(const Warp& warp, Slot predicate, Mask lanes);
  /// Loads, stores and atomic operations of `there`; the others of `active` get zeros.
  void access(const Warp& warp, const Access& access, Space space, Mask there, Mask active, const Addresses& addresses);
  void rows(const Warp& warp, const Access& access, Mask there, const Addresses& addresses);
  /// A lane's copy of `bytes` past the registers, and zeros up to `width`.
  void copy(const Warp& warp, const Access& from, const Access& to, int lane, std::uint64_t source,
            std::uint64_t target, std::uint64_t bytes, std::uint64_t width);
  /// A register that decides something: the target of a copy, or its length.
  void decides(const Warp& warp, std::uint32_t statement, Slot slot, Holds holds, Mask active,
               format::Undefined::Use use);
  void prints(const Warp& warp, std::uint32_t statement, int lane, std::uint64_t local, std::uint64_t bytes);
  /// The lane's local memory is copied.
  void move_local(const Warp& warp, int lane, std::uint64_t from, std::uint64_t to, std::uint64_t bytes);
  /// The warp has come to the instruction, on its last path.
  void at(const Warp& warp);

  /// Reports all sources that were used.
  void tell() const;

 private:
  using Use = format::Undefined::Use;
  using Of = format::Undefined::Of;
  /// Which sources a value comes from; 0: it is defined. Bit 0: it was computed from them, so it is not a copy.
  using Id = std::uint32_t;
  using Ids = std::array<Id, kLanes>;
  struct Word {
    Mask lanes = 0;
    Ids of{};
    void computed();
  };
  /// What lanes do if an undefined value decides whether they do it, and if it only changes registers.
  struct Region {
    std::size_t depth = 0;  ///< of the warp's paths
    std::uint32_t meets = 0;
    Word by;
  };
  struct OfWarp {
    std::vector<Word> words;  ///< of registers: Slot / kAlign, and the next for the upper half of 64 bits
    std::vector<Region> regions;
    Word guard;  ///< of the predicate of an instruction that moves something
  };
  enum class Rule : std::uint8_t {
    kAny,
    kMove,
    kWiden,
    kPack,
    kUnpack,
    kSelect,
    kAnd,
    kOr,
    kMultiply,
    kAndPredicate,
    kOrPredicate,
    kShuffle,
    kVoteAll,
    kVoteAny,
    kMembers,  ///< of the values of all members
    kNone,
  };
  struct Known {
    const Operation* operation = nullptr;
    Rule rule = Rule::kAny;
    std::uint8_t from_bytes = 0, to_bytes = 0;  ///< of kWiden
    bool is_signed = false;
  };
  struct Source {
    UndefinedSource is;
    std::optional<UndefinedUse> use;
  };
  struct Sources {
    std::vector<std::uint32_t> which;  ///< of sources_, in order
    bool are_used = false;
  };
  /// The code between a branch and the place where its lanes meet.
  struct Between {
    bool acts = false;  ///< more may happen there than a change of registers
    std::vector<std::pair<Slot, Holds>> written;
  };

  static constexpr Slot kAlign = 64;
  static std::size_t words_of(Holds holds) { return holds == Holds::k64 ? 2 : 1; }
  Word& word(const Warp& warp, Slot slot, std::size_t n = 0) { return of_warp_[warp.number].words[slot / kAlign + n]; }
  /// What is now in the word of those lanes.
  void put(const Warp& warp, Slot slot, std::size_t n, Mask active, const Word& value);
  void put_all(const Warp& warp, const Known& known, const Slot* operands, Mask active, const Word& value);
  const Known& known_of(Run run);
  Word any_of(const Warp& warp, const Known& known, const Slot* operands);
  void exchange(const Warp& warp, const Known& known, const Slot* operands, Mask active);
  void absorb(const Warp& warp, const Known& known, const Slot* operands, Mask active);
  void whole(const Warp& warp, const Instruction& instruction);
  void branch(const Warp& warp, std::uint32_t at, const Word& by);
  const Between& between(std::uint32_t branch);

  Id source(UndefinedSource is);
  Id id_of(std::vector<std::uint32_t> sources);
  /// The number of a value that depends on both.
  Id joined(Id a, Id b);
  /// From now on, those lanes of the word depend on the other word, too.
  void add(Word& word, const Word& other, Mask lanes);
  void use(const Word& word, Mask lanes, UndefinedUse as);
  void use(Id id, const UndefinedUse& as);

  Word sources_of(const Warp& warp, const Access& access, Space space, Mask there, const Addresses& addresses);
  bool is_unwritten(Space space, std::uint64_t address, std::uint64_t bytes) const;
  void load(const Warp& warp, const Access& access, Space space, Mask there, const Addresses& addresses);
  void store(const Warp& warp, const Access& access, Space space, Mask there, const Addresses& addresses);
  void atomic(const Warp& warp, const Access& access, Space space, Mask there, const Addresses& addresses);
  /// For each byte of shared memory, or of the lane's local memory, from `address` on; null: nothing is known there.
  Id* cells(const Warp& warp, Space space, int lane, std::uint64_t address);
  Id all_of(const Id* ids, std::uint64_t bytes);

  Block& block_;
  std::vector<OfWarp> of_warp_;
  std::vector<Id> shared_, local_;
  std::vector<Source> sources_;
  std::vector<Sources> sets_;  ///< by Id / 2 - 1
  std::map<std::vector<std::uint32_t>, Id> known_sets_;
  std::map<std::pair<Id, Id>, Id> known_joined_;
  std::map<std::array<std::uint32_t, 4>, std::uint32_t> known_sources_;  ///< by statement, of, why, access
  std::unordered_map<Run, Known> known_;
  std::map<std::pair<Run, std::array<Slot, kMostOperands>>, std::uint32_t> shuffles_;  ///< statements
  std::map<std::uint32_t, Between> between_;
  std::uint64_t steps_ = 0;
  bool over_ = false;  ///< nothing more is followed
};

/// Whether a lane takes a value from one that is not there; `shuffle`: the kMembers before it.
[[nodiscard]] bool takes_undefined(const Launch& launch, const Warp& warp, const Instruction& shuffle, Mask active);
/// The lane from which each takes a value; -1: its own.
[[nodiscard]] std::array<int, kLanes> lanes_taken_from(Run shuffle, const std::uint32_t* by,
                                                       const std::uint32_t* bounds);
/// Why the value that `lane` takes from `from` is undefined, if it is. `living`: lanes that have not ended.
[[nodiscard]] std::optional<format::Undefined::Why> why_undefined(int lane, int from, Mask members, Mask living,
                                                                  Mask of_block);
/// The warp's lanes that the block has.
[[nodiscard]] Mask lanes_of(const Launch& launch, std::uint32_t warp);

// In shared memory (Block::written_shared).
/// Those of `lanes` that load an unwritten word of shared memory. After a store, its words are written.
void note_shared(Block& block, const Access& access, Mask lanes, const Addresses& addresses, const Reach& reach);
void note_shared_store(Block& block, std::uint64_t address, std::uint64_t bytes);

}  // namespace gemmscope::lockstep
