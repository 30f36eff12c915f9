// SPDX-License-Identifier: MIT
/// @file named_program.h
/// Programs as commands name them: by a path, or by the name of a step of the ladder.
#pragma once

#include <string>
#include <vector>

#include "tracing/format/result.h"

namespace gemmscope::cli {

/// Whether `name` is a file to compile or the path of a program.
[[nodiscard]] bool is_path_of_program(const std::string& name);

/// A product's size and factors as options, for programs that take M, N, K, alpha and beta, as the steps do.
struct ProductOptions {
  std::string size{}, alpha{}, beta{};  ///< as given; empty: it was not
  [[nodiscard]] bool any() const { return !size.empty() || !alpha.empty() || !beta.empty(); }
};

/// The command with the file of a step instead of its name, "warp_tile" or "10_warp_tile". A .cu file without arguments
/// gets those that its source says (cxx/said_arguments.h). Anything else stays as it is.
[[nodiscard]] std::vector<std::string> with_named_program(std::vector<std::string> command);
/// The same, with `product` as arguments.
///
/// Errors  kUsage: the first word is neither a step nor is_path_of_program(); `product` is given beside arguments, or
///         cannot be read.
[[nodiscard]] Result<std::vector<std::string>> named_program(std::vector<std::string> command,
                                                             const ProductOptions& product = {});

}  // namespace gemmscope::cli
