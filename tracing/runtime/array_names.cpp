// SPDX-License-Identifier: MIT
#include "tracing/runtime/array_names.h"

#include "tracing/lockstep/heap.h"
#include "tracing/ptx/readable_names.h"

namespace gemmscope::runtime {

ArrayNames::ArrayNames(const Arguments& arguments, const Module& module, const Arrays& arrays)
    : arguments_(arguments), module_(module), arrays_(arrays) {}

std::string ArrayNames::of(const lockstep::Allocation& array) const {
  if (arguments_.launch.heap != nullptr && arguments_.launch.heap->holds(array.address)) return "device heap";
  for (std::size_t i = 0; i < arguments_.program.parameters.size(); ++i)
    for (std::uint32_t at = 0; at + 8 <= arguments_.program.parameters[i].bytes; at += 8)
      if (array.holds(arguments_.bits(i, at))) return arguments_.name(i, at);
  for (std::size_t v = 0; v < module_.variables.size(); ++v)
    if (module_.variables[v] == array.address) return ptx::last_name(std::string((*module_.ptx)->variables[v].name));
  if (const auto lead = arrays_.plan().lead_to(array); lead && lead->byte) {
    const std::string from = of(lead->from);
    return lead->is_own ? from + "+" + std::to_string(*lead->byte) : from + "[" + std::to_string(*lead->byte / 8) + "]";
  }
  return "allocation " + std::to_string(arrays_.id_of(array));
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
