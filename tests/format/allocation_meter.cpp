// SPDX-License-Identifier: MIT
#include "tests/format/allocation_meter.h"

#include <atomic>
#include <cstdlib>
#include <new>

#include <malloc.h>

namespace {
std::atomic<std::size_t> in_use = 0, most = 0;  // a test may record, which takes all cores
}

void* operator new(std::size_t size) {
  void* const p = std::malloc(size);
  if (p == nullptr) throw std::bad_alloc();
  const std::size_t size_now = in_use += malloc_usable_size(p);
  for (std::size_t before = most; before < size_now && !most.compare_exchange_weak(before, size_now);) {
  }
  return p;
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {  // std::stable_sort's
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* p) noexcept {
  if (p == nullptr) return;
  in_use -= malloc_usable_size(p);
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { operator delete(p); }

namespace gemmscope::format::testing {

AllocationMeter::AllocationMeter() : before_(in_use) { most = before_; }
std::size_t AllocationMeter::peak() const { return most - before_; }

}  // namespace gemmscope::format::testing
