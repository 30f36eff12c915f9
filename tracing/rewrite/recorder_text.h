// SPDX-License-Identifier: MIT
/// @file recorder_text.h
/// The PTX that is added to a kernel. Its registers are %gs_*, declared once for the whole function.
#pragma once

#include <string>

#include "tracing/rewrite/sites.h"

namespace gemmscope::rewrite {

/// What all pieces of one kernel's text have to know.
struct Place {
  const ptx::Module& module;
  const ptx::Function& kernel;
  std::uint32_t number = 0;      ///< of the kernel, so that names differ
  bool counts_in_shared = true;  ///< else in Control::counts
  std::uint32_t begin = 0;       ///< byte of the module's text: the first statement, or a label before it
};

/// At the begin of the body.
[[nodiscard]] std::string declarations(const Place& place);
/// At Place::begin: where the warp's records go.
[[nodiscard]] std::string prologue(const Place& place);
/// Behind the declaration of one of arrays_of() that the prologue comes before. `number`: of the array.
[[nodiscard]] std::string base_of_late(const Place& place, std::uint32_t number);
[[nodiscard]] bool is_late(const Place& place, const ptx::Variable& array);
/// Before a site's statement. `number`: of the site.
[[nodiscard]] std::string recorder(const Place& place, const Site& site, std::uint32_t number);
/// Before and behind a call of vprintf.
[[nodiscard]] std::string before_print(const Place& place, std::uint32_t number);
[[nodiscard]] std::string behind_print(const Place& place, std::uint32_t number);
/// Before lanes end: how many records the warp has so far. `number`: of the statement.
[[nodiscard]] std::string epilogue(const Place& place, std::uint32_t number);

}  // namespace gemmscope::rewrite
