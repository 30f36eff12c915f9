// SPDX-License-Identifier: MIT
#include "app/cli/run_backend.h"

#include <cstdlib>

#include "app/cli/run_program.h"
#include "tracing/cuda/device.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

std::string before(const std::string& first, const char* variable) {
  const char* const rest = std::getenv(variable);
  return rest == nullptr || *rest == 0 ? first : first + ":" + rest;
}

}  // namespace

Result<Backend> emulator() {
  const auto runtime = runtime_folder();
  if (!runtime) return tl::unexpected(runtime.error());
  const auto names = names_library();
  if (!names) return tl::unexpected(names.error());
  return Backend{*runtime,
                 runtime::kFolderVariable,
                 {{"LD_LIBRARY_PATH", before(runtime->string(), "LD_LIBRARY_PATH")},
                  {runtime::kNamesVariable, names->string()},
                  {"NVCC_APPEND_FLAGS", "-lineinfo -Xcompiler -g1 -cudart shared -L" + runtime->string()}}};
}

Result<Backend> gpu(unsigned memory) {
  if (const auto device = cuda::find_device(); !device) return tl::unexpected(device.error());
  const auto recorder = gpu_recorder();
  if (!recorder) return tl::unexpected(recorder.error());
  const auto names = names_library();
  if (!names) return tl::unexpected(names.error());
  constexpr std::uint64_t kMiB = 1 << 20;
  Backend backend{{},
                  runtime::kGpuFolderVariable,
                  {{"LD_PRELOAD", before(recorder->string(), "LD_PRELOAD")},
                   {runtime::kNamesVariable, names->string()},
                   {"NVCC_APPEND_FLAGS", "-lineinfo -cudart shared"},
                   {runtime::kMemoryVariable, std::to_string(memory * kMiB)}}};
  if (const fs::path real = toolkit_libraries(); !real.empty())
    backend.variables.emplace_back("LD_LIBRARY_PATH", before(real.string(), "LD_LIBRARY_PATH"));
  return backend;
}

}  // namespace gemmscope::cli
