// SPDX-License-Identifier: MIT
/// @file draft.h
/// A program while it is decoded: operands are names, since their places are not known yet.
#pragma once

#include <map>
#include <vector>

#include "tracing/lockstep/program.h"
#include "tracing/lockstep/slots.h"

namespace gemmscope::lockstep {

/// An operand of the draft: a register, or a place that is filled before the kernel runs.
struct Ref {
  static constexpr std::uint32_t kNothing = ~std::uint32_t{0};
  bool is_register = true;
  std::uint32_t index = kNothing;  ///< of Draft::registers or Draft::places
  bool there() const { return index != kNothing; }
  bool operator==(const Ref&) const = default;
};

/// An access and its operands.
struct DraftAccess {
  Access access;
  Ref address, result;
  std::vector<Ref> values;
};

/// An instruction, its operands, and what of them it writes.
struct DraftInstruction {
  Instruction instruction;
  std::vector<Ref> written, read;  ///< an operation's operands are the written ones, then the read ones
  Ref predicate;
  std::uint32_t statement = 0;
  std::vector<DraftAccess> accesses;
  std::vector<std::uint32_t> targets;  ///< of brx.idx
};

class Draft {
 public:
  enum class Kind : std::uint8_t { kConstant, kArgument, kSpecial };
  /// Filled before the kernel runs.
  struct Place {
    Kind kind;
    Holds holds;
    std::uint64_t value;
    std::uint32_t bytes;
    auto operator<=>(const Place&) const = default;
  };

  std::vector<Holds> registers;
  std::vector<DraftInstruction> code;

  Ref add_register(Holds holds) {
    registers.push_back(holds);
    return {true, static_cast<std::uint32_t>(registers.size() - 1)};
  }
  Ref constant(Holds holds, std::uint64_t bits) { return place({Kind::kConstant, holds, bits, 0}); }
  Ref argument(Holds holds, std::uint32_t offset, std::uint32_t bytes) {
    return place({Kind::kArgument, holds, offset, bytes});
  }
  Ref special(Holds holds, Special what) { return place({Kind::kSpecial, holds, static_cast<std::uint64_t>(what), 0}); }
  const std::vector<Place>& places() const { return places_; }
  Holds holds(Ref ref) const { return ref.is_register ? registers[ref.index] : places_[ref.index].holds; }

 private:
  /// One for all that hold the same.
  Ref place(const Place& place) {
    const auto [found, is_new] = known_.try_emplace(place, static_cast<std::uint32_t>(places_.size()));
    if (is_new) places_.push_back(place);
    return {false, found->second};
  }

  std::vector<Place> places_;
  std::map<Place, std::uint32_t> known_;
};

}  // namespace gemmscope::lockstep
