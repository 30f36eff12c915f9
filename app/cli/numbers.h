// SPDX-License-Identifier: MIT
/// @file numbers.h
#pragma once

#include <charconv>
#include <concepts>
#include <string>

namespace gemmscope::cli {

/// The shortest text that reads back as `value`: 0.1 for 0.1f.
std::string number_text(std::floating_point auto value) {
  char text[48];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace gemmscope::cli
