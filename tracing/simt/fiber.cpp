// SPDX-License-Identifier: MIT
#include "tracing/simt/fiber.h"

#include <new>

#include <sys/mman.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace gemmscope::simt {

namespace {

// A thread of a GEMM keeps its accumulators (512 bytes and more) and little else on its stack.
constexpr std::size_t kStackBytes = 64 * 1024;
// Stacks exactly 64 KiB apart would put the same variable of every thread into one cache set; 576 = 9 lines spreads
// them.
constexpr std::size_t kColourBytes = 576;
constexpr std::size_t kCacheWayBytes = 4096;

}  // namespace

FiberPool::FiberPool(std::size_t count, Entry entry) : contexts_(count), entry_(entry) {
  // For every fiber: [guard page | one page of colouring and the stack, growing down towards the guard].
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t stride = page + kCacheWayBytes + kStackBytes;
  bytes_ = count * stride;
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  memory_ = static_cast<char*>(memory);
  for (std::size_t i = 0; i < count; ++i) {
    char* guard = memory_ + i * stride;
    if (mprotect(guard, page, PROT_NONE) != 0) {
      munmap(memory_, bytes_);
      throw std::bad_alloc();
    }
    char* top = guard + stride - i * kColourBytes % kCacheWayBytes;
    contexts_[i] = boost::context::detail::make_fcontext(top, kStackBytes, &FiberPool::start);
  }
}

FiberPool::~FiberPool() {
#if defined(__SANITIZE_ADDRESS__)
  // Fibers never return, so their frames are still marked; what is mapped here next would inherit the marks.
  __asan_unpoison_memory_region(memory_, bytes_);
#endif
  munmap(memory_, bytes_);
}

void FiberPool::start(boost::context::detail::transfer_t from) {
  auto* pool = static_cast<FiberPool*>(from.data);
  pool->context(pool->switch_from_) = from.fctx;
  pool->entry_(pool->switch_to_);
}

}  // namespace gemmscope::simt
