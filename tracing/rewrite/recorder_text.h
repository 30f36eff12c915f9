// SPDX-License-Identifier: MIT
/// @file recorder_text.h
/// The PTX that is added to a kernel and to the functions that it calls. Its registers are %gs_*, declared once for the
/// whole function.
///
/// A kernel works out at its begin where its warp's records go, and keeps that in registers. A function does so at each
/// of its sites: what it kept, each call would have to save, and the lanes' stacks may have no room for that.
#pragma once

#include <string>

#include "tracing/rewrite/place.h"

namespace gemmscope::rewrite {

/// At the begin of the body.
[[nodiscard]] std::string declarations(const Place& place);
/// At Place::begin of a kernel: where the warp's records go.
[[nodiscard]] std::string prologue(const Place& place);
/// Behind the declaration of an array that is_late(). `number`: of the array.
[[nodiscard]] std::string base_of_late(const Place& place, std::uint32_t number);
/// The array is the function's own, and nothing has said yet where it begins.
[[nodiscard]] bool is_late(const Place& place, const ptx::Variable& array);
/// Before a site's statement, or behind it. `number`: of the site.
[[nodiscard]] std::string recorder(const Place& place, const Site& site, std::uint32_t number);
/// Before and behind a call of vprintf.
[[nodiscard]] std::string before_print(const Place& place, std::uint32_t number);
[[nodiscard]] std::string behind_print(const Place& place, std::uint32_t number);
/// What the twins of the functions that a kernel calls have behind their names.
[[nodiscard]] std::string twin_suffix(const Recorded& kernel, const ptx::Function& function);
/// Before a call by a pointer: %gs_f becomes the pointer to the twin.
[[nodiscard]] std::string before_call(const Place& place, const ptx::Statement& call);
/// Before lanes of a kernel end: how many records the warp has so far. `number`: of the statement.
[[nodiscard]] std::string epilogue(const Place& place, std::uint32_t number);

}  // namespace gemmscope::rewrite
