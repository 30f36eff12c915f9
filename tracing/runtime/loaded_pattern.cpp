// SPDX-License-Identifier: MIT
#include "tracing/runtime/loaded_pattern.h"

#include <dlfcn.h>

#include "tracing/runtime/load_apart.h"

namespace gemmscope::runtime {

Result<LoadedPattern> LoadedPattern::of(const std::string& text, const std::string& library) {
  LoadedPattern loaded;
  if (text.empty()) return loaded;
  void* const names = load_apart(library);
  if (names == nullptr) {
    const char* const why = dlerror();
    return fail(ErrorKind::kUsage, "--kernel cannot be applied: " + std::string(why == nullptr ? library : why));
  }
  const auto pattern_of = reinterpret_cast<const void* (*)(const char*)>(dlsym(names, "gemmscope_pattern"));
  loaded.matches_ = reinterpret_cast<int (*)(const void*, const char*)>(dlsym(names, "gemmscope_matches"));
  if (pattern_of != nullptr && loaded.matches_ != nullptr) loaded.pattern_ = pattern_of(text.c_str());
  if (loaded.pattern_ == nullptr) return fail(ErrorKind::kUsage, "--kernel '" + text + "' is not a regular expression");
  return loaded;
}

}  // namespace gemmscope::runtime
