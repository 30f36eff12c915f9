// SPDX-License-Identifier: MIT
/// @file origin_search.h
/// Searches the way back from a store to the loads that can have given some bytes of what it writes: see origins.h.
#pragma once

#include <set>
#include <tuple>

#include "tracing/lockstep/computed.h"
#include "tracing/lockstep/way_facts.h"

namespace gemmscope::lockstep {

/// Whether it is an access of that kind, perhaps to that space. Constant memory does not count.
[[nodiscard]] bool may_be(const Access& access, AccessKind kind, Space space);

/// The way back from one store, for some bytes of what it writes.
///
/// A lane's way is followed from the store back to what it stores. Lanes of the latest request of a load have stored
/// what it gave them if no lane's way leads past that load and on to a value that is older, or is none of a load,
/// unless past the store itself or another of the same register, where the request was used, or past a barrier, after
/// which it does not count.
class OriginSearch {
 public:
  struct Found {
    std::uint32_t load;  ///< instruction
    std::uint32_t byte, bytes;
    auto operator<=>(const Found&) const = default;
  };
  struct How {
    std::uint32_t store = 0, begin = 0;               ///< instructions; of the function
    const std::set<std::uint32_t>* stores = nullptr;  ///< that, and all others of the same register
    bool in_interval = true;                          ///< requests before a barrier do not count
    const std::set<std::uint32_t>* loads = nullptr;   ///< those that count; null: all
    bool from_local = false;                          ///< loads from local memory count
    bool with_facts = false;                          ///< ways whose branches contradict each other are none
    const Loaded* through = nullptr;                  ///< not null: arithmetic is followed, too
  };
  OriginSearch(const Program& program, const std::vector<Touches>& touches,
               const std::vector<std::vector<std::uint32_t>>& jumps_to, const How& how)
      : program_(program), touches_(touches), jumps_to_(jumps_to), how_(how) {}

  /// Whether what is stored there, in front of the store, is what loads have given.
  bool run(const RegisterPart& stored);
  /// Whether a way leads past one of these loads.
  [[nodiscard]] bool passes() const;
  [[nodiscard]] const std::set<Found>& found() const { return found_; }
  [[nodiscard]] bool others() const { return others_; }
  [[nodiscard]] bool splits() const { return splits_; }

 private:
  struct Way {
    std::uint32_t at = 0;  ///< in front of this instruction
    RegisterPart piece;    ///< no slot: the value has been found, and it is none of a load
    bool used = false;     ///< the way leads past the store or barrier
    bool loaded = false;   ///< and, before that, past a load that counts
    WayFacts facts{};
    std::vector<std::uint32_t> passed{};  ///< with facts: loads that it passes, if the way exists
  };

  void follow(Way way);
  /// Whether lanes may have done the instruction, which leads elsewhere, or not done it, in front of that way.
  [[nodiscard]] bool branches(Way& way, std::uint32_t from, bool done) const;
  /// Past instruction `from`; false: the way ends there.
  bool pass(Way& way, std::uint32_t from);
  void note_passed(Way& way, std::uint32_t load);
  /// The way exists. Returns false.
  bool end(const Way& way);
  [[nodiscard]] bool loads_from(const Access& access) const;
  bool load(const Way& way, std::uint32_t from);
  bool operate(Way& way, std::uint32_t from);
  [[nodiscard]] bool begins_filled(Slot slot) const;

  const Program& program_;
  const std::vector<Touches>& touches_;
  const std::vector<std::vector<std::uint32_t>>& jumps_to_;
  const How how_;
  std::vector<Way> due_;
  std::set<std::tuple<std::uint32_t, Slot, std::uint32_t, bool, bool, WayFacts, std::vector<std::uint32_t>>> seen_;
  std::set<Found> found_;
  std::set<std::uint32_t> passed_;  ///< loads between a value and the store
  std::size_t steps_ = 0;
  bool others_ = false, splits_ = false, failed_ = false;
};

}  // namespace gemmscope::lockstep
