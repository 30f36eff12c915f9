// SPDX-License-Identifier: MIT
/// @file readable_names.h
/// What PTX calls kernels and variables, as people read it. PTX has C++'s mangled names: _Z4gemmIfLi4EEviPKf.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gemmscope::ptx {

/// "void gemm<float, 4>(int, float const*)" -> "gemm<float, 4>"; a C name as it is.
[[nodiscard]] std::string full_name(const std::string& mangled);
/// The same, of more than 60 characters, as libraries of templates have them, without scopes, and without the last
/// template arguments from 80 on: "scan<policy, int, ...>".
[[nodiscard]] std::string short_name(const std::string& mangled);
/// "_ZZ5tiledPKfE2As" -> "As".
[[nodiscard]] std::string last_name(const std::string& mangled);

/// "void gemm<float>(int, float const*)" -> "int", "float const*"; none of a C name.
[[nodiscard]] std::vector<std::string> parameter_types(const std::string& mangled);

/// Where the first of `any` stands outside of all brackets, from `at` on; npos: nowhere.
[[nodiscard]] std::size_t find_outside(std::string_view text, std::string_view any, std::size_t at = 0);

}  // namespace gemmscope::ptx
