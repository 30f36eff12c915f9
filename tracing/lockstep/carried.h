// SPDX-License-Identifier: MIT
/// @file carried.h
/// Loaded bytes that a program takes from a word, or puts into it, by numbers that only its run has: a half is
/// `word >> 16 * (i % 2)`.
///
/// The code says which instructions do so between a load and a store. The listener hears of each of them, just before
/// lanes do it (Does::kCarry), and follows the bytes: tracing/runtime/carried_bytes.h. The numbers must be computed
/// from arguments, constants and the thread's number, so that what a slice runs does not grow by what is loaded.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "tracing/lockstep/definitions.h"

namespace gemmscope::lockstep {

/// What an instruction makes of bytes.
struct Carry {
  enum class What : std::uint8_t {
    kForget,  ///< something else, whatever it is
    kMove,    ///< the sources one after the other: those bytes of them
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
  std::uint32_t to = 0;               ///< number of the register
  std::uint8_t bytes = 0;             ///< it has
  std::uint8_t first = 0, moved = 0;  ///< of kMove
  bool is_signed = false;             ///< what comes from above is the sign, else zeros
  bool wraps = false;                 ///< of shf: the amount
  std::vector<Source> from{};
};

/// Where a load puts bytes that are carried.
struct CarriedLoad {
  std::uint32_t to = 0;                ///< number of the register
  std::uint8_t bytes = 0;              ///< it has
  std::uint8_t first = 0, loaded = 0;  ///< of what a lane loads
  bool is_signed = false;
};

struct Carried {
  std::uint32_t registers = 0;
  std::vector<Carry> carries;                                     ///< by Instruction::index of kCarry
  std::vector<std::pair<std::uint32_t, std::uint32_t>> in_front;  ///< of an instruction: a carry
  std::vector<std::pair<std::uint32_t, CarriedLoad>> loads;       ///< instructions
};

/// Finds what is carried to stores.
class CarrySearch {
 public:
  /// `loads`: instructions whose loads are followed.
  CarrySearch(const Program& program, const std::vector<Touches>& touches,
              const std::vector<std::vector<std::uint32_t>>& jumps_to, std::vector<bool> loads)
      : program_(program), definitions_(program, touches, jumps_to), loads_(std::move(loads)) {}

  /// The number of the register that holds what is stored there, if loaded bytes may come to it by numbers of the run.
  std::optional<std::uint32_t> add(std::uint32_t store, Slot slot);
  [[nodiscard]] const Carried& found() const { return result_; }

 private:
  /// What an instruction writes to a slot.
  using Definition = std::pair<std::uint32_t, Slot>;
  struct Node {
    Carry carry;
    bool is_load = false;
    bool plain = false;    ///< it only moves bytes, by numbers that the code has
    bool reaches = false;  ///< loaded bytes may be in it
  };
  [[nodiscard]] Node node_of(const Definition& definition);
  void set_sources(Node& node, std::uint32_t at);
  void expand(std::uint32_t at, Slot slot);
  void find_what_reaches();
  [[nodiscard]] bool reaches(std::uint32_t at, Slot slot);
  /// What may be in the slot there, and before that in those that are carried to it.
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

/// The program with kCarry in front of what carries.
[[nodiscard]] Program with_carries(const Program& program, const Carried& carried);

}  // namespace gemmscope::lockstep
