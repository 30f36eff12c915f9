// SPDX-License-Identifier: MIT
/// @file changed_copy.h
/// A program with other numbers: a copy of its source, in which errors, lines and recordings name the file itself.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/compile_program.h"
#include "tracing/format/recording.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

struct ChangedCopy {
  std::filesystem::path original;       ///< the file, which stays as it is
  std::filesystem::path compiled;       ///< its text with other numbers, and before it the name of the file
  std::filesystem::path text;           ///< that text alone
  std::optional<SameHost> same_host{};  ///< the same with the file's own values of the numbers that only kernels use
};

/// Writes it into the folder `work`. nullopt: `numbers` is empty.
///
/// Errors  those of cxx::with_numbers(); kUsage: `program` is no .cu file; kNoSpace: the copy cannot be written.
[[nodiscard]] Result<std::optional<ChangedCopy>> changed_copy(const std::filesystem::path& program,
                                                              const std::vector<format::Parameter>& numbers,
                                                              const std::filesystem::path& work);

/// "kTile=16,PAD=1" and more of these, as --set takes them. A name that is given again has its last value.
/// Errors: kUsage, naming what cannot be read.
[[nodiscard]] Result<std::vector<format::Parameter>> parse_numbers(const std::vector<std::string>& texts);

/// The same, and before them those of the preset that --preset names; "" is none. Errors: also cxx::preset_named()'s.
[[nodiscard]] Result<std::vector<format::Parameter>> parse_numbers(const std::filesystem::path& program,
                                                                   const std::string& preset,
                                                                   const std::vector<std::string>& texts);

}  // namespace gemmscope::cli
