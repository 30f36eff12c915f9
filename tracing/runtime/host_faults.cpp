// SPDX-License-Identifier: MIT
// Faults of the host on pages that are closed to it: host_pages.h. For all other signals of that number, the program
// gets what it would get without ours: its handler with its flags, its mask, or its end.
#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <ucontext.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <mutex>

#include "tracing/runtime/runtime.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::runtime {
namespace {

/// The program's handler, or another library's.
struct sigaction behind {};
/// Whether the program has blocked the signal in this thread. To the system it is open all the same, for faults on
/// pages that are closed.
thread_local bool program_blocks = false;

/// The C library's function, not ours, which programs call.
int kernel_action(const struct sigaction* to, struct sigaction* before) {
  using Action = int(int, const struct sigaction*, struct sigaction*);
  static auto* const action = reinterpret_cast<Action*>(dlsym(RTLD_NEXT, "sigaction"));
  return action == nullptr ? -1 : action(SIGSEGV, to, before);
}

int real_mask(int how, const sigset_t* to, sigset_t* before) {
  using Mask = int(int, const sigset_t*, sigset_t*);
  static auto* const mask = reinterpret_cast<Mask*>(dlsym(RTLD_NEXT, "pthread_sigmask"));
  return mask == nullptr ? EINVAL : mask(how, to, before);
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

/// A process has sent it, as raise() does. Otherwise an instruction has caused it, which is done again.
bool is_sent(const siginfo_t* info) { return info->si_code <= 0; }

/// Again, and to be handled when ours returns.
void send_again() {
  sigset_t only;
  sigemptyset(&only), sigaddset(&only, SIGSEGV);
  real_mask(SIG_BLOCK, &only, nullptr);
  raise(SIGSEGV);
}

void end_program(const siginfo_t* info) {
  struct sigaction plain {};
  plain.sa_handler = SIG_DFL;
  kernel_action(&plain, nullptr);
  if (is_sent(info)) raise(SIGSEGV);
}

/// The program's handler may touch all pages: it runs while the signal is blocked.
void open_pages() {
  if (!HostPages::any_closed || RuntimeMutex::is_mine()) return;
  const std::scoped_lock lock(runtime().mutex);
  runtime().hazards.pages.open_all();
}

/// Does what the system would have done with the signal.
void hand_on(int signal, siginfo_t* info, void* context) {
  if (program_blocks && is_sent(info)) {  // until the program opens it
    sigaddset(&static_cast<ucontext_t*>(context)->uc_sigmask, SIGSEGV);
    return send_again();
  }
  const struct sigaction program = behind;
  const bool has_handler =
      (program.sa_flags & SA_SIGINFO) != 0 || (program.sa_handler != SIG_DFL && program.sa_handler != SIG_IGN);
  if (!has_handler && program.sa_handler == SIG_IGN && is_sent(info)) return;
  if (!has_handler || program_blocks) return end_program(info);
  if ((program.sa_flags & static_cast<int>(SA_RESETHAND)) != 0)
    behind.sa_handler = SIG_DFL, behind.sa_flags &= ~SA_SIGINFO;
  open_pages();
  if ((program.sa_flags & SA_SIGINFO) != 0)
    program.sa_sigaction(signal, info, context);
  else
    program.sa_handler(signal);
}

/// The runtime's own work opens the pages first. If it has not, they are opened now.
bool is_on_closed(std::uint64_t byte, bool writes, const void* context) {
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
  const bool ours =
      can_be_ours && is_on_closed(reinterpret_cast<std::uint64_t>(info->si_addr), is_write(context), context);
  is_here = false;
  if (!ours) hand_on(signal, info, context);
}

/// Runs under the same conditions as the program's handler, which it may call.
bool put_ours_before(const struct sigaction& program) {
  behind = program;
  struct sigaction ours {};
  ours.sa_sigaction = on_fault;
  ours.sa_mask = program.sa_mask;
  ours.sa_flags = SA_SIGINFO | (program.sa_flags & (SA_ONSTACK | SA_NODEFER | SA_RESTART));
  return kernel_action(&ours, nullptr) == 0;
}

bool is_ours(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == on_fault;
}

}  // namespace

void listen_to_host() {
  static std::once_flag once;
  std::call_once(once, [] {
    std::array<void*, 1> frame;
    static_cast<void>(::backtrace(frame.data(), 1));  // which loads what it needs, now rather than in the handler
  });
  struct sigaction now {};
  if (kernel_action(nullptr, &now) == 0 && !is_ours(now)) put_ours_before(now);
}

bool change_handler_behind_ours(const struct sigaction* to, struct sigaction* before) {
  struct sigaction now {};
  if (kernel_action(nullptr, &now) != 0 || !is_ours(now)) return false;
  const struct sigaction program = to != nullptr ? *to : behind;  // `before` may be the same object
  if (before != nullptr) *before = behind;
  return to == nullptr || put_ours_before(program);
}

int change_mask_of_program(int how, const sigset_t* to, sigset_t* before) {
  static const bool looks = std::getenv(kFolderVariable) != nullptr;
  sigset_t now, open;
  if (!looks || real_mask(SIG_BLOCK, nullptr, &now) != 0) return real_mask(how, to, before);
  const bool names = to != nullptr && sigismember(to, SIGSEGV) == 1;
  const bool did = program_blocks;
  bool will = did;
  if (to != nullptr && (names || how == SIG_SETMASK)) will = names && how != SIG_UNBLOCK;
  // In a handler of the signal, the system has blocked it.
  const bool is_open = sigismember(&now, SIGSEGV) == 0;
  if (is_open && will && !did) listen_to_host();
  if (is_open && to != nullptr && how != SIG_UNBLOCK) {
    open = *to, to = &open;
    sigdelset(&open, SIGSEGV);
  }
  if (is_open || !will) program_blocks = will;  // a signal that was sent before may come now
  if (const int error = real_mask(how, to, before); error != 0) return program_blocks = did, error;
  if (before != nullptr && did) sigaddset(before, SIGSEGV);
  return 0;
}

}  // namespace gemmscope::runtime
