// SPDX-License-Identifier: MIT
/// @file cache_files.h
/// A folder of files that does not grow without end. Several processes may use it at the same time: one that does
/// not find a file any more makes it again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace gemmscope::cli {

/// A file's bytes, followed by their hash; and whether a file is of this kind, and complete.
[[nodiscard]] std::string sealed(std::string bytes);
[[nodiscard]] bool is_whole(std::string_view sealed);

/// Notes that the file is used now: it goes last. Nothing where it is gone, or another user's.
void note_use(const std::filesystem::path& file);

/// Removes the least recently used files of the folder whose names end with `extension`, until the others
/// have at most `most` bytes together. `kept` stays. Other files stay, too; what cannot be removed is left.
void trim(const std::filesystem::path& folder, std::uintmax_t most, const std::filesystem::path& kept,
          const char* extension);

}  // namespace gemmscope::cli
