// SPDX-License-Identifier: MIT
/// @file carried.h
/// Loaded bytes that a program takes out of a word or puts into one, at a place that only its run knows: a half is
/// `word >> 16 * (i % 2)`.
///
/// This searches the code for the instructions that move bytes in this way between a load and a store. with_carries()
/// puts a Does::kCarry in front of each. It tells the listener, just before lanes do the instruction, and the listener
/// follows the bytes (tracing/runtime/carried_bytes.h). Shift amounts must be computed from arguments, constants and
/// the thread's number: then a slice (slice.h) needs no loaded values for them.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "tracing/lockstep/definitions.h"

namespace gemmscope::lockstep {

/// What an instruction makes of bytes.
struct Carry {
  enum class What : std::uint8_t {
    kForget,  ///< nothing that is followed
    kMove,    ///< bytes `first` to `first + moved` of the sources, put one after the other
    kShiftLeft,
    kShiftRight,
    kAnd,
    kOr,
    kXor,
    kNot,
    kTake,     ///< prmt
    kExtract,  ///< bfe
    kInsert,   ///< bfi
    kFunnelLeft,
    kFunnelRight,  ///< shf
  };
  struct Source {
    enum class Is : std::uint8_t { kUnknown, kCarried, kNumber };
    Slot slot = 0;
    std::uint8_t bytes = 0;
    Is is = Is::kUnknown;
    std::uint32_t carried = 0;  ///< number of the register
  };
  What what = What::kForget;
  std::uint32_t to = 0;               ///< number of the register that is written
  std::uint8_t bytes = 0;             ///< of that register
  std::uint8_t first = 0, moved = 0;  ///< for kMove
  bool is_signed = false;             ///< bytes above the value are its sign; otherwise zeros
  bool wraps = false;                 ///< shf.wrap: the amount counts modulo 32; otherwise 32 at most
  std::vector<Source> from{};
};

/// A load into a register that is followed.
struct CarriedLoad {
  std::uint32_t to = 0;                ///< number of the register
  std::uint8_t bytes = 0;              ///< of that register
  std::uint8_t first = 0, loaded = 0;  ///< bytes `first` to `first + loaded` of what a lane loads
  bool is_signed = false;
};

struct Carried {
  std::uint32_t registers = 0;                                    ///< how many are followed; they are numbered from 0
  std::vector<Carry> carries;                                     ///< by Instruction::index of kCarry
  std::vector<std::pair<std::uint32_t, std::uint32_t>> in_front;  ///< (instruction, index of the carry before it)
  std::vector<std::pair<std::uint32_t, CarriedLoad>> loads;       ///< (instruction, what it loads)
};

/// Finds what is carried to stores.
class CarrySearch {
 public:
  /// `loads`: instructions whose loads are followed.
  CarrySearch(const Program& program, const std::vector<Touches>& touches,
              const std::vector<std::vector<std::uint32_t>>& jumps_to, std::vector<bool> loads)
      : program_(program), definitions_(program, touches, jumps_to), loads_(std::move(loads)) {}

  /// The number of the register that holds what is stored there. nullopt: no loaded bytes come to it, or the code alone
  /// tells where they are from.
  std::optional<std::uint32_t> add(std::uint32_t store, Slot slot);
  [[nodiscard]] const Carried& found() const { return result_; }

 private:
  /// What an instruction writes to a slot.
  using Definition = std::pair<std::uint32_t, Slot>;
  struct Node {
    Carry carry;
    bool is_load = false;
    bool plain = false;    ///< it only moves bytes, to places that the code tells
    bool reaches = false;  ///< loaded bytes may be in it
  };
  [[nodiscard]] Node node_of(const Definition& definition);
  void set_sources(Node& node, std::uint32_t at);
  void expand(std::uint32_t at, Slot slot);
  void find_what_reaches();
  [[nodiscard]] bool reaches(std::uint32_t at, Slot slot);
  /// The definitions that the slot's value there may come from, at any distance.
  [[nodiscard]] std::set<Definition> all_behind(std::uint32_t at, Slot slot);
  void keep(const Definition& definition, const Node& node);
  std::uint32_t number_of(Slot slot);

  const Program& program_;
  Definitions definitions_;
  const std::vector<bool> loads_;
  std::map<Definition, Node> graph_;
  std::set<Definition> kept_;
  std::map<Slot, std::uint32_t> number_;
  Carried result_;
};

/// The program with a kCarry in front of each instruction of `carried`.
[[nodiscard]] Program with_carries(const Program& program, const Carried& carried);

}  // namespace gemmscope::lockstep
