// SPDX-License-Identifier: MIT
/// @file program_settings.h
/// The settings of a program's numbers that --over asks for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/session/own_number.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

/// Every combination of the axes' values, in order, each once. `numbers`: the same in all of them, and not in what is
/// returned. Without axes there is one setting, of no number.
///
/// Errors  kUsage: what cannot be read of the axes; a name that the file does not have, or that is both given and an
///         axis; more than 1000 settings.
[[nodiscard]] Result<std::vector<session::Numbers>> settings_of(const std::filesystem::path& file,
                                                                const session::Numbers& numbers,
                                                                const std::vector<std::string>& over);

}  // namespace gemmscope::cli
