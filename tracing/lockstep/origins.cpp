// SPDX-License-Identifier: MIT
#include "tracing/lockstep/origins.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>

#include "tracing/lockstep/origin_search.h"

namespace gemmscope::lockstep {
namespace {

class OriginFinder {
 public:
  explicit OriginFinder(const Program& program)
      : program_(program), jumps_to_(program.code.size()), has_local_(!passes_parameters(program)) {
    loads_local_ = has_local_ && std::ranges::any_of(program.accesses, [](const Access& access) {
                     return access.kind == AccessKind::kLoad && access.space == Space::kLocal;
                   });
    for (const std::uint32_t statement : program.statements) accesses_of(statement);
    for (std::uint32_t i = 0; i < program.code.size(); ++i) {
      const Instruction& instruction = program.code[i];
      auto touches = touches_of(program, instruction);
      known_.push_back(touches || instruction.does == Does::kCall || instruction.does == Does::kReturn ||
                       instruction.does == Does::kSwitch || instruction.does == Does::kPrint ||
                       instruction.does == Does::kAssert || instruction.does == Does::kMalloc ||
                       instruction.does == Does::kFree);
      touches_.push_back(std::move(touches).value_or(Touches{}));
      if (instruction.does == Does::kBranch) jumps_to_[instruction.target].push_back(i);
      if (instruction.does == Does::kSwitch)
        for (const std::uint32_t target : program.tables[instruction.index]) jumps_to_[target].push_back(i);
      if (instruction.does == Does::kAccess) accesses_of(program.statements[i]) += 1;
    }
  }

  Origins run() {
    const std::size_t statements = accesses_.size();
    origins_.load_at.assign(statements, Origins::kNone), origins_.store_at = origins_.load_at;
    for (std::size_t f = 0; f < program_.functions.size(); ++f) {
      const std::uint32_t begin = program_.functions[f].begin;
      const std::uint32_t end = f + 1 < program_.functions.size() ? program_.functions[f + 1].begin
                                                                  : static_cast<std::uint32_t>(program_.code.size());
      if (program_.functions[f].calls_itself) continue;
      if (std::find(known_.begin() + begin, known_.begin() + end, false) != known_.begin() + end) continue;
      for (std::uint32_t i = begin; i < end; ++i)
        if (stores(i)) stored_.emplace_back(i, begin);
    }
    for (const auto& [i, begin] : stored_)
      for (const Slot slot : values_of(i))
        if (access_of(i).space != Space::kGeneric) stores_of_[{slot, is_local(i)}].insert(i);
    for (const auto& [i, begin] : stored_)
      if (!is_local(i)) add(i, begin);
    number_carried();  // some may be from local memory
    for (const auto& [i, begin] : stored_)
      if (is_local(i) && waits_) add(i, begin);
    number_carried();
    if (carries_) origins_.carried = carries_->found();
    origins_.follows_local = waits_;
    return std::move(origins_);
  }

 private:
  using Register = std::pair<Slot, bool>;  ///< as stores use it: to local memory, or elsewhere

  std::uint32_t& accesses_of(std::uint32_t statement) {
    if (statement >= accesses_.size()) accesses_.resize(statement + 1);
    return accesses_[statement];
  }

  const Access& access_of(std::uint32_t i) const { return program_.accesses[program_.code[i].index]; }
  std::span<const Slot> values_of(std::uint32_t i) const {
    return std::span(access_of(i).values).first(access_of(i).count);
  }
  bool is_local(std::uint32_t i) const { return access_of(i).space == Space::kLocal; }
  /// Whether the instruction is the one access of its statement, and may store to shared or local memory.
  bool stores(std::uint32_t i) {
    return program_.code[i].does == Does::kAccess && accesses_of(program_.statements[i]) == 1 &&
           (may_be(access_of(i), AccessKind::kStore, Space::kShared) ||
            may_be(access_of(i), AccessKind::kStore, Space::kLocal));
  }
  static bool passes_parameters(const Program& program) {
    return program.functions.size() > 1 && std::ranges::any_of(program.accesses, [](const Access& access) {
             return access.kind == AccessKind::kStore && access.space == Space::kParameter;
           });
  }

