// SPDX-License-Identifier: MIT
/// @file csv.h
/// How the program writes tables for spreadsheets (RFC 4180, with line feeds).
#pragma once

#include <string>

namespace gemmscope::cli {

/// A field, quoted if it must be.
inline std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace gemmscope::cli
