// SPDX-License-Identifier: MIT
/// @file source.h
/// PTX for tests: files, and texts by hand.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tracing/ptx/read.h"

namespace gemmscope::ptx::testing {

/// Fails the test where it cannot be read; then a module without functions.
[[nodiscard]] Module read_or_fail(std::string text);
/// `.entry k` with this body, behind `before`; two parameters, a of 64 and b of 32 bits.
[[nodiscard]] std::string kernel(const std::string& body, const std::string& before = "");
[[nodiscard]] std::string contents(const std::filesystem::path& path);
/// The .ptx files of tests/data/ptx.
[[nodiscard]] std::vector<std::filesystem::path> ptx_files();

/// The place of a register in a function whose name this is; fails the test if there is none.
[[nodiscard]] std::uint32_t register_named(const Function& function, const std::string& name);

}  // namespace gemmscope::ptx::testing
