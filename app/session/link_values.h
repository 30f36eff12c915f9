// SPDX-License-Identifier: MIT
/// @file link_values.h
/// Names in links: any characters, without one that would end or divide a value.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace gemmscope::session {

/// With %XX for each byte that would end or divide the value: `special`, blanks, `/` and `%`.
std::string escaped(std::string_view text, std::string_view special = "");
/// With the byte that each %XX stands for.
std::string unescaped(std::string_view text);

/// Splits at the first `separator`; the second part is empty if there is none.
std::pair<std::string_view, std::string_view> split(std::string_view text, char separator);

}  // namespace gemmscope::session
