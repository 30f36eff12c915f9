// SPDX-License-Identifier: MIT
/// @file json_keys.h
/// What the keys of printed JSON are compared with: the documented ones, in their order.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace gemmscope::cli {

using Keys = std::vector<std::string>;

inline Keys keys(const nlohmann::ordered_json& object) {
  Keys names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

}  // namespace gemmscope::cli
