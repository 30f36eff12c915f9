// SPDX-License-Identifier: MIT
/// @file programs.h
/// Where other programs are.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>

namespace gemmscope::process {

/// By the folders of PATH; empty: not found. A path stays as it is.
[[nodiscard]] std::filesystem::path found(const std::string& program);
[[nodiscard]] bool can_be_started(const std::string& program);
/// The first that can be started; empty: none.
[[nodiscard]] std::string first_of(std::initializer_list<std::string> candidates);

/// The value of a variable; empty if it is not set.
[[nodiscard]] std::string of_environment(const char* name);

/// Where this user's caches are: GEMMSCOPE_CACHE, or gemmscope in XDG_CACHE_HOME or in ~/.cache (scripts/cache_folder).
/// It need not exist.
[[nodiscard]] std::filesystem::path cache_folder();
/// Whether what is found there may be trusted: the folder, or file, belongs to this user, and no one else may change
/// it. A link does not.
[[nodiscard]] bool is_own(const std::filesystem::path& path);

}  // namespace gemmscope::process
