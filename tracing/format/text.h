// SPDX-License-Identifier: MIT
/// @file text.h
/// Texts that are safe to show: on a terminal, in JSON, in the window; and parts of texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gemmscope::format {

/// Whether `text` is UTF-8 (no overlong forms, no surrogates) without control characters; `lines` allows tab, line
/// feed, carriage return and form feed.
[[nodiscard]] bool is_plain_text(std::string_view text, bool lines = false);

/// `text` with what would be obeyed instead of read: control characters, line separators and marks that turn the
/// direction of writing become their code points, \u001b, and bytes that are not UTF-8 their values, \xff. A JSON text
/// means the same as before. Used where text from outside leaves the program: errors, standard output, window.
[[nodiscard]] std::string shown(std::string_view text);
/// The same; line feeds stay.
[[nodiscard]] std::string shown_lines(std::string_view text);
/// A text of more than 2,000 bytes without its middle: the first and the last 400, and how many are left out. Used for
/// errors, which repeat what the user typed.
[[nodiscard]] std::string shortened(std::string_view text);
/// Whether shown() would change anything.
[[nodiscard]] bool is_shown_as_it_is(std::string_view text);

/// What stands between the separators: one part more than there are of these, and empty parts too. Views of `text`.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace gemmscope::format
