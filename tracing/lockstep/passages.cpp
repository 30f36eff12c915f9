// SPDX-License-Identifier: MIT
#include "tracing/lockstep/passages.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "tracing/lockstep/touches.h"

namespace gemmscope::lockstep {
namespace {

/// Where lanes may come from elsewhere, or wait for others.
std::vector<bool> entries(const Program& program, const std::vector<Instruction>& code) {
  std::vector<bool> all(code.size() + 1);
  for (const Instruction& instruction : code) {
    if (instruction.meets != kNowhere) all[instruction.meets] = true;
    if (instruction.does == Does::kBranch) all[instruction.target] = true;
  }
  for (const auto& table : program.tables)
    for (const std::uint32_t target : table) all[target] = true;
  for (const ProgramFunction& function : program.functions) all[function.begin] = true;
  return all;
}

/// What an instruction touches that can be part of a passage; nothing: it cannot be.
std::optional<Touches> touches_in_passage(const Program& program, const Instruction& instruction) {
  switch (instruction.does) {
    case Does::kOperate:
    case Does::kAccess:
    case Does::kMembers:
    case Does::kNothing: return touches_of(program, instruction);
    case Does::kWords: break;
    default: return std::nullopt;
  }
  const Bundle& bundle = program.bundles[instruction.index];
  Touches touches{.written = {}, .read = {}, .addresses = {bundle.words.addresses, instruction.predicate}};
  if (instruction.predicate == kNoSlot) touches.addresses.pop_back();
  for (const Word& word : bundle.which) (bundle.stores ? touches.read : touches.written).push_back(word.slot);
  return touches;
}

/// Makes the passages of a program's code, one after the other.
class Maker {
 public:
  Maker(Program& program, std::vector<Instruction>& code)
      : program_(program), code_(code), last_(program.register_bytes / kAlign + 1) {}

  void run() {
    const std::vector<bool> entry = entries(program_, code_);
    for (std::uint32_t i = 0; i < code_.size(); ++i) {
      const auto touches = touches_in_passage(program_, code_[i]);
      if (entry[i] || !touches) end(i);
      code_[i].passage = kNowhere;
      if (touches) add(i, *touches);
    }
    end(static_cast<std::uint32_t>(code_.size()));
  }

 private:
  static constexpr Slot kAlign = 64;          ///< of slots: slot_bytes()
  using Alike = std::tuple<Run, Slot, bool>;  ///< operation, predicate, whether it is negated
  /// Batches of the passage, counted from 1, which last wrote a register, or read or wrote it; of an earlier passage.
  struct Last {
    std::size_t passage = 0, written = 0, touched = 0;
  };

  /// Memory is moved, and the listener told, in the program's order: by a batch of its own each, behind all others so
  /// far.
  void add(std::uint32_t i, const Touches& touches) {
    if (begin_ == kNowhere) begin_ = i;
    const Instruction& instruction = code_[i];
    if (instruction.does == Does::kNothing) return;
    const Alike alike{instruction.run, instruction.predicate, instruction.negated};
    const bool operates = instruction.does == Does::kOperate;
    std::size_t at = operates ? last_batch_[alike] : 0;
    const bool is_shuffle = i > 0 && code_[i - 1].does == Does::kMembers;  // which comes first: see undefined.h
    if (at == 0 || at < earliest(touches) || (is_shuffle && at < open_.size()) ||
        !is_known(instruction.predicate, at)) {
      open_.emplace_back();
      at = open_.size();
      if (operates) last_batch_[alike] = at;
    }
    open_[at - 1].push_back(i);
    for (const auto* read : {&touches.read, &touches.addresses})
      for (const Slot slot : *read) last(slot).touched = std::max(last(slot).touched, at);
    for (const Slot slot : touches.written) last(slot).written = last(slot).touched = at;
  }
  /// The first batch that an instruction may be part of: what it reads has been written, and no batch after it needs
  /// what it overwrites.
  std::size_t earliest(const Touches& touches) {
    std::size_t at = 0;
    for (const auto* read : {&touches.read, &touches.addresses})
      for (const Slot slot : *read) at = std::max(at, last(slot).written);
    for (const Slot slot : touches.written) at = std::max(at, last(slot).touched);
    return at;
  }
  /// Whether the predicate has been written when the batch begins.
  bool is_known(Slot predicate, std::size_t at) { return predicate == kNoSlot || last(predicate).written < at; }
  Last& last(Slot slot) {
    Last& of = last_[slot / kAlign];
    if (of.passage != passage_) of = {passage_, 0, 0};
    return of;
  }

  void end(std::uint32_t i) {
    if (begin_ == kNowhere) return;
    code_[begin_].passage = static_cast<std::uint32_t>(program_.passages.size());
    Passage& passage = program_.passages.emplace_back();
    passage.first = static_cast<std::uint32_t>(program_.batches.size());
    passage.batches = static_cast<std::uint32_t>(open_.size());
    passage.instructions = i - begin_;
    for (const auto& batch : open_) program_.batches.push_back(batch_of(batch));
    open_.clear(), last_batch_.clear();
    ++passage_, begin_ = kNowhere;
  }

  Batch batch_of(const std::vector<std::uint32_t>& instructions) {
    const Instruction& first = code_[instructions.front()];
    Batch batch{.run = first.run,
                .index = instructions.front(),
                .count = static_cast<std::uint32_t>(instructions.size()),
                .predicate = first.predicate,
                .negated = first.negated,
                .does = first.does};
    if (first.does != Does::kOperate) return batch;
    batch.index = static_cast<std::uint32_t>(program_.batch_operands.size());
    for (const std::uint32_t i : instructions) program_.batch_operands.push_back(code_[i].operands);
    return batch;
  }

  Program& program_;
  std::vector<Instruction>& code_;
  std::uint32_t begin_ = kNowhere;                ///< of the passage
  std::vector<std::vector<std::uint32_t>> open_;  ///< its batches: their instructions
  std::map<Alike, std::size_t> last_batch_;       ///< of those that may be together, counted from 1
  std::size_t passage_ = 1;
  std::vector<Last> last_;  ///< by slot
};

}  // namespace

void find_passages(Program& program) {
  program.passages.clear(), program.batches.clear(), program.batch_operands.clear();
  for (auto* const code : {&program.code, &program.fast}) Maker(program, *code).run();
}

}  // namespace gemmscope::lockstep
