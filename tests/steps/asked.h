// SPDX-License-Identifier: MIT
/// @file asked.h
/// Links of tests/views/recorded.h in their two parts: what is recorded, and where one looks.
#pragma once

#include <string>
#include <string_view>

#include "tests/steps/step.h"

namespace gemmscope::testing {

struct Asked {
  Step step;
  Product product;
  bool has_size = false;  ///< the link says M, N and K; or else they are those of product_said()
  std::string made;       ///< the entries that say what is recorded
  std::string place;      ///< the others
};
[[nodiscard]] Asked asked_in(std::string_view link);

}  // namespace gemmscope::testing
