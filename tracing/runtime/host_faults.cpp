// SPDX-License-Identifier: MIT
// Faults of the host on pages that are closed to it: host_pages.h.
#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <ucontext.h>

#include <array>
#include <mutex>

#include "tracing/runtime/runtime.h"

namespace gemmscope::runtime {
namespace {

struct sigaction replaced {};

/// The C library's function, not ours, which programs call.
int kernel_action(const struct sigaction* to, struct sigaction* before) {
  using Action = int(int, const struct sigaction*, struct sigaction*);
  static auto* const action = reinterpret_cast<Action*>(dlsym(RTLD_NEXT, "sigaction"));
  return action == nullptr ? -1 : action(SIGSEGV, to, before);
}

/// If the host may read the page, it is a write.
bool is_write(const void* context) {
#if defined(__x86_64__)
  constexpr greg_t kWrite = 2;  // of the page fault's error code
  return (static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & kWrite) != 0;
#else
  return static_cast<void>(context), false;
#endif
}

/// Does what the program, or another library, would have done with the signal.
void hand_on(int signal, siginfo_t* info, void* context) {
  if ((replaced.sa_flags & SA_SIGINFO) != 0) return replaced.sa_sigaction(signal, info, context);
  if (replaced.sa_handler != SIG_DFL && replaced.sa_handler != SIG_IGN) return replaced.sa_handler(signal);
  struct sigaction plain {};
  plain.sa_handler = SIG_DFL;
  kernel_action(&plain, nullptr);  // the instruction is done again, and ends the program
}

/// The runtime's own work opens the pages first. If it has not, they are opened now.
bool is_ours(std::uint64_t byte, bool writes, const void* context) {
  if (RuntimeMutex::is_mine()) {
    const bool closed = runtime().hazards.pages.is_closed(byte);
    return closed && (runtime().hazards.pages.open({byte, byte + 1}), true);
  }
  const std::scoped_lock lock(runtime().mutex);
  return runtime().hazards.touched(byte, writes, context);
}

void on_fault(int signal, siginfo_t* info, void* context) {
  static thread_local bool is_here = false;
  const bool can_be_ours = !is_here && info->si_code == SEGV_ACCERR;
  is_here = true;
  const bool ours = can_be_ours && is_ours(reinterpret_cast<std::uint64_t>(info->si_addr), is_write(context), context);
  is_here = false;
  if (!ours) hand_on(signal, info, context);
}

}  // namespace

void listen_to_host() {
  static std::once_flag once;
  std::call_once(once, [] {
    std::array<void*, 1> frame;
    static_cast<void>(::backtrace(frame.data(), 1));  // which loads what it needs, now rather than in the handler
  });
  struct sigaction now {};
  if (kernel_action(nullptr, &now) != 0 || ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == on_fault)) return;
  replaced = now;
  struct sigaction ours {};
  ours.sa_sigaction = on_fault;
  ours.sa_flags = SA_SIGINFO | (now.sa_flags & SA_ONSTACK);
  kernel_action(&ours, nullptr);
}

bool change_handler_behind_ours(const struct sigaction* to, struct sigaction* before) {
  struct sigaction now {};
  if (kernel_action(nullptr, &now) != 0 || (now.sa_flags & SA_SIGINFO) == 0 || now.sa_sigaction != on_fault)
    return false;
  if (before != nullptr) *before = replaced;
  if (to == nullptr) return true;
  replaced = *to;
  now.sa_flags = SA_SIGINFO | (to->sa_flags & SA_ONSTACK);
  return kernel_action(&now, nullptr) == 0;
}

}  // namespace gemmscope::runtime
