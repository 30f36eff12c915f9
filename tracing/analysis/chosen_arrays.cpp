// SPDX-License-Identifier: MIT
#include "tracing/analysis/chosen_arrays.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/ptx/calls.h"
#include "tracing/ptx/read.h"
#include "tracing/ptx/shared_bases.h"

namespace gemmscope::analysis {
namespace {

/// Whether an array of that name may be the variable: "As" is _ZZ4gemmPKfE2As, and so is another function's.
bool may_be(const std::string& array, std::string_view variable) {
  return array == variable || variable.find(std::to_string(array.size()) + array) != variable.npos;
}

}  // namespace

ChosenArrays::ChosenArrays(const format::Recording& recording) {
  const auto module = ptx::read(recording.code.ptx);
  const ptx::Function* const entry = module ? module->find_function(recording.code.entry) : nullptr;
  all_ = entry == nullptr;
  if (all_) return;
  std::set<std::set<std::string_view>> chosen;
  for (const std::uint32_t f : ptx::reached_from(*module, static_cast<std::uint32_t>(entry - module->functions.data())))
    for (const ptx::SharedBases& bases : shared_bases_of(*module, module->functions[f])) {
      all_ = all_ || bases.others;
      if (bases.variables.size() > 1) chosen.insert(bases.variables);
    }
  for (const auto& variables : chosen) {
    std::vector<std::size_t> tensors;
    for (const std::string_view variable : variables) {
      const std::size_t before = tensors.size();
      for (std::size_t t = 0; t < recording.tensors.size(); ++t)
        if (may_be(recording.tensors[t].name, variable)) tensors.push_back(t);
      all_ = all_ || tensors.size() == before;  // whichever it is
    }
    for (const std::size_t one : tensors)
      for (const std::size_t other : tensors) pairs_.insert({one, other});
  }
}

}  // namespace gemmscope::analysis
