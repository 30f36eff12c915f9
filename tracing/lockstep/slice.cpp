// SPDX-License-Identifier: MIT
#include "tracing/lockstep/slice.h"

#include <algorithm>

#include "tracing/lockstep/passages.h"
#include "tracing/lockstep/slot_set.h"
#include "tracing/lockstep/touches.h"

namespace gemmscope::lockstep {
namespace {

/// Spaces whose bytes a kept load may find, a bit each. A generic address may be in any.
using Spaces = unsigned;
constexpr Spaces kAllSpaces = 7;
Spaces spaces_of(Space space) {
  if (space == Space::kArgument) return 8;  // where nothing is stored
  return space == Space::kGlobal ? 1 : space == Space::kShared ? 2 : space == Space::kLocal ? 4 : kAllSpaces;
}

class Slicer {
 public:
  explicit Slicer(const Program& program)
      : program_(program), kept_(program.code.size()), moves_(program.accesses.size()) {}

  std::optional<Slice> run() {
    std::vector<Jump> jumps;
    for (const Instruction& instruction : program_.code) {
      auto touches = touches_of(program_, instruction);
      if (!touches) return std::nullopt;
      touches_.push_back(std::move(*touches));
      jumps.push_back(way_on(instruction));
    }
    blocks_ = basic_blocks(jumps);
    before_.assign(blocks_.size(), SlotSet(program_));
    do {
      changed_ = false;
      for (std::size_t b = blocks_.size(); b-- > 0;) walk(b);
    } while (changed_);
    if (needs_time_) return std::nullopt;

    Slice slice{rewritten(program_, kept_), !moves_always_ && loaded_ == 0};
    for (std::size_t a = 0; a < moves_.size(); ++a) slice.program.accesses[a].moves = moves_[a];
    return slice;
  }

 private:
  /// A block from its end; what is wanted only ever grows, and so ends.
  void walk(std::size_t b) {
    SlotSet wanted(program_);
    for (const std::uint32_t next : blocks_[b].successors) wanted.add(before_[next]);
    for (std::size_t i = blocks_[b].end; i-- > blocks_[b].begin;) {
      const Instruction& instruction = program_.code[i];
      const Touches& touches = touches_[i];
      const bool result = wanted.has_any(touches.written);
      const bool values = wants_values(instruction, result);
      if (stays(i, result) && !kept_[i]) kept_[i] = changed_ = true;
      if (!kept_[i]) continue;
      if (instruction.predicate == kNoSlot) wanted.remove(touches.written);
      if (values) wanted.add(touches.read);
      wanted.add(touches.addresses);
    }
    changed_ = before_[b].add(wanted) || changed_;
  }

  bool stays(std::size_t i, bool result) const {
    const Instruction& instruction = program_.code[i];
    switch (instruction.does) {
      case Does::kBranch: return instruction.predicate != kNoSlot || instruction.target != i + 1;
      case Does::kOperate:
      case Does::kWhole:
      case Does::kClock: return result;
      case Does::kNothing: return false;
      default: return true;
    }
  }

  /// Whether the instruction needs the values that it computes from or stores. Notes which accesses must move bytes.
  bool wants_values(const Instruction& instruction, bool result) {
    switch (instruction.does) {
      case Does::kOperate:
      case Does::kWhole: return result;
      case Does::kClock: needs_time_ = needs_time_ || result; return false;
      case Does::kRows:
      case Does::kAccess: return wants_access(instruction.index, result);
      case Does::kCopy: {
        const bool finds = (loaded_ & spaces_of(program_.accesses[instruction.index + 1].space)) != 0;
        if (finds) load(instruction.index), move(instruction.index + 1);
        return false;
      }
      case Does::kBulk:
      case Does::kBulkStore:
      case Does::kMbarrier:  // what an mbarrier holds decides which threads wait
        moves_always_ = true;
        for (std::uint32_t a = 0; a < (instruction.does == Does::kMbarrier ? 1 : bulk_accesses(instruction.does)); ++a)
          load(instruction.index + a);
        return true;
      default: return false;
    }
  }

  bool wants_access(std::uint32_t index, bool result) {
    const Access& access = program_.accesses[index];
    const bool finds = (loaded_ & spaces_of(access.space)) != 0;  // a kept load what is stored here
    if (access.kind == AccessKind::kLoad) {
      if (result) load(index);
      return false;
    }
    if (access.kind == AccessKind::kAtomic && (result || finds)) load(index);
    if (access.kind == AccessKind::kStore && finds) move(index);
    return moves_[index];
  }

  void move(std::uint32_t access) {
    if (!moves_[access]) moves_[access] = changed_ = true;
  }
  void load(std::uint32_t access) {
    move(access);
    const Spaces more = loaded_ | spaces_of(program_.accesses[access].space);
    if (more != loaded_) loaded_ = more, changed_ = true;
  }

  const Program& program_;
  std::vector<Touches> touches_;  ///< by instruction
  std::vector<BasicBlock> blocks_;
  std::vector<SlotSet> before_;  ///< by block: what is wanted where it begins
  std::vector<bool> kept_;       ///< instructions
  std::vector<bool> moves_;      ///< accesses
  Spaces loaded_ = 0;
  bool changed_ = false, needs_time_ = false, moves_always_ = false;
};

}  // namespace

std::optional<Slice> slice_of(const Program& program) { return Slicer(program).run(); }

Program rewritten(const Program& program, const std::vector<bool>& kept,
                  const std::vector<std::vector<Instruction>>& added) {
  Program result = program;
  result.code.clear(), result.statements.clear();
  result.fast.clear(), result.bundles.clear();
  std::vector<std::uint32_t> place;  // of each instruction, or of the next one that is kept
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    place.push_back(static_cast<std::uint32_t>(result.code.size()));
    if (i < added.size()) result.code.insert(result.code.end(), added[i].begin(), added[i].end());
    if (kept[i]) result.code.push_back(program.code[i]);
    result.statements.resize(result.code.size(), program.statements[i]);
  }
  place.push_back(static_cast<std::uint32_t>(result.code.size()));
  for (ProgramFunction& function : result.functions) function.begin = place[function.begin];
  for (auto& table : result.tables)
    for (std::uint32_t& target : table) target = place[target];
  for (Instruction& instruction : result.code) {
    if (instruction.does == Does::kBranch || instruction.does == Does::kBarrier || instruction.does == Does::kQuietLoop)
      instruction.target = place[instruction.target];
    if (instruction.meets != kNowhere) instruction.meets = place[instruction.meets];
  }
  find_passages(result);
  return result;
}

}  // namespace gemmscope::lockstep
