// SPDX-License-Identifier: MIT
/// @file hostile_cases.h
/// Sound recordings that no kernel makes, each of which has once crashed, stalled or filled the program.
#pragma once

#include <string>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::fuzz {

struct HostileCase {
  std::string name;
  format::Recording recording;
};

std::vector<HostileCase> hostile_cases();

}  // namespace gemmscope::fuzz
