// SPDX-License-Identifier: MIT
/// @file fiber.h
/// Many small stacks and a fast switch between them, on Boost.Context.
///
/// boost::context::detail::fcontext is used directly: a switch is 3-4 ns where boost::context::fiber takes about twice
/// that and ucontext, which saves the signal mask, 160 ns; a 128-thread block of the warp-tiling kernel switches 256
/// times for every k-tile. Fibers of one pool never move to another OS thread.
#pragma once

#include <cstddef>
#include <vector>

#include <boost/context/detail/fcontext.hpp>

#if defined(GEMMSCOPE_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

namespace gemmscope::simt {

class FiberPool {
 public:
  using Entry = void (*)(std::size_t fiber);

  /// `count` fibers, each starting in `entry` when first switched to; `entry` must never return.
  FiberPool(std::size_t count, Entry entry);
  ~FiberPool();
  FiberPool(const FiberPool&) = delete;
  FiberPool& operator=(const FiberPool&) = delete;

  std::size_t size() const { return contexts_.size(); }

  /// Leaves the running fiber (or the caller of the first switch, kMain) for `to`; returns when somebody switches back.
  void switch_to(std::size_t from, std::size_t to) {
    switch_from_ = from;
    switch_to_ = to;
    prefetch(to + 1);
#if defined(GEMMSCOPE_TSAN)
    __tsan_switch_to_fiber(to == kMain ? sanitized_main_ : sanitized_[to], 0);
#endif
    const auto arrived = boost::context::detail::jump_fcontext(context(to), this);
    context(switch_from_) = arrived.fctx;
  }
  static constexpr std::size_t kMain = static_cast<std::size_t>(-1);

 private:
  /// The top of the stack of `fiber`, which most likely runs after the one that is switched to: the stacks of a block
  /// do not fit into the first cache. 6 % of an untraced run of the warp-tiling kernel; 3 to 8 lines gain alike.
  void prefetch(std::size_t fiber) const {
    if (fiber >= contexts_.size()) return;
    const char* top = static_cast<const char*>(contexts_[fiber]);
    for (int line = 0; line < 6; ++line) __builtin_prefetch(top + 64 * line);
  }
  static void start(boost::context::detail::transfer_t from);
  boost::context::detail::fcontext_t& context(std::size_t fiber) { return fiber == kMain ? main_ : contexts_[fiber]; }

  std::vector<boost::context::detail::fcontext_t> contexts_;
  boost::context::detail::fcontext_t main_ = nullptr;
  std::size_t switch_from_ = kMain;  ///< who made the switch that is under way
  std::size_t switch_to_ = kMain;
  Entry entry_;
  char* memory_ = nullptr;
  std::size_t bytes_ = 0;
#if defined(GEMMSCOPE_TSAN)
  std::vector<void*> sanitized_;  ///< each fiber as ThreadSanitizer knows it, which follows no switch by itself
  void* sanitized_main_ = __tsan_get_current_fiber();
#endif
};

}  // namespace gemmscope::simt
