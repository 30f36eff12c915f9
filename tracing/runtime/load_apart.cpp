// SPDX-License-Identifier: MIT
#include "tracing/runtime/load_apart.h"

#include <dlfcn.h>

namespace gemmscope::runtime {

void* load_apart(const std::string& file) {
#ifdef GEMMSCOPE_ASAN  // which forbids it
  constexpr int kDeep = 0;
#else
  constexpr int kDeep = RTLD_DEEPBIND;
#endif
  return dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | kDeep);
}

}  // namespace gemmscope::runtime
