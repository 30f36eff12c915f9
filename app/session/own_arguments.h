// SPDX-License-Identifier: MIT
/// @file own_arguments.h
/// What the own program is given on its command line. Other arguments than those that it was opened with are among its
/// Numbers, as one entry named kArguments: so links have them, and Ctrl Z takes them back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/own_program.h"

namespace gemmscope::session {

inline constexpr std::string_view kArguments = "arguments";

/// The entry for `arguments`.
format::Parameter entry_of(const std::vector<std::string>& arguments);
/// The arguments that `numbers` has in its entry; nullopt: it has no entry for them.
std::optional<std::vector<std::string>> arguments_in(const Numbers& numbers);
Numbers without_arguments(Numbers numbers);

/// What the program is given now.
std::vector<std::string> own_arguments(const OwnProgram& own);

}  // namespace gemmscope::session
