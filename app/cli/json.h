// SPDX-License-Identifier: MIT
/// @file json.h
/// How the program writes JSON.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace gemmscope::cli {

/// A parameter's value: a number where it is one, otherwise a string.
nlohmann::ordered_json value_json(const std::string& text);

/// Indented, with a newline at the end. Bytes that are no UTF-8 (a recording's texts come from a file) are replaced.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace gemmscope::cli
