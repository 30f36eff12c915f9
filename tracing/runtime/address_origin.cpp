// SPDX-License-Identifier: MIT
#include "tracing/runtime/address_origin.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string_view>

namespace gemmscope::runtime {
namespace {

using ptx::Of;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Statement;
using Whole = __int128;

constexpr std::uint32_t kNone = ptx::kNoIndex, kSeveral = ptx::kNoIndex - 1;
constexpr int kDeepest = 200;  // statements in a row

/// Which statement writes each register.
std::vector<std::uint32_t> writers(const ptx::Function& function) {
  std::vector<std::uint32_t> by(function.registers.size(), kNone);
  const auto write = [&](const Operand& operand, std::uint32_t statement, const auto& self) -> void {
    if (operand.kind == OperandKind::kRegister && operand.index < by.size())
      by[operand.index] = by[operand.index] == kNone ? statement : kSeveral;
    if (operand.kind == OperandKind::kVector || operand.kind == OperandKind::kPair ||
        operand.kind == OperandKind::kList)
      for (const Operand& child : function.children_of(operand)) self(child, statement, self);
  };
  for (std::uint32_t s = 0; s < function.code.size(); ++s)
    if (const auto operands = function.operands_of(function.code[s]); !operands.empty()) write(operands[0], s, write);
  return by;
}

/// A number as its bits, and as its value would be with enough bits.
struct Value {
  std::uint64_t bits = 0;
  Whole whole = 0;
  bool computed = false;  ///< by a sum or a product
  bool unsure = false;    ///< so large that it may also be below zero: it is unknown whether it has a sign
};

class AddressOrigins {
 public:
  AddressOrigins(const lockstep::Fault& fault, const Arguments& arguments, std::span<const std::uint64_t> variables,
                 const lockstep::Allocations& allocations)
      : fault_(fault),
        arguments_(arguments),
        function_(arguments.function),
        variables_(variables),
        allocations_(allocations),
        by_(writers(function_)) {}

  AddressOrigin run() {
    const lockstep::ProgramFunction& kernel = arguments_.program.functions.front();
    const std::uint32_t statement = fault_.statement - kernel.first_statement;
    if (fault_.statement < kernel.first_statement || statement >= function_.code.size()) return {.others = true};
    const auto operands = function_.operands_of(function_.code[statement]);
    const Operand* address = nullptr;  // a copy has two
    for (const Operand& operand : operands) {
      if (operand.kind != OperandKind::kAddress) continue;
      wrapped_.reset(), unwritten_.reset(), known_.clear();
      const auto value = address_of(operand, 0);
      if (value && *value == fault_.address) return {find_pointers(operand), others_, true, wrapped_, unwritten_};
      if (address == nullptr) address = &operand;
    }
    if (address == nullptr) return {.others = true};
    return {.pointers = find_pointers(*address), .others = others_};
  }

