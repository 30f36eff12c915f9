// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <iterator>
#include <string>

namespace gemmscope::machine {

inline std::string text_of(const std::string& path) {
  std::ifstream in(std::string(GEMMSCOPE_SOURCE_DIR) + "/tests/data/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
inline std::string data(const std::string& name) { return text_of("machine/" + name); }

}  // namespace gemmscope::machine
