// SPDX-License-Identifier: MIT
#include "tracing/lockstep/origins.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <tuple>

#include "tracing/lockstep/computed.h"
#include "tracing/lockstep/way_facts.h"

namespace gemmscope::lockstep {
namespace {

constexpr std::size_t kMostSteps = 100'000, kMostWithFacts = 20'000;

bool may_be(const Access& access, AccessKind kind, Space space) {
  return access.kind == kind && (access.space == space || access.space == Space::kGeneric) && !access.constant;
}

/// What such a register holds from the start on; nullopt: it is no constant.
std::optional<std::uint64_t> constant_in(const Program& program, Slot slot) {
  const auto found = std::ranges::find(program.constants, slot, &Constant::slot);
  return found == program.constants.end() ? std::nullopt : std::optional(found->bits);
}

/// `operation`: mov, pack, unpack, a change of an integer's width, or a shift by whole bytes. Nothing: they are
/// computed.
PartBefore before(const Program& program, const Instruction& instruction, const Operation& operation,
                  const RegisterPart& piece) {
  const std::string_view name = operation.mnemonic;
  const auto bytes = [&](std::size_t i) { return bytes_of(operation.operands[i]); };
  const std::size_t results = operation.results;
  if (name.starts_with("pack.")) {
    const std::uint32_t part = bytes(results), i = piece.offset / part;
    if ((piece.offset + piece.bytes - 1) / part != i) return {true, {}};
    return {false, RegisterPart{instruction.operands[results + i], piece.offset % part, piece.bytes}};
  }
  if (name.starts_with("unpack.")) {
    const auto i =
        static_cast<std::uint32_t>(std::ranges::find(instruction.operands, piece.slot) - instruction.operands.begin());
    return {false, RegisterPart{instruction.operands[results], piece.offset + i * bytes(0), piece.bytes}};
  }
  if (name.starts_with("mov.") && results == 1)
    return {false, RegisterPart{instruction.operands[1], piece.offset, piece.bytes}};
  if (name.starts_with("shr.") && results == 1)
    if (const auto bits = constant_in(program, instruction.operands[2]); bits && *bits % 8 == 0)
      if (const auto from = static_cast<std::uint32_t>(piece.offset + *bits / 8); from + piece.bytes <= bytes(1))
        return {false, RegisterPart{instruction.operands[1], from, piece.bytes}};
  const bool widens = name.starts_with("cvt.u") || name.starts_with("cvt.s");
  const std::size_t type = name.rfind('.') + 1;
  if (widens && (name[type] == 'u' || name[type] == 's') && name.find("sat") == name.npos) {
    const int source_bytes = name[type + 1] == '8' ? 1 : name[type + 1] == '1' ? 2 : name[type + 1] == '3' ? 4 : 8;
    const int result_bytes = name[5] == '8' ? 1 : name[5] == '1' ? 2 : name[5] == '3' ? 4 : 8;
    if (piece.offset + piece.bytes <= static_cast<std::uint32_t>(std::min(source_bytes, result_bytes)))
      return {false, RegisterPart{instruction.operands[1], piece.offset, piece.bytes}};
  }
  return {};
}

/// The way back from one store, for some bytes of what it writes.
///
/// A lane's way is followed from the store back to what it stores. Lanes of the latest request of a load have stored
/// what it gave them if no lane's way leads past that load and on to a value that is older, or is none of a load,
/// unless past the store itself or another of the same register, where the request was used, or past a barrier, after
/// which it does not count.
class Search {
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
  Search(const Program& program, const std::vector<Touches>& touches,
         const std::vector<std::vector<std::uint32_t>>& jumps_to, const How& how)
      : program_(program), touches_(touches), jumps_to_(jumps_to), how_(how) {}