  void add(std::uint32_t i, std::uint32_t begin) {
    const Access& access = access_of(i);
    Origins::Store store;
    for (std::uint32_t value = 0; value < access.count; ++value) {
      const Slot slot = access.values[value];
      const Register stored{slot, is_local(i)};
      std::set<std::uint32_t> stores = stores_of_[stored];
      stores.insert(i);
      store.uses.push_back(use_of(stored));
      for (std::uint32_t unit = access.bytes; unit > 0; unit /= 2)
        if (!add_units({.store = i, .begin = begin, .stores = &stores}, {slot, 0, access.bytes}, unit,
                       value * access.bytes, store))
          break;
    }
    store.carried = carried_in(store, i);
    origins_.store_at[access.statement] = static_cast<std::uint32_t>(origins_.stores.size());
    origins_.stores.push_back(std::move(store));
  }

  /// Store::carried, for the values with bytes that `store` does not tell.
  std::vector<std::uint32_t> carried_in(const Origins::Store& store, std::uint32_t i) {
    const Access& access = access_of(i);
    std::vector<std::uint32_t> carried(access.count, Origins::kNone);
    bool any = false;
    for (std::uint32_t value = 0; value < access.count; ++value) {
      const std::uint32_t first = value * access.bytes;
      std::uint32_t known = 0;
      for (const Origins::Load& load : store.loads)
        for (std::uint32_t b = load.first; b < std::uint32_t{load.first} + load.bytes; ++b)
          if (b >= first && b < first + access.bytes) known |= 1u << (b - first);
      if (known == (1u << access.bytes) - 1) continue;
      carried[value] = carries().add(i, access.values[value]).value_or(Origins::kNone);
      any = any || carried[value] != Origins::kNone;
    }
    if (!any) carried.clear();
    return carried;
  }

  void number_carried() {
    if (!carries_) return;
    for (const auto& [i, load] : carries_->found().loads) number_of(i);
    origins_.carried_from.assign(origins_.loads, {});
    for (const auto& [i, load] : carries_->found().loads) origins_.carried_from[number_of(i)].push_back(load);
  }

  CarrySearch& carries() {
    if (carries_) return *carries_;
    std::vector<bool> loads(program_.code.size());
    for (std::uint32_t i = 0; i < loads.size(); ++i)
      loads[i] = program_.code[i].does == Does::kAccess && accesses_of(program_.statements[i]) == 1 &&
                 (may_be(access_of(i), AccessKind::kLoad, Space::kGlobal) ||
                  (has_local_ && may_be(access_of(i), AccessKind::kLoad, Space::kLocal)));
    return carries_.emplace(program_, touches_, jumps_to_, std::move(loads));
  }

  /// Follows a register that is stored in units of so many bytes. True: it is packed of smaller ones.
  bool add_units(OriginSearch::How how, const RegisterPart& value, std::uint32_t unit, std::uint32_t first,
                 Origins::Store& store) {
    std::vector<Origins::Load> loads;
    for (std::uint32_t at = 0; at < value.bytes; at += unit) {
      bool splits = false;
      const std::optional<Unit> found = find_unit(how, {value.slot, at, unit}, splits);
      if (splits) return true;
      if (!found) continue;
      for (const OriginSearch::Found& f : found->loads)
        loads.push_back({.number = number_of(f.load),
                         .byte = static_cast<std::uint8_t>(f.byte),
                         .first = static_cast<std::uint8_t>(first + at),
                         .bytes = static_cast<std::uint8_t>(std::min(unit, f.bytes)),
                         .once = found->once,
                         .in_interval = found->once && found->in_interval,
                         .computed = found->computed,
                         .uses = {use_of({value.slot, is_local(how.store)})}});
    }
    for (const Origins::Load& load : loads) join(load, store.loads);
    return false;
  }

