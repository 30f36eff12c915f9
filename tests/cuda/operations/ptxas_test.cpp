// SPDX-License-Identifier: MIT
// ptxas takes all kernels, for each GPU from which on they are said to be, and refuses the rows that are said to have
// no form in PTX. Without a CUDA compiler there is nothing to ask.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/cuda/operations/ptx.h"
#include "tests/cuda/operations/targets.h"
#include "tests/temporary_folder.h"

namespace gemmscope::operations {
namespace {

std::string output_of(const std::string& command) {
  std::string output;
  if (FILE* pipe = popen(command.c_str(), "r")) {
    char piece[4096];
    for (std::size_t size; (size = fread(piece, 1, sizeof piece, pipe)) > 0;) output.append(piece, size);
    (void)pclose(pipe);
  }
  return output;
}

/// Beside nvcc; empty: there is none.
std::filesystem::path ptxas() {
  std::string nvcc = output_of("'" GEMMSCOPE_SOURCE_DIR "/scripts/find_nvcc' 2>/dev/null");
  while (nvcc.ends_with('\n')) nvcc.pop_back();
  if (nvcc.empty()) return {};
  const auto file = std::filesystem::canonical(nvcc).parent_path() / "ptxas";
  return exists(file) ? file : std::filesystem::path();
}

/// The kernels of the rows, and at which line of the text each of them begins.
struct Module {
  std::string text;
  std::map<int, std::string> mnemonics;

  explicit Module(int target) : text(header(target)) {}
  void add(const Operation& operation) {
    mnemonics[1 + static_cast<int>(std::ranges::count(text, '\n'))] = operation.mnemonic;
    text += kernel(operation, "k" + std::to_string(mnemonics.size()));
  }
  std::set<std::string> all() const {
    std::set<std::string> names;
    for (const auto& [line, mnemonic] : mnemonics) names.insert(mnemonic);
    return names;
  }
};

/// The rows whose kernels ptxas refuses; what else it says fails the test.
std::set<std::string> refused(const Module& module, int arch) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "m.ptx";
  std::ofstream(file) << module.text;
  std::istringstream said(output_of("'" + ptxas().string() + "' -O0 -arch=sm_" + std::to_string(arch) + " '" + file +
                                    "' -o '" + file + ".cubin' 2>&1"));
  std::set<std::string> names;
  for (std::string text; std::getline(said, text);) {
    const std::size_t at = text.find(", line ");
    if (text.starts_with("ptxas fatal")) continue;
    if (at == std::string::npos || text.find("; error") == std::string::npos)
      ADD_FAILURE() << text;
    else
      names.insert(std::prev(module.mnemonics.upper_bound(std::stoi(text.substr(at + 7))))->second);
  }
  EXPECT_EQ(exists(std::filesystem::path(file + ".cubin")), names.empty());
  return names;
}

template <class Wanted>
Module module_of(int target, Wanted wanted) {
  Module module(target);
  for (const Operation& operation : lockstep::all_operations(lockstep::Isa::kAvx2))
    if (wanted(operation)) module.add(operation);
  return module;
}

class Ptxas : public ::testing::Test {
 protected:
  void SetUp() override {
    if (ptxas().empty()) GTEST_SKIP() << "no ptxas here";
  }
};

TEST_F(Ptxas, TakesWhatIsWritten) {
  for (const int target : kTargets) {
    const Module module =
        module_of(target, [&](const Operation& o) { return why_none(o).empty() && target_of(o) == target; });
    EXPECT_FALSE(module.mnemonics.empty());
    for (const int arch : std::set{target, 90}) EXPECT_EQ(refused(module, arch), std::set<std::string>());
  }
}

TEST_F(Ptxas, RefusesRowsBelowTheirTarget) {
  for (const int target : kTargets) {
    const Module module =
        module_of(target, [&](const Operation& o) { return why_none(o).empty() && target_of(o) > target; });
    EXPECT_EQ(refused(module, 90), module.all());
  }
}

TEST_F(Ptxas, RefusesRowsThatAreSaidToHaveNoForm) {
  const Module module = module_of(90, [](const Operation& o) { return !why_none(o).empty(); });
  EXPECT_FALSE(module.mnemonics.empty());
  EXPECT_EQ(refused(module, 90), module.all());
}

}  // namespace
}  // namespace gemmscope::operations
