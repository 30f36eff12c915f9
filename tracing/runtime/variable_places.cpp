// SPDX-License-Identifier: MIT
#include "tracing/runtime/variable_places.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "tracing/format/recording.h"

namespace gemmscope::runtime {
namespace {

bool is_managed(const ptx::Module& module, const ptx::Variable& variable) {
  return module.text(variable.span).find(".managed") != std::string_view::npos;
}

std::uint64_t up(std::uint64_t bytes, std::uint64_t align) { return (bytes + align - 1) / align * align; }

}  // namespace

std::vector<VariablePlace> variable_places(const ptx::Module& module) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < module.variables.size(); ++i)
    if (module.variables[i].space == ptx::Space::kGlobal) order.push_back(i);
  const auto align = [&](std::size_t i) { return std::max<std::uint64_t>(module.variables[i].align, 1); };
  const auto key = [&](std::size_t i) {
    const ptx::Variable& v = module.variables[i];
    return std::tuple(!v.is_initialised, ~align(i), v.bytes);
  };
  std::ranges::stable_sort(order, {}, key);

  std::vector<VariablePlace> places(module.variables.size());
  std::uint64_t end = 0;
  for (std::size_t first = 0; first < order.size();) {
    const auto is_alike = [&](std::size_t i) { return key(i) == key(order[first]); };
    const auto alike = static_cast<std::size_t>(
        std::find_if_not(order.begin() + static_cast<std::ptrdiff_t>(first), order.end(), is_alike) - order.begin());
    const std::uint64_t step = up(module.variables[order[first]].bytes, align(order[first]));
    const bool is_known = alike - first == 1 || step % format::kBoundary == 0;
    for (std::uint64_t at = up(end, align(order[first])); first < alike; ++first, at += step) {
      const ptx::Variable& variable = module.variables[order[first]];
      places[order[first]] = {at, is_known && !is_managed(module, variable)};
      end = at + variable.bytes;
    }
  }
  return places;
}

}  // namespace gemmscope::runtime
