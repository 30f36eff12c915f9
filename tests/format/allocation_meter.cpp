// SPDX-License-Identifier: MIT
#include "tests/format/allocation_meter.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include <malloc.h>

namespace {
std::size_t in_use = 0, most = 0;  // the tests of this program have one thread
}

void* operator new(std::size_t size) {
  void* const p = std::malloc(size);
  if (p == nullptr) throw std::bad_alloc();
  in_use += malloc_usable_size(p);
  most = std::max(most, in_use);
  return p;
}
void operator delete(void* p) noexcept {
  if (p == nullptr) return;
  in_use -= malloc_usable_size(p);
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }

namespace gemmscope::format::testing {

AllocationMeter::AllocationMeter() : before_(in_use) { most = in_use; }
std::size_t AllocationMeter::peak() const { return most - before_; }

}  // namespace gemmscope::format::testing
