// SPDX-License-Identifier: MIT
/// @file layout_file.h
/// The file in which the places of panels are kept from one run to the next.
#pragma once

#include <string>

namespace gemmscope::shell {

/// Dear ImGui's settings from `path`; empty unless they are as write_layout wrote them with this version of it. It
/// would take whatever it finds, and write it back for ever.
std::string read_layout(const std::string& path);

/// Replaces `path`. Where that is not possible the old file stays: an arrangement of panels is not worth an error.
void write_layout(const std::string& path, const std::string& settings);

}  // namespace gemmscope::shell
