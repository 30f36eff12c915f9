// SPDX-License-Identifier: MIT
#include "tracing/runtime/array_names.h"

#include <algorithm>

#include "tracing/lockstep/heap.h"
#include "tracing/ptx/readable_names.h"

namespace gemmscope::runtime {

ArrayNames::ArrayNames(const Arguments& arguments, const Module& module, const Arrays& arrays)
    : arguments_(arguments), module_(module), arrays_(arrays) {}

const ptx::Variable* ArrayNames::variable_at(const lockstep::Allocation& array) const {
  const auto at = std::ranges::find(module_.variables, array.address);
  if (at == module_.variables.end()) return nullptr;
  return &(*module_.ptx)->variables[static_cast<std::size_t>(at - module_.variables.begin())];
}

std::optional<ArrayNames::Found> ArrayNames::member_at(const lockstep::Allocation& from, std::uint64_t byte) const {
  if (arguments_.text == nullptr) return std::nullopt;
  const ptx::Variable* const variable = variable_at(from);
  const cxx::StructLayout layout = arguments_.text->layout_of(type_of(from));
  if (layout.bytes == 0 || from.bytes % layout.bytes != 0) return std::nullopt;
  const auto member = std::ranges::find(layout.members, byte % layout.bytes, &cxx::Member::offset);
  if (member == layout.members.end()) return std::nullopt;
  std::string name = of(from);
  if (from.bytes != layout.bytes)
    name += "[" + std::to_string(byte / layout.bytes) + "].";
  else
    name += variable == nullptr ? "->" : ".";
  return Found{name + member->name, cxx::pointed_to(member->type)};
}

std::string ArrayNames::of(const lockstep::Allocation& array) const {
  if (arguments_.launch.heap != nullptr && arguments_.launch.heap->holds(array.address)) return "device heap";
  for (std::size_t i = 0; i < arguments_.program.parameters.size(); ++i)
    for (std::uint32_t at = 0; at + 8 <= arguments_.program.parameters[i].bytes; at += 8)
      if (arguments_.may_be_address(i, at) && array.holds(arguments_.bits(i, at))) return arguments_.name(i, at);
  if (const ptx::Variable* const variable = variable_at(array)) return ptx::last_name(std::string(variable->name));
  if (const auto lead = arrays_.plan().lead_to(array); lead && lead->byte) {
    if (lead->is_own)
      if (const auto member = member_at(lead->from, *lead->byte)) return member->name;
    const std::string from = of(lead->from);
    return lead->is_own ? from + "+" + std::to_string(*lead->byte) : from + "[" + std::to_string(*lead->byte / 8) + "]";
  }
  return "allocation " + std::to_string(arrays_.id_of(array));
}

std::string ArrayNames::type_of(const lockstep::Allocation& array) const {
  if (arguments_.text == nullptr) return "";
  std::string type;
  for (std::size_t i = 0; i < arguments_.program.parameters.size(); ++i)
    for (std::uint32_t at = 0; at + 8 <= arguments_.program.parameters[i].bytes; at += 8) {
      if (!arguments_.may_be_address(i, at) || !array.holds(arguments_.bits(i, at))) continue;
      const std::string its = cxx::bare_type(cxx::pointed_to(arguments_.type(i, at)));
      if (its.empty() || (!type.empty() && its != type)) return "";  // several pointers, which do not agree
      type = its;
    }
  if (!type.empty()) return type;
  if (const ptx::Variable* const variable = variable_at(array)) {
    const auto declared = arguments_.text->variable(ptx::last_name(std::string(variable->name)));
    return declared ? declared->type : "";
  }
  const auto lead = arrays_.plan().lead_to(array);
  if (!lead || !lead->byte || !lead->is_own) return "";
  const auto member = member_at(lead->from, *lead->byte);
  return member ? member->type : "";
}

std::string ArrayNames::of_all(std::span<const lockstep::Allocation> parts) const {
  const auto first = arrays_.plan().lead_to(parts.front());
  for (const lockstep::Allocation& part : parts)
    if (const auto lead = arrays_.plan().lead_to(part); !first || !lead || lead->from.id != first->from.id)
      return "allocations";
  const std::string from = of(first->from);
  return from.find('+') == from.npos ? "*" + from : "*(" + from + ")";
}

}  // namespace gemmscope::runtime
