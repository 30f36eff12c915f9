// SPDX-License-Identifier: MIT
/// @file code_name.h
/// Names for a program's code, by which what was measured of it is found again.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace gemmscope::cxx {

/// Each 32 hexadecimal digits. Comments, spaces and line ends change neither; any other change of the code changes
/// both.
struct CodeName {
  std::string program;  ///< the same whatever values its numbers have (knobs.h)
  std::string setting;  ///< of the code with these values
  friend bool operator==(const CodeName&, const CodeName&) = default;
};

/// `included`: files that belong to the program, whose numbers count as code. Both names are empty where `text` is.
///
/// Cost: four passes over the texts, a few milliseconds for some thousand lines.
[[nodiscard]] CodeName code_name(std::string_view text, std::span<const std::string_view> included = {});

}  // namespace gemmscope::cxx
