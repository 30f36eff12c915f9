// SPDX-License-Identifier: MIT
/// @file tile_source.h
/// What the compiler gets of a kernel with tile sizes of somebody's own: one file, and the headers that it includes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kernels/kernel_info.h"

namespace gemmscope::simt {

/// The symbol of its library that has a Bind.
inline constexpr const char* kBindSymbol = "gemmscope_bind";

/// The file's text: the builds of the variant's tile, as presets have them.
std::string tile_source(const kernels::Variant& variant);

/// The command that makes the library `output` of it. `folder`: where write_sources() has put the files.
std::vector<std::string> compile_command(const std::string& compiler, const std::filesystem::path& folder,
                                         const std::filesystem::path& output);

/// Writes the file and all that it includes. False: they cannot be written.
bool write_sources(const kernels::Variant& variant, const std::filesystem::path& folder);

/// A name that no other library has, whatever decides on its code: the sources, the compiler, the command.
std::string library_name(const kernels::Variant& variant, const std::string& compiler);

}  // namespace gemmscope::simt
