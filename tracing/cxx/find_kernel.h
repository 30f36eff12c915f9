// SPDX-License-Identifier: MIT
/// @file find_kernel.h
/// Which of the kernels that texts declare is the one of a mangled name.
#pragma once

#include "tracing/cxx/declarations.h"

namespace gemmscope::cxx {

struct SoughtKernel {
  std::string name;                ///< "a::gemm<float, 4>"
  std::vector<std::string> types;  ///< of its parameters; empty: they are not known
  std::size_t parameters = 0;      ///< how many it has
  std::uint32_t line = 0;          ///< of its body, in the first file; 0: not known
};

/// The kernel of that name and as many parameters whose body has the line; otherwise the one with its scopes and the
/// same types. Null: there is none.
[[nodiscard]] const DeclaredKernel* find_kernel(const Declarations& all, const SoughtKernel& sought);

/// The names of so many parameters; those of a pack are "args 0", "args 1" if there are several. Empty texts: they have
/// no names.
[[nodiscard]] std::vector<std::string> parameter_names(const DeclaredKernel& kernel, std::size_t count);

/// "a::gemm<float, 4>" -> "float", "4", which are those of its template's parameters, by their names.
[[nodiscard]] std::map<std::string, std::string, std::less<>> template_arguments(const DeclaredKernel& kernel,
                                                                                 std::string_view name);
/// Those that are whole numbers: "4u" and "(unsigned)4", too.
[[nodiscard]] std::map<std::string, std::int64_t, std::less<>> numbers_among(
    const std::map<std::string, std::string, std::less<>>& arguments);

}  // namespace gemmscope::cxx
