// SPDX-License-Identifier: MIT
#include "tracing/runtime/cut_shared.h"

#include <algorithm>
#include <bit>
#include <map>

#include "tracing/ptx/readable_names.h"
#include "tracing/ptx/shared_bases.h"
#include "tracing/runtime/cut_names.h"
#include "tracing/runtime/shared_reaches.h"

namespace gemmscope::runtime {
namespace {

constexpr std::size_t kMostArrays = 8;  ///< that leave room for all arrays of global memory
/// A name may reach into the next part by so much of it: one over this number.
constexpr std::uint64_t kReach = 4;

/// The places of the source that access one array.
struct Uses {
  bool known = true;  ///< false: some may access others too, or are in another function or file
  struct Use {
    std::uint32_t statement, line, column;
    bool chosen;
  };
  std::vector<Use> all;
};

Uses uses_of(const ptx::Module& module, const lockstep::Program& program, std::string_view array, std::uint32_t file) {
  Uses uses;
  for (const lockstep::ProgramFunction& function : program.functions) {
    const auto& code = module.functions[function.source].code;
    const auto bases = ptx::shared_bases_of(module, module.functions[function.source], true);
    for (std::uint32_t s = 0; s < code.size(); ++s) {
      if (!bases[s].variables.contains(array)) continue;
      std::uint32_t at = code[s].location;
      while (at != ptx::kNoIndex && module.locations[at].caller != ptx::kNoIndex) at = module.locations[at].caller;
      const bool is_kernel = &function == &program.functions.front();
      if (bases[s].one() != array || !is_kernel || at == ptx::kNoIndex || module.locations[at].file != file)
        return {.known = false, .all = {}};
      uses.all.push_back(
          {function.first_statement + s, module.locations[at].line, module.locations[at].column, bases[s].chosen});
    }
  }
  return uses;
}

/// A part of an array.
struct CutPart {
  std::string name;
  std::uint32_t bit = 0;         ///< of CutNames
  Stretch stored, loaded_alone;  ///< by statements that name no other part
  Stretch place{};
  bool loaded = false;
};

class Cutter {
 public:
  Cutter(const CutNames& names, const Uses& uses, const std::map<std::uint32_t, Accessed>& accessed, Stretch array)
      : names_(names), array_(array) {
    for (const Uses::Use& use : uses.all)
      if (const auto found = accessed.find(use.statement); found != accessed.end())
        uses_.push_back({use, found->second});
  }

  /// False: the array stays one.
  bool cut() {
    if (!find_stored() || !place()) return false;
    for (const auto& [use, accessed] : uses_)
      if (!assign(use, accessed)) return false;
    return std::ranges::all_of(parts_, &CutPart::loaded) && std::ranges::none_of(uses_, [&](const auto& each) {
             return uses_halo(part_of_.at(each.first.statement), each.second);
           });
  }
  const std::vector<CutPart>& parts() const { return parts_; }
  /// Which of them each statement means.
  const std::map<std::uint32_t, std::size_t>& part_of() const { return part_of_; }

 private:
  bool find_stored() {
    std::vector<Stretch> stored(names_.names().size()), loaded(names_.names().size());
    for (const auto& [use, accessed] : uses_) {
      const std::uint32_t names = meant_at(use, accessed);
      if (!std::has_single_bit(names)) continue;
      const auto n = static_cast<std::size_t>(std::countr_zero(names));
      if (accessed.stores) stored[n].add(accessed.reach);
      if (accessed.loads && !accessed.stores) loaded[n].add(accessed.reach);
    }
    for (std::size_t n = 0; n < stored.size(); ++n)
      if (!stored[n].empty()) parts_.push_back({names_.names()[n], 1u << n, stored[n], loaded[n]});
    for (const auto& [use, accessed] : uses_)
      if (accessed.stores) add_stored(meant_at(use, accessed), accessed.reach);
    std::ranges::sort(parts_, {}, [](const CutPart& part) { return part.stored.begin; });
    return parts_.size() > 1;
  }
  /// By one of several names: the one by which other statements store there, too.
  void add_stored(std::uint32_t names, const Stretch& reach) {
    if (std::has_single_bit(names)) return;
    CutPart* its = nullptr;
    for (CutPart& part : parts_) {
      if ((names & part.bit) == 0 || reach.common(part.stored).empty()) continue;
      if (its != nullptr) return;
      its = &part;
    }
    if (its != nullptr) its->stored.add(reach);
  }
  /// Those that a statement may mean; 0: none. nvcc gives no line, or that of the statement before, to what it has
  /// moved. What all threads access alike is accessed by a name that has an index which all threads have, and what
  /// differs by one that has another.
  std::uint32_t meant_at(const Uses::Use& use, const Accessed& accessed) const {
    const CutNames::Used used = names_.at(use.line, use.column);
    const std::uint32_t named = (accessed.stores ? used.stores : 0) | (accessed.loads ? used.loads : 0),
                        fitting = named & (accessed.is_common() ? used.common
                                           : accessed.differs   ? used.apart
                                                                : named);
    return fitting != 0 ? fitting : named;
  }

  /// Each part goes from where the stores by its name begin to where those by the next name begin.
  bool place() {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const bool is_last = i + 1 == parts_.size();
      parts_[i].place = {i == 0 ? array_.begin : parts_[i].stored.begin,
                         is_last ? array_.end : parts_[i + 1].stored.begin};
      if (!is_last && !may_reach_into(i)) return false;
    }
    return true;
  }

