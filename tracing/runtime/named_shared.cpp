// SPDX-License-Identifier: MIT
#include "tracing/runtime/named_shared.h"

#include <algorithm>

#include "tracing/ptx/shared_bases.h"

namespace gemmscope::runtime {
namespace {

std::uint32_t number_of(const std::vector<lockstep::SharedArray>& arrays, std::string_view name) {
  const auto found = std::ranges::find(arrays, name, &lockstep::SharedArray::name);
  if (name.empty() || found == arrays.end()) return kNotNamed;
  return static_cast<std::uint32_t>(found - arrays.begin());
}

}  // namespace

std::vector<std::uint32_t> named_shared(const ptx::Module& module, const lockstep::Program& program) {
  std::vector<std::uint32_t> named;
  for (const lockstep::ProgramFunction& function : program.functions)
    for (const ptx::SharedBases& bases : ptx::shared_bases_of(module, module.functions[function.source]))
      named.push_back(number_of(program.shared, bases.one()));
  return named;
}

}  // namespace gemmscope::runtime