 private:
  // ------------------------------------------------------------------------------------------------ which pointers
  std::vector<AddressOrigin::Pointer> find_pointers(const Operand& address) {
    std::vector<AddressOrigin::Pointer> found;
    std::vector<bool> seen(function_.registers.size());
    const auto add = [&](const AddressOrigin::Pointer& pointer) {
      if (std::ranges::none_of(found, [&](const auto& f) { return f.value == pointer.value; }))
        found.push_back(pointer);
    };
    const auto follow = [&](const Operand& operand, const auto& self) -> void {
      if (const auto variable = variable_at(operand)) add({.value = *variable});
      for (const Operand& child : function_.children_of(operand)) self(child, self);
      if (operand.of != Of::kRegister || operand.index >= seen.size() || seen[operand.index]) return;
      seen[operand.index] = true;
      if (ptx::bits_of(function_.registers[operand.index].type) != 64) return;
      for (const Statement& statement : function_.code) {
        const auto operands = function_.operands_of(statement);
        if (operands.empty() || !writes(operands[0], operand.index)) continue;
        const bool loads = statement.base == "ld" || statement.base == "ldu" || statement.base == "call";
        const auto parameter = parameter_at(statement);
        if (parameter)
          add({arguments_.bits(parameter->first, parameter->second), parameter->first, parameter->second});
        else if (loads)
          others_ = true;
        else
          for (const Operand& from : operands.subspan(1)) self(from, self);
      }
    };
    follow(address, follow);
    return found;
  }
  bool writes(const Operand& operand, std::uint32_t register_index) const {
    if (operand.kind == OperandKind::kAddress) return false;
    if (operand.of == Of::kRegister && operand.index == register_index) return true;
    return std::ranges::any_of(function_.children_of(operand),
                               [&](const Operand& child) { return writes(child, register_index); });
  }
  /// The parameter that a statement loads from, and the byte of it.
  std::optional<std::pair<std::size_t, std::uint32_t>> parameter_at(const Statement& statement) const {
    const auto operands = function_.operands_of(statement);
    if (statement.base != "ld" || operands.size() < 2 || operands[1].of != Of::kParameter) return std::nullopt;
    const std::size_t i = operands[1].index;
    const auto& places = arguments_.program.parameters;
    if (i >= places.size() || operands[1].value < 0 || operands[1].value >= places[i].bytes) return std::nullopt;
    return std::pair(i, static_cast<std::uint32_t>(operands[1].value));
  }
  std::optional<std::uint64_t> variable_at(const Operand& operand) const {
    if (operand.of != Of::kModuleVariable || operand.index >= variables_.size() || variables_[operand.index] == 0)
      return std::nullopt;
    return variables_[operand.index];
  }

  // ------------------------------------------------------------------------------------------------ computed again
  using Known = std::optional<Value>;

  std::optional<std::uint64_t> address_of(const Operand& operand, int depth) {
    const auto offset = static_cast<std::uint64_t>(operand.value);
    if (const auto variable = variable_at(operand)) return *variable + offset;
    if (operand.of != Of::kRegister) return std::nullopt;
    const Known base = of_register(operand.index, depth);
    return base ? std::optional(base->bits + offset) : std::nullopt;
  }

  static Value plain(std::uint64_t bits, int width, bool has_sign) {
    if (width < 64) bits &= (std::uint64_t{1} << width) - 1;
    const Whole whole = has_sign && (bits >> (width - 1) & 1u) != 0 ? Whole(bits) - (Whole(1) << width) : Whole(bits);
    return {bits, whole, false};
  }

  Known of(const Operand& operand, ptx::Type type, int depth) {
    const int width = ptx::bits_of(type);
    switch (operand.kind) {
      case OperandKind::kRegister: return operand.negated ? Known() : of_register(operand.index, depth);
      case OperandKind::kInteger: {
        Value value = plain(static_cast<std::uint64_t>(operand.value), width, false);
        value.whole = operand.value;
        return value;
      }
      case OperandKind::kSpecial: return special(operand);
      case OperandKind::kSymbol:
        if (const auto variable = variable_at(operand))
          return plain(*variable + static_cast<std::uint64_t>(operand.value), 64, false);
        return std::nullopt;
      default: return std::nullopt;
    }
  }

  Known special(const Operand& operand) const {
    const std::uint64_t thread = std::uint64_t{fault_.warp} * lockstep::kLanes + fault_.lane, block = fault_.block;
    const auto& [w, h, d] = arguments_.launch.block;
    const auto& [gx, gy, gz] = arguments_.launch.grid;
    const auto part = [&](std::uint64_t x, std::uint64_t y, std::uint64_t z) -> Known {
      if (operand.selector == ptx::Selector::kX) return plain(x, 32, false);
      if (operand.selector == ptx::Selector::kY) return plain(y, 32, false);
      return operand.selector == ptx::Selector::kZ ? Known(plain(z, 32, false)) : std::nullopt;
    };
    switch (operand.special()) {
      case ptx::Special::kTid: return part(thread % w, thread / w % h, thread / w / h);
      case ptx::Special::kNtid: return part(w, h, d);
      case ptx::Special::kCtaid: return part(block % gx, block / gx % gy, block / gx / gy);
      case ptx::Special::kNctaid: return part(gx, gy, gz);
      case ptx::Special::kLaneid: return plain(fault_.lane, 32, false);
      case ptx::Special::kWarpid: return plain(fault_.warp, 32, false);
      default: return std::nullopt;
    }
  }

