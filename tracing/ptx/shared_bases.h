// SPDX-License-Identifier: MIT
/// @file shared_bases.h
/// Which variables in shared memory an access may go to, as far as the code alone tells.
///
/// A program that goes beyond the end of one variable, and one that chooses between two neighbours, may ask for the
/// same addresses: only what an address is computed from tells them apart.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "tracing/ptx/module.h"

namespace gemmscope::ptx {

/// What an address may be computed from.
struct SharedBases {
  std::set<std::string_view> variables;  ///< in shared memory
  bool others = false;                   ///< or a pointer from memory, a caller or a function, to anything
  /// Which address it is may depend on the block: by selp, or because several ways lead to it, apart from the steps of
  /// a loop. True if this was not requested.
  bool chosen = true;

  /// The one variable that the address is computed from; empty: there may be several, or it is not known.
  [[nodiscard]] std::string_view one() const {
    return variables.size() == 1 && !others ? *variables.begin() : std::string_view();
  }
};

/// For each statement of `function`; nothing for those that do not access shared memory.
///
/// Rule    The result of an instruction may come from all its operands, wherever they were written; but a loaded value
///         is an address only if it has 64 bits, and predicates are not addresses. In a sum with an address of a
///         variable, everything else is an index. If one way brings an address of a variable, and another a value that
///         is computed from none, that value may be an address, too.
/// Cost    Linear, mostly. If many steps lead from a variable back to an address, or many variables, it is not known.
/// `choices`: whether SharedBases::chosen is requested, which takes longer.
[[nodiscard]] std::vector<SharedBases> shared_bases_of(const Module& module, const Function& function,
                                                       bool choices = false);

}  // namespace gemmscope::ptx
