// SPDX-License-Identifier: MIT
/// For tests of what a sentence is about: its names and numbers, in their order, and not the English around them.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace gemmscope {

inline ::testing::AssertionResult names_in_order(std::string_view text, std::initializer_list<std::string_view> parts) {
  std::size_t at = 0;
  for (const std::string_view part : parts) {
    at = text.find(part, at);
    if (at == std::string_view::npos)
      return ::testing::AssertionFailure() << "no '" << part << "' in its place in: " << text;
    at += part.size();
  }
  return ::testing::AssertionSuccess();
}

}  // namespace gemmscope
