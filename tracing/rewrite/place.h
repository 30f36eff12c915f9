// SPDX-License-Identifier: MIT
/// @file place.h
/// What all that is added to a kernel's text has to know of it.
#pragma once

#include <vector>

#include "tracing/rewrite/sites.h"

namespace gemmscope::rewrite {

/// A kernel that gets a twin.
struct Recorded {
  const ptx::Module& module;
  std::uint32_t number = 0;              ///< ptx::Module::functions, so that names differ
  std::vector<std::uint32_t> functions;  ///< ptx::reached_from()
  std::vector<Site> sites;
  std::vector<const ptx::Variable*> arrays;
  bool counts_in_shared = true;  ///< else in Control::counts, which functions reach too
  bool waits_for_grid = false;   ///< its blocks may wait for each other
  bool names_arguments = false;  ///< generic addresses may be of its arguments
};

/// One of its functions, whose text is added to.
struct Place {
  const Recorded& of;
  const ptx::Function& function;
  std::uint32_t begin = 0;  ///< byte of the module's text: the first statement, or a label before it
  [[nodiscard]] bool is_kernel() const { return function.is_entry; }
};

}  // namespace gemmscope::rewrite
