// SPDX-License-Identifier: MIT
/// @file index_lines.h
/// The lines of a source that work out where accesses go: "const int row = blockIdx.y * BM + threadIdx.y;".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gemmscope::session {

/// Names that decide where `line` accesses memory: those in brackets and parentheses, and what brackets stand behind.
std::vector<std::string> names_in_indices(std::string_view line);

/// What a statement sets, if it can be a part of an address: the names of a declaration of whole numbers or pointers,
/// or the name that `=`, `+=` and the like set. Empty for constants, and for anything of floating point.
struct IndexStatement {
  std::vector<std::string> sets, uses;
};
IndexStatement index_statement(std::string_view line);

/// Keeps the lines before an access, in its function, that set what its indices use, or what those lines use. A kernel
/// with more than 16 of them keeps none: the whole file is better then.
///
/// [i] is a line of the source. `accesses`: it accesses memory; `keep`: it is kept; `function`: where its function
/// begins, npos if that is not known.
void keep_index_lines(const std::vector<std::string>& lines, const std::vector<std::size_t>& function,
                      const std::vector<bool>& accesses, std::vector<bool>& keep);

}  // namespace gemmscope::session
