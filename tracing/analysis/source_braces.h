// SPDX-License-Identifier: MIT
/// @file source_braces.h
/// Where in a C++ source a statement can be put, by its braces.
#pragma once

#include <cstdint>
#include <string_view>

namespace gemmscope::analysis {

/// The line after which a barrier can be put so that it comes after the statement of line `after` and before that of
/// line `before`: where the fewest braces are open between the two. `next_pass`: `before` belongs to the next pass of
/// the loop that both are in, and the barrier to the end of that loop's body. 0: the text does not show it.
[[nodiscard]] std::uint32_t line_for_barrier(std::string_view text, std::uint32_t after, std::uint32_t before,
                                             bool next_pass);

/// Whether the statements of lines `one` and `other` (behind it) are in two branches, so that a thread that does the
/// one does not reach the other: an `else` is between them, or the one's branch ends in a return, break or continue.
[[nodiscard]] bool are_in_two_branches(std::string_view text, std::uint32_t one, std::uint32_t other);

/// Whether both lines are in the body of one loop.
[[nodiscard]] bool are_in_a_loop(std::string_view text, std::uint32_t one, std::uint32_t other);

/// Whether braces that are opened at line `from` are still open behind line `to`.
[[nodiscard]] bool is_inside(std::string_view text, std::uint32_t from, std::uint32_t to);

/// Whether a thread that comes to line `other` has come past the end of line `one` before it: the braces around `one`
/// are also around `other`, which is behind it, and no `case` is between them.
[[nodiscard]] bool comes_past(std::string_view text, std::uint32_t one, std::uint32_t other);

/// Whether the end of the line is in no braces but those of a kernel's body (__global__), so that all threads of a
/// block that have not ended come past it.
[[nodiscard]] bool is_in_kernel_body(std::string_view text, std::uint32_t line);

}  // namespace gemmscope::analysis
