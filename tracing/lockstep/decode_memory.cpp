// SPDX-License-Identifier: MIT
#include <utility>

#include "tracing/lockstep/decoder.h"

namespace gemmscope::lockstep {
namespace {

using ptx::Of;
using ptx::OperandKind;

std::optional<Atomic> atomic_named(std::string_view name) {
  static constexpr std::pair<std::string_view, Atomic> kAll[] = {
      {"add", Atomic::kAdd},       {"min", Atomic::kMin},      {"max", Atomic::kMax},       {"and", Atomic::kAnd},
      {"or", Atomic::kOr},         {"xor", Atomic::kXor},      {"exch", Atomic::kExchange}, {"cas", Atomic::kCompare},
      {"inc", Atomic::kIncrement}, {"dec", Atomic::kDecrement}};
  for (const auto& [word, atomic] : kAll)
    if (word == name) return atomic;
  return std::nullopt;
}

/// Adds the constant 1.
bool adds_one(ptx::Type type, const ptx::Operand& added) {
  return ptx::bits_of(type) == 32 && type != ptx::Type::kF32 && added.kind == OperandKind::kInteger && added.value == 1;
}

bool is_signed(ptx::Type type) {
  using T = ptx::Type;
  return type == T::kS8 || type == T::kS16 || type == T::kS32 || type == T::kS64;
}

Number number_of(ptx::Type type) {
  if (type == ptx::Type::kF32 || type == ptx::Type::kF64) return Number::kFloat;
  return is_signed(type) ? Number::kSigned : Number::kUnsigned;
}

/// What an access says of itself: ld.global.v4.f32.
struct Modifiers {
  ptx::Space space = ptx::Space::kNone;
  ptx::Type type = ptx::Type::kNone;
  int count = 1;
  std::optional<Atomic> atomic;
  bool strong = false;  ///< see Access::strong
  bool system = false;  ///< see Access::system
  bool known = true;    ///< all of them
};

/// How memory is cached, or how strong the order is: the host's is at least as strong.
bool says_nothing(std::string_view word) {
  static constexpr std::string_view kAll[] = {"volatile", "weak",    "relaxed", "acquire", "release", "acq_rel",
                                              "cta",      "cluster", "gpu",     "sys",     "nc",      "ca",
                                              "cg",       "cs",      "lu",      "cv",      "wb",      "wt"};
  return std::ranges::find(kAll, word) != std::end(kAll) || word.starts_with("L1::") || word.starts_with("L2::");
}

/// PTX ISA, "Memory Consistency Model": the words that make a load or store a strong one.
bool is_strong(std::string_view word) {
  return word == "volatile" || word == "relaxed" || word == "acquire" || word == "release";
}

/// Two halves in one register cannot be: there is no arithmetic for them yet.
bool can_be_atomic(ptx::Type type) {
  using T = ptx::Type;
  static constexpr T kAll[] = {T::kB32, T::kB64, T::kU32, T::kU64, T::kS32, T::kS64, T::kF32, T::kF64};
  return std::ranges::find(kAll, type) != std::end(kAll);
}

Modifiers modifiers_of(const ptx::Function& kernel, const ptx::Statement& statement) {
  Modifiers words;
  for (const std::string_view word : kernel.modifiers_of(statement)) {
    if (const ptx::Space space = ptx::space_named(word); space != ptx::Space::kNone)
      words.space = space;
    else if (const ptx::Type type = ptx::type_named(word); type != ptx::Type::kNone)
      words.type = type;
    else if (word == "v2" || word == "v4")
      words.count = word[1] - '0';
    else if (const auto atomic = atomic_named(word); atomic && statement.base != "ld" && statement.base != "st")
      words.atomic = atomic;
    else if (!says_nothing(word))
      words.known = false;
    words.strong = words.strong || is_strong(word);
    words.system = words.system || word == "sys" || word == "volatile";
  }
  return words;
}

std::optional<Space> space_of(ptx::Space space) {
  switch (space) {
    case ptx::Space::kNone: return Space::kGeneric;
    case ptx::Space::kGlobal:
    case ptx::Space::kConst: return Space::kGlobal;
    case ptx::Space::kShared: return Space::kShared;
    case ptx::Space::kLocal: return Space::kLocal;
    default: return std::nullopt;
  }
}

}  // namespace

Result<void> Decoder::add_access(const ptx::Statement& statement) {
  const Modifiers words = modifiers_of(function_, statement);
  const auto operands = function_.operands_of(statement);
  const int bits = ptx::bits_of(words.type);
  if (!words.known || operands.size() < 2 || bits < 8 || bits > 64) return refuse_opcode();
  const bool is_atomic = statement.base == "atom" || statement.base == "red", stores = statement.base == "st",
             has_result = statement.base == "atom";
  const ptx::Operand& address = operands[stores || statement.base == "red" ? 0 : 1];
  const bool is_argument = address.of == ptx::Of::kParameter && number_ == 0;
  if (words.space == ptx::Space::kParam && is_argument && !stores && !is_atomic)
    return add_argument(statement, address, words.type, words.count);
  auto space = space_of(words.space);
  if (words.space == ptx::Space::kParam && !is_argument && !is_atomic &&
      (place_in_frame(address) || (number_ != 0 && address.of == ptx::Of::kRegister)))
    space = Space::kParameter;
  if (words.space == ptx::Space::kParam && number_ == 0 && address.of == ptx::Of::kRegister && !stores && !is_atomic)
    space = Space::kArgument;
  if (!space) return refuse_opcode();
  if (is_atomic && (!words.atomic || words.count != 1 || !can_be_atomic(words.type))) return refuse_opcode();

  Access access;
  access.kind = is_atomic ? AccessKind::kAtomic : stores ? AccessKind::kStore : AccessKind::kLoad;
  access.space = *space;
  access.bytes = static_cast<std::uint8_t>(bits / 8), access.count = static_cast<std::uint8_t>(words.count);
  access.extends_sign = is_signed(words.type), access.strong = words.strong, access.system = words.system;
  access.constant = words.space == ptx::Space::kConst;
  if (is_atomic) access.atomic = *words.atomic, access.number = number_of(words.type);
  access.unseen = is_atomic && (!has_result || is_unused(operands[0]));
  access.counts = access.unseen && access.atomic == Atomic::kAdd && adds_one(words.type, operands.back());
  std::vector<Ref> values;
  // ld to, [address]; st [address], from; red [address], b; atom to, [address], b, c
  for (const ptx::Operand& operand :
       access.kind == AccessKind::kLoad ? operands.first(1) : operands.subspan(has_result ? 2 : 1)) {
    const auto some = values_of(operand, words.type, stores || is_atomic);
    if (!some) return tl::unexpected(some.error());
    values.insert(values.end(), some->begin(), some->end());
  }
  const std::size_t wanted = is_atomic ? (access.atomic == Atomic::kCompare ? 2u : 1u) : access.count;
  if (values.size() != wanted || (access.kind == AccessKind::kLoad && operands.size() != 2)) return refuse_opcode();
  if (access.kind == AccessKind::kLoad && values.size() > 1)
    access.unused = unused_of(function_.children_of(operands[0]));
  Ref result;
  if (has_result) {
    const auto to = destination(operands[0], *holds_of(words.type));
    if (!to) return tl::unexpected(to.error());
    result = *to;
  }
  const auto draft = at_address(access, address);
  if (!draft) return tl::unexpected(draft.error());
  emit(Does::kAccess).accesses = {{draft->access, draft->address, result, std::move(values)}};
  return {};
}

/// The register is named nowhere else: neither read nor written.
bool Decoder::is_unused(const ptx::Operand& to) const {
  return to.kind == OperandKind::kSink || (to.kind == OperandKind::kRegister && named_[to.index] == 1);
}

std::uint8_t Decoder::unused_of(std::span<const ptx::Operand> values) const {
  std::uint32_t unused = 0;
  for (std::size_t v = 0; v < values.size(); ++v) unused |= static_cast<std::uint32_t>(is_unused(values[v])) << v;
  return unused + 1 == 1u << values.size() ? std::uint8_t{0} : static_cast<std::uint8_t>(unused);
}

Result<DraftAccess> Decoder::at_address(Access access, const ptx::Operand& address) {
  if (address.kind != OperandKind::kAddress || address.count != 0) return refuse_opcode();
  access.statement = statement();
  access.offset = address.value;
  if (address.of == Of::kRegister) {
    const Ref ref{true, address.index};
    access.address_holds = draft_.holds(ref);
    return DraftAccess{access, ref, {}, {}};
  }
  if (const auto place = place_in_frame(address)) {
    access.offset += *place;
    return DraftAccess{access, frame(), {}, {}};
  }
  const auto at = address_of(address);
  if (!at) return tl::unexpected(at.error());
  access.offset = static_cast<std::int64_t>(*at);
  return DraftAccess{access, {}, {}, {}};
}

/// Registers may be wider than what is loaded or stored: of bytes they always are.
Result<std::vector<Ref>> Decoder::values_of(const ptx::Operand& operand, ptx::Type type, bool stores) {
  std::vector<Ref> refs;
  const auto one = [&](const ptx::Operand& each) -> Result<void> {
    const Holds least = *holds_of(type);
    const bool wider = each.kind == OperandKind::kRegister && draft_.registers[each.index] > least;
    const Holds holds = wider ? draft_.registers[each.index] : least;
    const auto ref = stores ? source(each, holds) : destination(each, holds);
    if (!ref) return tl::unexpected(ref.error());
    refs.push_back(*ref);
    return {};
  };
  const std::span<const ptx::Operand> all =
      operand.kind == OperandKind::kVector ? function_.children_of(operand) : std::span(&operand, 1);
  for (const ptx::Operand& each : all)
    if (auto done = one(each); !done) return tl::unexpected(done.error());
  if (refs.size() > 4) return refuse_opcode();
  return refs;
}

/// A kernel's argument is a value that all lanes have from the beginning. Its register may be wider: zeros fill it up,
/// or the sign.
Result<void> Decoder::add_argument(const ptx::Statement& statement, const ptx::Operand& address, ptx::Type type,
                                   int count) {
  const auto operands = function_.operands_of(statement);
  if (address.kind != OperandKind::kAddress || address.of != Of::kParameter) return refuse_opcode();
  const auto to = values_of(operands[0], type, false);
  if (!to) return tl::unexpected(to.error());
  if (to->size() != static_cast<std::size_t>(count)) return refuse_opcode();
  const auto bytes = static_cast<std::uint32_t>(ptx::bytes_of(type));
  std::uint32_t offset = static_cast<std::uint32_t>(*address_of(address));
  const auto bits = [](Holds holds) -> std::string {
    return holds == Holds::k16 ? "16" : holds == Holds::k32 ? "32" : "64";
  };
  for (const Ref& each : *to) {
    if (offset + bytes > program_.argument_bytes) return refuse_opcode();
    const Holds whole = draft_.holds(each), holds = is_signed(type) ? *holds_of(type) : whole;
    const std::string from = type == ptx::Type::kS8 ? "8" : bits(holds);
    emit_operation(from == bits(whole) ? "mov.b" + from : "cvt.s" + bits(whole) + ".s" + from, {each},
                   {draft_.argument(holds, offset, bytes)});
    offset += bytes;
  }
  return {};
}

}  // namespace gemmscope::lockstep
