// SPDX-License-Identifier: MIT
#include "tracing/cuda/cublas_api.h"

#include <dlfcn.h>

#include <cstdlib>
#include <vector>

namespace gemmscope::cuda {

namespace {

/// Where the loader looks, then the folders of toolkits.
std::vector<std::string> candidates() {
  constexpr const char* kNames[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so"};
  std::vector<std::string> folders{""};
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* toolkit = std::getenv(variable); toolkit != nullptr && *toolkit != 0)
      folders.push_back(std::string(toolkit) + "/lib64/");
  folders.push_back("/usr/local/cuda/lib64/");
  std::vector<std::string> files;
  for (const std::string& folder : folders)
    for (const char* name : kNames) files.push_back(folder + name);
  return files;
}

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

/// Names end in _v2 since version 4; the header maps the plain names to them.
bool find_all(void* library, CublasApi& api) {
  return find(library, "cublasCreate_v2", api.create) && find(library, "cublasDestroy_v2", api.destroy) &&
         find(library, "cublasGetVersion_v2", api.get_version) && find(library, "cublasSetStream_v2", api.set_stream) &&
         find(library, "cublasSetMathMode", api.set_math_mode) && find(library, "cublasSgemm_v2", api.sgemm) &&
         find(library, "cublasGemmEx", api.gemm_ex);
}

Result<CublasApi> load() {
  for (const std::string& file : candidates()) {
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) continue;
    CublasApi api;
    api.file = file;
    if (find_all(library, api)) return api;
    (void)dlclose(library);
  }
  return fail(ErrorKind::kNoDevice,
              "cuBLAS was not found; install it with the CUDA toolkit, or name its folder in LD_LIBRARY_PATH");
}

}  // namespace

const Result<CublasApi>& cublas_api() {
  static const Result<CublasApi> api = load();
  return api;
}

}  // namespace gemmscope::cuda