  Known of_register(std::uint32_t index, int depth) {
    if (index >= by_.size() || by_[index] >= kSeveral || depth > kDeepest) return std::nullopt;
    if (const auto known = known_.find(index); known != known_.end()) return known->second;
    return known_[index] = written(index, depth);
  }
  Known written(std::uint32_t index, int depth) {
    const Statement& statement = function_.code[by_[index]];
    const auto operands = function_.operands_of(statement);
    const auto modifiers = function_.modifiers_of(statement);
    if (statement.predicate != ptx::kNoIndex || operands.size() < 2 || modifiers.empty()) return std::nullopt;
    if (operands[0].kind != OperandKind::kRegister) return std::nullopt;
    const ptx::Type type = ptx::type_named(modifiers.back());
    const int width = ptx::bits_of(type);
    if (width != 32 && width != 64 && statement.base != "ld") return std::nullopt;
    if (statement.base == "ld") return loaded(statement, type, depth);
    if (statement.base == "mov" || statement.base == "cvta") return of(operands[1], type, depth + 1);
    if (statement.base == "cvt") return converted(statement, depth);
    return computed(statement, type, depth);
  }

  /// No statement that loads several values is requested.
  Known loaded(const Statement& statement, ptx::Type type, int depth) {
    const int width = ptx::bits_of(type);
    const std::string_view name = ptx::name_of(type);
    if (name.starts_with('f') || name.starts_with("bf") || width > 64 || width < 8) return std::nullopt;
    if (const auto parameter = parameter_at(statement))
      return leaf(arguments_.bits(parameter->first, parameter->second), width, name.starts_with('s'));
    const auto operands = function_.operands_of(statement);
    if (operands[1].kind != OperandKind::kAddress || !function_.has(statement, "global")) return std::nullopt;
    const auto address = address_of(operands[1], depth + 1);
    const auto bytes = static_cast<std::uint64_t>(width / 8);
    const lockstep::Allocation* const array = address ? allocations_.find(*address) : nullptr;
    if (array == nullptr || bytes > array->bytes - (*address - array->address)) return std::nullopt;
    if (array->written != nullptr && array->is_unwritten(*address)) unwritten_ = *address;
    std::uint64_t bits = 0;
    std::memcpy(&bits, reinterpret_cast<const void*>(*address), bytes);
    return leaf(bits, width, name.starts_with('s'));
  }
  /// PTX loads numbers of 32 bits without saying whether they have a sign.
  static Value leaf(std::uint64_t bits, int width, bool has_sign) {
    Value value = plain(bits, width, width == 32 || has_sign);
    value.unsure = width == 32 && value.whole < 0;
    return value;
  }

  /// A number of 32 bits as one of 64.
  Value widened(Value value, bool has_sign) {
    Value wide = plain(value.bits, 32, has_sign);
    if (value.whole != wide.whole && value.computed && !value.unsure) {
      wrapped_ = {static_cast<std::int64_t>(value.whole), static_cast<std::int64_t>(wide.whole)};
      wide.whole = value.whole;
    }
    wide.bits = static_cast<std::uint64_t>(plain(value.bits, 32, has_sign).whole);
    return wide;
  }

  Known converted(const Statement& statement, int depth) {
    const auto modifiers = function_.modifiers_of(statement);
    if (modifiers.size() != 2) return std::nullopt;  // it rounds
    const ptx::Type to = ptx::type_named(modifiers[0]), from = ptx::type_named(modifiers[1]);
    const std::string_view from_name = ptx::name_of(from), to_name = ptx::name_of(to);
    if (from_name.starts_with('f') || to_name.starts_with('f')) return std::nullopt;
    const Known value = of(function_.operands_of(statement)[1], from, depth + 1);
    if (!value) return value;
    const bool has_sign = from_name.starts_with('s');
    if (ptx::bits_of(from) == 32 && ptx::bits_of(to) == 64) return widened(*value, has_sign);
    if (ptx::bits_of(to) <= ptx::bits_of(from)) return plain(value->bits, ptx::bits_of(to), to_name.starts_with('s'));
    return plain(static_cast<std::uint64_t>(plain(value->bits, ptx::bits_of(from), has_sign).whole), ptx::bits_of(to),
                 has_sign);
  }

