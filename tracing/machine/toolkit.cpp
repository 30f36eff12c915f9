// SPDX-License-Identifier: MIT
#include "tracing/machine/toolkit.h"

#include <filesystem>

#include "tracing/process/programs.h"

namespace gemmscope::machine {
namespace {

namespace fs = std::filesystem;
using process::first_of;
using process::of_environment;

std::string beside_nvcc(const char* program) {
  const std::string compiler = nvcc();
  std::error_code error;
  if (compiler.empty()) return "";
  const fs::path real = fs::canonical(process::found(compiler), error);
  return error ? "" : (real.parent_path() / program).string();
}

}  // namespace

std::string nvcc() { return first_of({of_environment("CUDACXX"), "nvcc", GEMMSCOPE_NVCC}); }
std::string ptxas() { return first_of({beside_nvcc("ptxas"), "ptxas"}); }
std::string nvdisasm() { return first_of({beside_nvcc("nvdisasm"), "nvdisasm", GEMMSCOPE_NVDISASM}); }

}  // namespace gemmscope::machine
