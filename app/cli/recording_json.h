// SPDX-License-Identifier: MIT
/// @file recording_json.h
/// What the JSON of `report` and `compare` says of a recording; docs/report.md describes the keys.
#pragma once

#include <nlohmann/json.hpp>

#include "tracing/format/recording.h"

namespace gemmscope::cli {

/// Adds what was recorded, of what and where: the keys from `kernel` to `coverage`.
void add_recording(nlohmann::ordered_json& json, const format::Recording& recording);

/// What ended the launch; null: it came to its end.
nlohmann::ordered_json fault_json(const format::Recording& recording);

/// [x, y, z]: as it is written (block_name.h).
nlohmann::ordered_json block_json(const format::Recording& recording, const format::Block& block);

/// Adds the key `called` where the access is in a function that was inlined: the place in it, that of its call, ...
void add_calls(nlohmann::ordered_json& json, const format::Recording& recording, const format::Site& site);

}  // namespace gemmscope::cli