  bool run(const RegisterPart& stored) {
    if (begins_filled(stored.slot)) return false;
    due_.push_back({how_.store, stored});
    while (!due_.empty() && !failed_) {
      const Way way = due_.back();
      due_.pop_back();
      follow(way);
    }
    return !failed_ && !found_.empty() && !passes();
  }
  /// Whether a way leads past one of these loads.
  [[nodiscard]] bool passes() const {
    return std::ranges::any_of(found_, [&](const Found& f) { return passed_.contains(f.load); });
  }
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
    std::vector<std::uint32_t> passed{};  ///< with facts: loads, as far as such a way exists
  };

  void follow(Way way) {
    for (;;) {
      if (!jumps_to_[way.at].empty()) {
        if (!seen_.insert({way.at, way.piece.slot, way.piece.offset, way.used, way.loaded, way.facts, way.passed})
                 .second)
          return;
        for (const std::uint32_t from : jumps_to_[way.at])
          if (Way other = way; branches(other, from, true) && pass(other, from)) due_.push_back(other);
      }
      if (way.at == how_.begin) {
        failed_ = failed_ || how_.begin != 0;  // what was loaded in an earlier call may be stored
        end(way);
        return;
      }
      const std::uint32_t from = way.at - 1;
      const Instruction& instruction = program_.code[from];
      const bool leads_on = instruction.does != Does::kSwitch && instruction.does != Does::kReturn &&
                            instruction.does != Does::kBranch && instruction.does != Does::kExit;
      if (!leads_on && instruction.predicate == kNoSlot) return;
      if ((!leads_on && !branches(way, from, false)) || !pass(way, from)) return;
    }
  }

  /// Whether lanes may have done the instruction, which leads elsewhere, or not done it, in front of that way.
  bool branches(Way& way, std::uint32_t from, bool done) const {
    const Instruction& instruction = program_.code[from];
    return !how_.with_facts || instruction.predicate == kNoSlot ||
           way.facts.add(instruction.predicate, instruction.negated != done);
  }

  /// Past instruction `from`; false: the way ends there.
  bool pass(Way& way, std::uint32_t from) {
    way.at = from;
    if (++steps_ > (how_.with_facts ? kMostWithFacts : kMostSteps)) failed_ = true;
    if (failed_ || !way.facts.pass(program_, program_.code[from], touches_[from])) return false;
    const Instruction& instruction = program_.code[from];
    const bool always = instruction.predicate == kNoSlot;
    const bool barrier = instruction.does == Does::kBarrier && always && how_.in_interval;
    if ((always && how_.stores->contains(from)) || barrier) way.used = true;
    if (way.piece.slot == kNoSlot && way.used) return end(way);
    const bool written = way.piece.slot != kNoSlot && std::ranges::count(touches_[from].written, way.piece.slot) != 0;
    const bool loads = instruction.does == Does::kAccess && loads_from(program_.accesses[instruction.index]);
    if (!written) {
      if (loads && !way.used) note_passed(way, from);
      if (loads && way.used && how_.loads != nullptr && how_.loads->contains(from)) way.loaded = true;
      return true;
    }
    if (!always) due_.push_back(way);  // lanes for which the predicate does not hold
    const bool counts = loads && (how_.loads == nullptr || how_.loads->contains(from));
    return counts ? load(way, from) : operate(way, from);
  }

  void note_passed(Way& way, std::uint32_t load) {
    if (!how_.with_facts)
      passed_.insert(load);
    else if (std::ranges::find(way.passed, load) == way.passed.end())
      way.passed.insert(std::ranges::upper_bound(way.passed, load), load);
  }

  /// There is such a way. Returns false.
  bool end(const Way& way) {
    passed_.insert(way.passed.begin(), way.passed.end());
    return false;
  }

  bool loads_from(const Access& access) const {
    return may_be(access, AccessKind::kLoad, Space::kGlobal) ||
           (how_.from_local && may_be(access, AccessKind::kLoad, Space::kLocal));
  }

