// SPDX-License-Identifier: MIT
/// @file theme.h
/// Which of the two colour schemes, for code that stores or asks for it and draws nothing.
#pragma once

#include <cstdint>

namespace gemmscope::theme {

enum class Theme : std::uint8_t { kDark, kLight };

}  // namespace gemmscope::theme
