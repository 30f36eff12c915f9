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

struct ProgramSetting {
  std::string preset{};        ///< that was swept, or else the first whose numbers it has; empty: none
  session::Numbers swept{};    ///< values of the axes that are numbers, in their order
  session::Numbers numbers{};  ///< all that it has been given: before them those that are the same in all settings
};

/// Every combination of the axes' values, in order; one whose numbers another has is left out. `numbers`: the same in
/// all of them, which presets do not change. Without axes there is one setting.
///
/// Errors  kUsage: the file is no .cu file; an axis cannot be read; a name that the file does not have, or that is
///         both given and an axis; more than 10000 settings.
[[nodiscard]] Result<std::vector<ProgramSetting>> settings_of(const std::filesystem::path& file,
                                                              const session::Numbers& numbers,
                                                              const std::vector<std::string>& over);

/// What a program is swept over if nothing else is said: each range that its comments name, then its presets; without
/// those that `numbers` give, or `preset` is. Errors: kUsage, with file and line: a comment that is written wrong.
[[nodiscard]] Result<std::vector<std::string>> said_axes(const std::filesystem::path& file, const std::string& preset,
                                                         const session::Numbers& numbers);

}  // namespace gemmscope::cli
