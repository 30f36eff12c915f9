// SPDX-License-Identifier: MIT
/// @file code_name.h
/// Makes the names of a program's code.
#pragma once

#include <span>
#include <string_view>

#include "tracing/format/code_name.h"

namespace gemmscope::cxx {

/// `included`: files that belong to the program, whose numbers count as code. Both names are empty where `text` is.
///
/// Cost: four passes over the texts, a few milliseconds for some thousand lines.
[[nodiscard]] format::CodeName code_name(std::string_view text, std::span<const std::string_view> included = {});

}  // namespace gemmscope::cxx
