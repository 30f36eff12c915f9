// SPDX-License-Identifier: MIT
#include "tracing/runtime/loaded_pattern.h"

#include <dlfcn.h>

namespace gemmscope::runtime {
namespace {

// Deep: this RE2 uses its own functions, not those of an RE2 in the program. The address sanitizer forbids it.
#ifdef GEMMSCOPE_ASAN
constexpr int kDeep = 0;
#else
constexpr int kDeep = RTLD_DEEPBIND;
#endif

}  // namespace

Result<LoadedPattern> LoadedPattern::of(const std::string& text, const std::string& library) {
  LoadedPattern loaded;
  if (text.empty()) return loaded;
  // Local: a program with an RE2 of its own uses none of this library's functions.
  void* const names = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL | kDeep);
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
