// SPDX-License-Identifier: MIT
/// @file code_name.h
/// Names for a program's code, by which what was measured of it is found again.
#pragma once

#include <string>

namespace gemmscope::format {

/// Each 32 hexadecimal digits. Comments, spaces and line ends change neither; any other change of the code changes
/// both.
struct CodeName {
  std::string program;  ///< the same whatever values its numbers have (cxx/knobs.h)
  std::string setting;  ///< of the code with these values
  friend bool operator==(const CodeName&, const CodeName&) = default;
};

}  // namespace gemmscope::format
