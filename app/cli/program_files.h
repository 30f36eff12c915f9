// SPDX-License-Identifier: MIT
/// @file program_files.h
/// Which files a program is made of.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gemmscope::cli {

/// Where compile() has the compiler write which files it read to make `program`.
[[nodiscard]] std::filesystem::path files_read(const std::filesystem::path& program);

/// The fat binary of the program's kernels, where they are not those in the program (program_cache.h).
[[nodiscard]] std::filesystem::path kernels_of(const std::filesystem::path& program);

/// The name of a copy of a source with other numbers, as it is compiled: changed_copy.h.
inline constexpr char kChangedCopy[] = "gemmscope_changed_copy.cu";

/// The program's own files: `source`, then what it includes, but for CUDA's headers and a changed copy. `rule`: as
/// compilers write it for make, "my : my.cu a.cuh \\", without the system's headers. Empty: there is none.
[[nodiscard]] std::vector<std::string> own_files(std::string_view rule, const std::string& source);

}  // namespace gemmscope::cli