  bool load(const Way& way, std::uint32_t from) {
    const Access& access = program_.accesses[program_.code[from].index];
    // A register that is wider than what is loaded has its sign, or zeros, too.
    const bool widens = how_.through != nullptr && way.piece.offset == 0 && way.piece.bytes > access.bytes;
    const std::uint32_t bytes = widens ? access.bytes : way.piece.bytes;
    if (way.piece.offset + bytes > access.bytes || way.loaded) return failed_ = true, false;
    const auto value =
        static_cast<std::uint32_t>(std::ranges::find(access.values, way.piece.slot) - access.values.begin());
    found_.insert({from, value * access.bytes + way.piece.offset, bytes});
    return end(way);
  }

  bool operate(Way& way, std::uint32_t from) {
    const Instruction& instruction = program_.code[from];
    const Operation* const operation = instruction.does == Does::kOperate ? operation_of(instruction.run) : nullptr;
    PartBefore source = operation != nullptr ? before(program_, instruction, *operation, way.piece) : PartBefore{};
    if (operation != nullptr && how_.through != nullptr && !source.splits && !source.piece) {
      source = computed_before(instruction, *operation, way.piece, *how_.through);
    }
    splits_ = splits_ || source.splits;
    failed_ = failed_ || source.splits;
    if (source.piece && !begins_filled(source.piece->slot)) return way.piece = *source.piece, true;
    others_ = true;
    way.piece = {};
    return !way.used || end(way);
  }

  bool begins_filled(Slot slot) const {
    const auto is_it = [&](const auto& each) { return each.slot == slot; };
    return std::ranges::any_of(program_.constants, is_it) || std::ranges::any_of(program_.arguments, is_it) ||
           std::ranges::any_of(program_.specials, is_it);
  }

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
    for (const auto& [i, begin] : stored_)
      if (is_local(i) && waits_) add(i, begin);
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
    origins_.store_at[access.statement] = static_cast<std::uint32_t>(origins_.stores.size());
    origins_.stores.push_back(std::move(store));
  }

  /// Follows a register that is stored in units of so many bytes. True: it is packed of smaller ones.
  bool add_units(Search::How how, const RegisterPart& value, std::uint32_t unit, std::uint32_t first,
                 Origins::Store& store) {
    std::vector<Origins::Load> loads;
    for (std::uint32_t at = 0; at < value.bytes; at += unit) {
      bool splits = false;
      const std::optional<Unit> found = find_unit(how, {value.slot, at, unit}, splits);
      if (splits) return true;
      if (!found) continue;
      for (const Search::Found& f : found->loads)
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
    std::set<Search::Found> loads;
    bool once = false, in_interval = false, computed = false;
  };
  /// In several ways, the surest first.
  std::optional<Unit> find_unit(Search::How how, const RegisterPart& piece, bool& splits) {
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
  std::optional<Unit> unit_of(Search::How how, const RegisterPart& piece, bool& splits, bool& passes) {
    Search all(program_, touches_, jumps_to_, how);
    const bool found = all.run(piece);
    splits = splits || all.splits(), passes = passes || (!found && all.passes());
    if (!found || splits) return std::nullopt;
    std::set<std::uint32_t> counted;
    for (const Search::Found& f : all.found())
      if (accesses_of(program_.statements[f.load]) == 1) counted.insert(f.load);
    if (counted.empty()) return std::nullopt;
    how.loads = &counted;
    Search again(program_, touches_, jumps_to_, how);
    if (!again.run(piece) || gives_twice(again.found())) return std::nullopt;
    return Unit{again.found(), again.others(), how.in_interval, how.through != nullptr};
  }

  /// Whether several parts of one load may be what is stored.
  static bool gives_twice(const std::set<Search::Found>& found) {
    return std::ranges::adjacent_find(found, {}, &Search::Found::load) != found.end();
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
  Origins origins_;
};

}  // namespace

Origins origins_of(const Program& program) { return OriginFinder(program).run(); }

}  // namespace gemmscope::lockstep