  /// Makes one of two parts that are neighbours in what is loaded, and in what is stored.
  static void join(const Origins::Load& load, std::vector<Origins::Load>& to) {
    for (Origins::Load& other : to)
      if (!load.computed && !other.computed && other.number == load.number && other.once == load.once &&
          other.in_interval == load.in_interval && other.first + other.bytes == load.first &&
          other.byte + other.bytes == load.byte) {
        other.bytes = static_cast<std::uint8_t>(other.bytes + load.bytes);
        if (other.uses.back() != load.uses.back()) other.uses.push_back(load.uses.back());
        return;
      }
    to.push_back(load);
  }

  struct Unit {
    std::set<OriginSearch::Found> loads;
    bool once = false, in_interval = false, computed = false;
  };
  /// In several ways, the surest first.
  std::optional<Unit> find_unit(OriginSearch::How how, const RegisterPart& piece, bool& splits) {
    bool passes = false;
    for (unsigned way = 0; way < 16 && !splits; ++way) {
      how.in_interval = (way & 1u) == 0, how.from_local = (way & 2u) == 0, how.with_facts = (way & 8u) != 0;
      how.through = (way & 4u) != 0 ? &loaded() : nullptr;
      if ((how.from_local && !loads_local_) || (how.with_facts && !passes)) continue;
      if (auto found = unit_of(how, piece, splits, passes)) return found;
    }
    return std::nullopt;
  }

  /// Loads count of which a statement makes one; once more, because the others are then as good as computed. `passes`:
  /// it fails as some of them may be passed.
  std::optional<Unit> unit_of(OriginSearch::How how, const RegisterPart& piece, bool& splits, bool& passes) {
    OriginSearch all(program_, touches_, jumps_to_, how);
    const bool found = all.run(piece);
    splits = splits || all.splits(), passes = passes || (!found && all.passes());
    if (!found || splits) return std::nullopt;
    std::set<std::uint32_t> counted;
    for (const OriginSearch::Found& f : all.found())
      if (accesses_of(program_.statements[f.load]) == 1) counted.insert(f.load);
    if (counted.empty()) return std::nullopt;
    how.loads = &counted;
    OriginSearch again(program_, touches_, jumps_to_, how);
    if (!again.run(piece) || gives_twice(again.found())) return std::nullopt;
    return Unit{again.found(), again.others(), how.in_interval, how.through != nullptr};
  }

  /// Whether several parts of one load may be what is stored.
  static bool gives_twice(const std::set<OriginSearch::Found>& found) {
    return std::ranges::adjacent_find(found, {}, &OriginSearch::Found::load) != found.end();
  }

  const Loaded& loaded() {
    if (!loaded_) loaded_.emplace(program_, touches_);
    return *loaded_;
  }

  std::uint32_t use_of(const Register& stored) {
    const auto [known, is_new] = use_of_.try_emplace(stored, origins_.uses);
    origins_.uses += is_new ? 1 : 0;
    return known->second;
  }

  std::uint32_t number_of(std::uint32_t load) {
    std::uint32_t& number = origins_.load_at[program_.statements[load]];
    if (number == Origins::kNone) number = origins_.loads++;
    waits_ = waits_ || (has_local_ && access_of(load).space != Space::kGlobal);
    return number;
  }

  const Program& program_;
  std::vector<Touches> touches_;  ///< by instruction
  std::vector<bool> known_;       ///< what it writes
  std::vector<std::vector<std::uint32_t>> jumps_to_;
  std::vector<std::uint32_t> accesses_;  ///< by statement: how many
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      stored_;  ///< instructions for which stores() holds; their functions' begins
  std::map<Register, std::set<std::uint32_t>> stores_of_;  ///< to shared memory, and to local
  std::map<Register, std::uint32_t> use_of_;
  const bool has_local_;          ///< values may wait in local memory
  bool loads_local_ = false;      ///< a load says so
  bool waits_ = false;            ///< some that are stored perhaps do
  std::optional<Loaded> loaded_;  ///< once it is needed
  std::optional<CarrySearch> carries_;
  Origins origins_;
};

}  // namespace

Origins origins_of(const Program& program) { return OriginFinder(program).run(); }

}  // namespace gemmscope::lockstep
