// SPDX-License-Identifier: MIT
/// @file cache_files.h
/// A folder of libraries that does not grow without end. Several processes may use it at the same time: a library that
/// one has loaded stays in its memory when another removes the file, and whoever finds none compiles it again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace gemmscope::cli {

/// A library's bytes, followed by their hash, which loaders ignore; and whether a file is a library of this kind, and
/// complete.
[[nodiscard]] std::string sealed(std::string bytes);
[[nodiscard]] bool is_whole(std::string_view sealed);

/// Notes that the library is used now: it goes last. Nothing where the file is gone or somebody else's.
void note_use(const std::filesystem::path& library);

/// Removes libraries (.so) of the folder, or files whose names end otherwise, those first whose use is longest ago,
/// until the others have at most `most` bytes together. `kept` stays. Other files stay, too; what cannot be removed is
/// left.
void trim(const std::filesystem::path& folder, std::uintmax_t most, const std::filesystem::path& kept,
          const char* extension = ".so");

}  // namespace gemmscope::cli
