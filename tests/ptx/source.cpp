// SPDX-License-Identifier: MIT
#include "tests/ptx/source.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace gemmscope::ptx::testing {

Module read_or_fail(std::string text) {
  auto module = read(std::move(text));
  if (module) return std::move(*module);
  ADD_FAILURE() << module.error().message;
  Module none;
  none.owned = std::make_shared<const std::string>();
  return none;
}

std::string kernel(const std::string& body, const std::string& before) {
  return ".version 8.4\n.target sm_90a\n.address_size 64\n" + before +
         "\n.visible .entry k(.param .u64 a, .param .u32 b)\n{" + body + "\n}\n";
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::filesystem::path> ptx_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(GEMMSCOPE_SOURCE_DIR) / "tests/data/ptx"))
    if (entry.path().extension() == ".ptx") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

std::uint32_t register_named(const Function& function, const std::string& name) {
  for (std::uint32_t i = 0; i < function.registers.size(); ++i)
    if (function.registers[i].name() == name) return i;
  ADD_FAILURE() << "no register " << name;
  return kNoIndex;
}

}  // namespace gemmscope::ptx::testing
