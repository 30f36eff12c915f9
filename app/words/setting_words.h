// SPDX-License-Identifier: MIT
/// @file setting_words.h
/// How two recordings differ in what was recorded.
#pragma once

#include <string>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::words {

/// "PA": "0" and "2". What a recording does not have is empty.
struct Setting {
  std::string name, first, second;
};

/// Kernel, size, each parameter, the recorded part, dropped requests, backend, device; those that differ.
std::vector<Setting> differing_settings(const format::Recording& first, const format::Recording& second);

}  // namespace gemmscope::words