  Known computed(const Statement& statement, ptx::Type type, int depth) {
    const auto operands = function_.operands_of(statement);
    const bool has_sign = ptx::name_of(type).starts_with('s');
    const bool wide = function_.has(statement, "wide");
    int width = ptx::bits_of(type);
    std::array<Value, 3> v{};
    if (operands.size() < 2 || operands.size() > 4) return std::nullopt;
    for (std::size_t i = 1; i < operands.size(); ++i) {
      const bool of_64 = wide && i == 3;  // what mad.wide adds
      const Known value = of(operands[i], of_64 ? ptx::Type::kS64 : type, depth + 1);
      if (!value) return value;
      v[i - 1] = wide && !of_64 ? widened(*value, has_sign) : *value;
    }
    if (wide) width = 64;
    const bool unsure = std::ranges::any_of(v, &Value::unsure) && !wide;
    const std::string_view does = statement.base;
    Value result{.computed = true, .unsure = unsure};
    if (does == "add") {
      result.whole = v[0].whole + v[1].whole, result.bits = v[0].bits + v[1].bits;
    } else if (does == "sub") {
      result.whole = v[0].whole - v[1].whole, result.bits = v[0].bits - v[1].bits;
    } else if (does == "neg") {
      result.whole = -v[0].whole, result.bits = 0 - v[0].bits;
    } else if ((does == "mul" || does == "mad") && (wide || function_.has(statement, "lo"))) {
      const Value to = does == "mad" ? v[2] : Value();
      result.whole = v[0].whole * v[1].whole + to.whole, result.bits = v[0].bits * v[1].bits + to.bits;
    } else if (does == "shl" && v[1].bits < static_cast<std::uint64_t>(width)) {
      result.whole = v[0].whole * (Whole(1) << v[1].bits), result.bits = v[0].bits << v[1].bits;
    } else {
      return of_bits(does, v, width, has_sign);
    }
    if (width < 64) result.bits &= (std::uint64_t{1} << width) - 1;
    return result;
  }

  /// Operations for which only the bits matter.
  static Known of_bits(std::string_view does, const std::array<Value, 3>& v, int width, bool has_sign) {
    const Value a = plain(v[0].bits, width, has_sign), b = plain(v[1].bits, width, has_sign);
    const auto result = [&](std::uint64_t bits) { return Known(plain(bits, width, width == 32 || has_sign)); };
    if (does == "and") return result(a.bits & b.bits);
    if (does == "or") return result(a.bits | b.bits);
    if (does == "xor") return result(a.bits ^ b.bits);
    if (does == "shr" && b.bits < static_cast<std::uint64_t>(width))
      return result(static_cast<std::uint64_t>(a.whole >> static_cast<int>(b.bits)));
    if (does == "min") return result(static_cast<std::uint64_t>(std::min(a.whole, b.whole)));
    if (does == "max") return result(static_cast<std::uint64_t>(std::max(a.whole, b.whole)));
    if (does == "div" && b.bits != 0) return result(static_cast<std::uint64_t>(a.whole / b.whole));
    if (does == "rem" && b.bits != 0) return result(static_cast<std::uint64_t>(a.whole % b.whole));
    return std::nullopt;
  }

  const lockstep::Fault& fault_;
  const Arguments& arguments_;
  const ptx::Function& function_;
  const std::span<const std::uint64_t> variables_;
  const lockstep::Allocations& allocations_;
  const std::vector<std::uint32_t> by_;
  std::map<std::uint32_t, Known> known_;  ///< registers that were computed again
  std::optional<AddressOrigin::Wrapped> wrapped_;
  std::optional<std::uint64_t> unwritten_;
  bool others_ = false;
};

}  // namespace

AddressOrigin origin_of(const lockstep::Fault& fault, const Arguments& arguments,
                        std::span<const std::uint64_t> variables, const lockstep::Allocations& allocations) {
  return AddressOrigins(fault, arguments, variables, allocations).run();
}

}  // namespace gemmscope::runtime
