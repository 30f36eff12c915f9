// SPDX-License-Identifier: MIT
/// @file real.h
/// NVIDIA's functions, in whose place ours are called: real(cudaMalloc)(...) is not ours.
#pragma once

#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace gemmscope::preload {

/// The function of that name in the libraries behind this one.
template <class Function>
Function* real_function(const char* name) {
  void* const found = ::dlsym(RTLD_NEXT, name);
  if (found == nullptr) {
    std::fprintf(stderr, "gemmscope: the CUDA runtime of this program has no %s\n", name);
    std::_Exit(2);
  }
  return reinterpret_cast<Function*>(found);
}

#define GS_REAL(name) (::gemmscope::preload::real_function<decltype(name)>(#name))

/// While one lives, what the runtime calls of itself is none of the program's calls.
class Inside {
 public:
  Inside() : outermost_(depth()++ == 0) {}
  ~Inside() { --depth(); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  /// Whether the program itself has called.
  [[nodiscard]] bool is_outermost() const { return outermost_; }

 private:
  static int& depth() {
    static thread_local int depth = 0;
    return depth;
  }
  bool outermost_;
};

}  // namespace gemmscope::preload
