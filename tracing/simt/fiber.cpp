// SPDX-License-Identifier: MIT
#include "tracing/simt/fiber.h"

#include <mutex>
#include <new>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#if defined(GEMMSCOPE_ASAN)
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

/// Stacks of pools that are gone, for the next one of the same size: mapping a thousand guard pages and touching as
/// many stacks anew takes longer than a small launch does (8 of 10 s of `verify` for a kernel of 1024 threads).
class SpareStacks {
 public:
  static constexpr std::size_t kMost = 8;  ///< mappings

  /// nullptr if there is none of this size.
  char* take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < spares_.size(); ++i) {
      if (spares_[i].bytes != bytes) continue;
      char* memory = spares_[i].memory;
      spares_.erase(spares_.begin() + static_cast<std::ptrdiff_t>(i));
      return memory;
    }
    return nullptr;
  }
  void keep(char* memory, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (spares_.size() == kMost) drop_first();
    spares_.push_back({memory, bytes});
  }
  /// Gives all of them back.
  void drop() {
    const std::lock_guard lock(mutex_);
    while (!spares_.empty()) drop_first();
  }

 private:
  struct Spare {
    char* memory;
    std::size_t bytes;
  };
  void drop_first() {
    munmap(spares_.front().memory, spares_.front().bytes);
    spares_.erase(spares_.begin());
  }

  std::mutex mutex_;
  std::vector<Spare> spares_ = with_room();  // keep() is called by destructors: it must not allocate

  static std::vector<Spare> with_room() {
    std::vector<Spare> room;
    room.reserve(kMost);
    return room;
  }
};
SpareStacks spare_stacks;

/// Room for `count` stacks, each with a guard page below; nullptr if the system has no more.
char* try_map_stacks(std::size_t count, std::size_t stride, std::size_t page) {
  void* memory =
      mmap(nullptr, count * stride, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  for (std::size_t i = 0; i < count; ++i)
    if (mprotect(static_cast<char*>(memory) + i * stride, page, PROT_NONE) != 0) {
      munmap(memory, count * stride);
      return nullptr;
    }
  return static_cast<char*>(memory);
}

/// The same with what spare stacks of other sizes took, if that is needed.
char* map_stacks(std::size_t count, std::size_t stride, std::size_t page) {
  if (char* memory = try_map_stacks(count, stride, page)) return memory;
  spare_stacks.drop();
  if (char* memory = try_map_stacks(count, stride, page)) return memory;
  throw std::bad_alloc();
}

}  // namespace

FiberPool::FiberPool(std::size_t count, Entry entry) : contexts_(count), entry_(entry) {
  // For every fiber: [guard page | one page of colouring and the stack, growing down towards the guard].
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t stride = page + kCacheWayBytes + kStackBytes;
  bytes_ = count * stride;
  memory_ = spare_stacks.take(bytes_);
  if (memory_ == nullptr) memory_ = map_stacks(count, stride, page);
  for (std::size_t i = 0; i < count; ++i) {
    char* top = memory_ + (i + 1) * stride - i * kColourBytes % kCacheWayBytes;
    contexts_[i] = boost::context::detail::make_fcontext(top, kStackBytes, &FiberPool::start);
  }
#if defined(GEMMSCOPE_TSAN)
  for (std::size_t i = 0; i < count; ++i) sanitized_.push_back(__tsan_create_fiber(0));
#endif
}

FiberPool::~FiberPool() {
#if defined(GEMMSCOPE_TSAN)
  for (void* fiber : sanitized_) __tsan_destroy_fiber(fiber);
#endif
#if defined(GEMMSCOPE_ASAN)
  // Fibers never return, so their frames are still marked; what is mapped here next would inherit the marks.
  __asan_unpoison_memory_region(memory_, bytes_);
#endif
  spare_stacks.keep(memory_, bytes_);
}

void FiberPool::start(boost::context::detail::transfer_t from) {
  auto* pool = static_cast<FiberPool*>(from.data);
  pool->context(pool->switch_from_) = from.fctx;
  pool->entry_(pool->switch_to_);
}

}  // namespace gemmscope::simt
