// SPDX-License-Identifier: MIT
/// @file shorten.h
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gemmscope::draw {

/// `text` with as much of its middle as necessary replaced by an ellipsis, so that `width_of` of it is at most `width`.
/// Cuts between UTF-8 characters, and not inside a number. Cost: a binary search, so about ten calls of `width_of`.
std::string shorten_middle(std::string_view text, float width, const std::function<float(std::string_view)>& width_of);
/// The same, with the end replaced.
std::string shorten_end(std::string_view text, float width, const std::function<float(std::string_view)>& width_of);

/// Whether it is a number and nothing else: "4096", "-16.4k", "12.5%".
bool is_number(std::string_view text);

/// A line of code as it is or, where that is wider than `width`, without its indentation in as many lines as it needs,
/// the further ones two blanks in; broken after a blank, a comma or a bracket where there is one. At most a dozen
/// lines: the last one takes what is left. Cost: measures a few times what it returns, however long the line is.
std::vector<std::string> wrap_code(std::string_view code, float width,
                                   const std::function<float(std::string_view)>& width_of);

}  // namespace gemmscope::draw