  /// Whether the statement accesses bytes of another part that no load of that part reaches: they were stored there for
  /// this part, as the halo of a tile.
  bool uses_halo(std::size_t part, const Accessed& accessed) const {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Stretch beyond = accessed.reach.common(parts_[i].place);
      if (i == part || beyond.empty()) continue;
      const bool is_loaded = std::ranges::any_of(uses_, [&](const auto& other) {
        return part_of_.at(other.first.statement) == i && other.second.loads &&
               !other.second.reach.common(beyond).empty();
      });
      if (!is_loaded) return true;
    }
    return false;
  }

  /// Whether the stores to a part end before the next part, or a few of them are too far by little: then the loads from
  /// the next part begin where its stores do, and most statements stay inside of the part.
  bool may_reach_into(std::size_t i) const {
    const CutPart &part = parts_[i], &next = parts_[i + 1];
    const std::uint64_t beyond = part.stored.common(next.stored).size();
    if (beyond == 0) return part.stored.end <= next.stored.begin;
    const auto begins_there = [&](const auto& each) {
      return each.second.loads && (meant_at(each.first, each.second) & parts_[i + 1].bit) != 0 &&
             each.second.reach.begin == next.stored.begin;
    };
    if (kReach * beyond > next.stored.size() || next.loaded_alone.begin < next.stored.begin ||
        std::ranges::none_of(uses_, begins_there))
      return false;
    int inside = 0, too_far = 0;
    for (const auto& [use, accessed] : uses_)
      if (meant_at(use, accessed) == parts_[i].bit) ++(accessed.reach.end <= next.stored.begin ? inside : too_far);
    return inside > too_far;
  }

  /// Assigns the statement to the part that has most of what it accesses, among those that the source may mean.
  bool assign(const Uses::Use& use, const Accessed& accessed) {
    const std::uint32_t meant = meant_at(use, accessed), names = meant != 0 ? meant : ~0u;
    const bool is_sure = std::has_single_bit(meant);
    if (meant != 0 && use.chosen && !is_sure) return false;
    std::size_t most = parts_.size();
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if ((names & parts_[i].bit) != 0 &&
          (most == parts_.size() ||
           accessed.reach.common(parts_[i].place).size() > accessed.reach.common(parts_[most].place).size()))
        most = i;
    if (most == parts_.size()) return false;
    const bool goes_on = is_sure && accessed.reach.begin == parts_[most].place.end;
    if (accessed.reach.common(parts_[most].place).empty() && !goes_on) return false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const std::uint64_t beyond = i == most ? 0 : accessed.reach.common(parts_[i].place).size();
      if (beyond != 0 && (meant == 0 || accessed.is_wide || kReach * beyond > parts_[i].stored.size())) return false;
    }
    parts_[most].loaded = parts_[most].loaded || accessed.loads;
    part_of_[use.statement] = most;
    return true;
  }

  const CutNames& names_;
  const Stretch array_;
  std::vector<std::pair<Uses::Use, Accessed>> uses_;
  std::vector<CutPart> parts_;
  std::map<std::uint32_t, std::size_t> part_of_;
};

/// Puts the parts in the place of array `at`.
void replace(SharedArrays& shared, std::uint32_t at, const Uses& uses, const Cutter& cutter) {
  const auto parts = static_cast<std::uint32_t>(cutter.parts().size());
  for (std::uint32_t& named : shared.named)
    if (named != kNotNamed && named > at) named += parts - 1;
  for (const Uses::Use& use : uses.all) {
    const auto part = cutter.part_of().find(use.statement);
    shared.named[use.statement] =
        part == cutter.part_of().end() ? kNotNamed : at + static_cast<std::uint32_t>(part->second);
  }
  std::vector<lockstep::SharedArray> arrays;
  for (const CutPart& part : cutter.parts())
    arrays.push_back({part.name, static_cast<std::uint32_t>(part.place.begin),
                      static_cast<std::uint32_t>(part.place.size()), false});
  const auto place = shared.arrays.erase(shared.arrays.begin() + at);
  shared.arrays.insert(place, arrays.begin(), arrays.end());
}

}  // namespace

SharedArrays shared_arrays_of(const ptx::Module& module, const lockstep::Program& program,
                              const lockstep::Launch& launch, const lockstep::Allocations& allocations,
                              bool memory_is_here, std::string_view source, std::uint32_t file) {
  SharedArrays shared{program.shared, named_shared(module, program)};
  std::optional<std::map<std::uint32_t, Accessed>> accessed;
  for (std::size_t a = program.shared.size(); a-- > 0;) {  // so that those before keep their numbers
    const lockstep::SharedArray& array = program.shared[a];
    if (std::ranges::count(program.shared, array.offset, &lockstep::SharedArray::offset) != 1) continue;
    const Uses uses = uses_of(module, program, array.name, file);
    if (!uses.known || uses.all.empty()) continue;
    const CutNames names(source, uses.all.front().line, ptx::last_name(array.name));
    if (names.names().empty()) continue;
    if (!accessed) accessed = accessed_by_first_block(program, launch, allocations, memory_is_here);
    if (!accessed) break;
    const std::uint64_t bytes = array.is_dynamic ? launch.dynamic_shared : array.bytes;
    Cutter cutter(names, uses, *accessed, {array.offset, array.offset + bytes});
    if (cutter.cut() && shared.arrays.size() + cutter.parts().size() - 1 <= kMostArrays)
      replace(shared, static_cast<std::uint32_t>(a), uses, cutter);
  }
  return shared;
}

}  // namespace gemmscope::runtime
