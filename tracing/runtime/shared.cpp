// SPDX-License-Identifier: MIT
#include "tracing/runtime/shared.h"

#include "tracing/runtime/runtime.h"

using gemmscope::runtime::runtime;

bool gemmscope_holds(const void* address, std::uint64_t bytes) {
  const std::scoped_lock lock(runtime().mutex);
  gemmscope::runtime::Memory& memory = runtime().memory;
  const bool holds = memory.holds(address, bytes);
  if (holds) memory.wrote(address, bytes), runtime().hazards.works();
  return holds;
}

__attribute__((weak)) void gemmscope_waits(void*) {}
__attribute__((weak)) bool gemmscope_captures(void*) { return false; }
__attribute__((weak)) gemmscope_Kept gemmscope_keep(void*, bool (*)(void*), void*, void (*)(void*)) {
  return kGemmscopeNotCaptured;
}

void gemmscope_unsupported(const char* what) {
  runtime().refuse({gemmscope::ErrorKind::kUsage, std::string(what) + " is not supported without a GPU"});
}
