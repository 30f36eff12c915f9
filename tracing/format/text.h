// SPDX-License-Identifier: MIT
/// @file text.h
/// Texts that are safe to show: on a terminal, in JSON, in the window.
#pragma once

#include <string_view>

namespace gemmscope::format {

/// Whether `text` is UTF-8 (no overlong forms, no surrogates) without control characters; `lines` allows tab, line
/// feed, carriage return and form feed.
[[nodiscard]] bool is_plain_text(std::string_view text, bool lines = false);

}  // namespace gemmscope::format
