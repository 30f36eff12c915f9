// SPDX-License-Identifier: MIT
// Functions of the C library that make the system read or write memory for the program. The system gets no fault where
// pages are closed to the host (host_pages.h); its call fails. So the memory that it is given is checked, and opened,
// before. A program that asks for the handler of these faults, or its mask, gets and sets its own: host_faults.cpp.
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

#include "tracing/runtime/runtime.h"

#if defined(__x86_64__)

namespace {

using gemmscope::runtime::HostPages;
using gemmscope::runtime::runtime;

void uses(std::uint64_t begin, std::size_t bytes, bool writes) {
  if (!HostPages::any_closed || bytes == 0 || gemmscope::runtime::RuntimeMutex::is_mine()) return;
  const std::scoped_lock lock(runtime().mutex);
  runtime().hazards.uses({begin, begin + bytes}, writes);
}
// By number: otherwise a compiler thinks that the buffer of a write is read here.
void reads(const void* begin, std::size_t bytes) { uses(reinterpret_cast<std::uint64_t>(begin), bytes, false); }
#define GS_WRITES(begin, bytes) uses(reinterpret_cast<std::uint64_t>(begin), bytes, true)

void uses_all(const iovec* all, std::size_t count, bool writes) {
  reads(all, count * sizeof(iovec));
  for (std::size_t i = 0; i < count; ++i)
    uses(reinterpret_cast<std::uint64_t>(all[i].iov_base), all[i].iov_len, writes);
}
void uses_all(const msghdr* message, bool writes) {
  GS_WRITES(message, sizeof(msghdr));
  uses_all(message->msg_iov, message->msg_iovlen, writes);
  uses(reinterpret_cast<std::uint64_t>(message->msg_control), message->msg_controllen, writes);
}

/// What the call's memory is, is not known: if the system cannot touch it, all pages are opened.
bool opens_all() {
  if (errno != EFAULT || !HostPages::any_closed || gemmscope::runtime::RuntimeMutex::is_mine()) return false;
  const std::scoped_lock lock(runtime().mutex);
  return runtime().hazards.works(), true;
}

}  // namespace

/// The function that programs find instead of the C library's `name`; `before`: what it does before that one is called.
/// Programs find it first, but a linker does not: a program that it links calls the C library, and also starts with
/// NVIDIA's runtime.
#define GS_INSTEAD(result, name, version, parameters, ...)                              \
  namespace {                                                                           \
  using Type_##name = result parameters;                                                \
  [[maybe_unused]] Type_##name* real_##name() {                                         \
    static auto* const found = reinterpret_cast<Type_##name*>(dlsym(RTLD_NEXT, #name)); \
    return found;                                                                       \
  }                                                                                     \
  }                                                                                     \
  extern "C" result gs_##name parameters __VA_ARGS__ asm(".symver gs_" #name ", " #name "@GLIBC_" version)
#define GS_BEFORE(result, name, version, parameters, given, ...) \
  GS_INSTEAD(result, name, version, parameters, { return __VA_ARGS__, real_##name() given; })

GS_BEFORE(ssize_t, read, "2.2.5", (int file, void* to, size_t bytes), (file, to, bytes), GS_WRITES(to, bytes));
GS_BEFORE(ssize_t, __read_chk, "2.4", (int file, void* to, size_t bytes, size_t room), (file, to, bytes, room),
          GS_WRITES(to, bytes));
GS_BEFORE(ssize_t, write, "2.2.5", (int file, const void* from, size_t bytes), (file, from, bytes), reads(from, bytes));
GS_BEFORE(ssize_t, pread, "2.2.5", (int file, void* to, size_t bytes, off_t at), (file, to, bytes, at),
          GS_WRITES(to, bytes));
GS_BEFORE(ssize_t, pread64, "2.2.5", (int file, void* to, size_t bytes, off_t at), (file, to, bytes, at),
          GS_WRITES(to, bytes));
GS_BEFORE(ssize_t, __pread_chk, "2.4", (int file, void* to, size_t bytes, off_t at, size_t room),
          (file, to, bytes, at, room), GS_WRITES(to, bytes));
GS_BEFORE(ssize_t, __pread64_chk, "2.4", (int file, void* to, size_t bytes, off_t at, size_t room),
          (file, to, bytes, at, room), GS_WRITES(to, bytes));
GS_BEFORE(ssize_t, pwrite, "2.2.5", (int file, const void* from, size_t bytes, off_t at), (file, from, bytes, at),
          reads(from, bytes));
GS_BEFORE(ssize_t, pwrite64, "2.2.5", (int file, const void* from, size_t bytes, off_t at), (file, from, bytes, at),
          reads(from, bytes));
GS_BEFORE(ssize_t, readv, "2.2.5", (int file, const iovec* to, int count), (file, to, count),
          uses_all(to, count, true));
GS_BEFORE(ssize_t, writev, "2.2.5", (int file, const iovec* from, int count), (file, from, count),
          uses_all(from, count, false));
GS_BEFORE(ssize_t, preadv, "2.10", (int file, const iovec* to, int count, off_t at), (file, to, count, at),
          uses_all(to, count, true));
GS_BEFORE(ssize_t, preadv64, "2.10", (int file, const iovec* to, int count, off_t at), (file, to, count, at),
          uses_all(to, count, true));
GS_BEFORE(ssize_t, pwritev, "2.10", (int file, const iovec* from, int count, off_t at), (file, from, count, at),
          uses_all(from, count, false));
GS_BEFORE(ssize_t, pwritev64, "2.10", (int file, const iovec* from, int count, off_t at), (file, from, count, at),
          uses_all(from, count, false));
GS_BEFORE(size_t, fread, "2.2.5", (void* to, size_t bytes, size_t count, FILE* file), (to, bytes, count, file),
          GS_WRITES(to, bytes* count));
GS_BEFORE(size_t, __fread_chk, "2.7", (void* to, size_t room, size_t bytes, size_t count, FILE* file),
          (to, room, bytes, count, file), GS_WRITES(to, bytes* count));
GS_BEFORE(size_t, fwrite, "2.2.5", (const void* from, size_t bytes, size_t count, FILE* file),
          (from, bytes, count, file), reads(from, bytes* count));

GS_BEFORE(ssize_t, recv, "2.2.5", (int socket, void* to, size_t bytes, int flags), (socket, to, bytes, flags),
          GS_WRITES(to, bytes));
GS_BEFORE(ssize_t, __recv_chk, "2.4", (int socket, void* to, size_t bytes, size_t room, int flags),
          (socket, to, bytes, room, flags), GS_WRITES(to, bytes));
GS_BEFORE(ssize_t, recvfrom, "2.2.5",
          (int socket, void* to, size_t bytes, int flags, sockaddr* from, socklen_t* length),
          (socket, to, bytes, flags, from, length), GS_WRITES(to, bytes));
GS_BEFORE(ssize_t, __recvfrom_chk, "2.4",
          (int socket, void* to, size_t bytes, size_t room, int flags, sockaddr* from, socklen_t* length),
          (socket, to, bytes, room, flags, from, length), GS_WRITES(to, bytes));
GS_BEFORE(ssize_t, recvmsg, "2.2.5", (int socket, msghdr* to, int flags), (socket, to, flags), uses_all(to, true));
GS_BEFORE(ssize_t, send, "2.2.5", (int socket, const void* from, size_t bytes, int flags), (socket, from, bytes, flags),
          reads(from, bytes));
GS_BEFORE(ssize_t, sendto, "2.2.5",
          (int socket, const void* from, size_t bytes, int flags, const sockaddr* to, socklen_t length),
          (socket, from, bytes, flags, to, length), reads(from, bytes));
GS_BEFORE(ssize_t, sendmsg, "2.2.5", (int socket, const msghdr* from, int flags), (socket, from, flags),
          uses_all(from, false));

GS_BEFORE(int, stat, "2.33", (const char* path, struct stat* to), (path, to), GS_WRITES(to, sizeof(*to)));
GS_BEFORE(int, stat64, "2.33", (const char* path, struct stat64* to), (path, to), GS_WRITES(to, sizeof(*to)));
GS_BEFORE(int, lstat, "2.33", (const char* path, struct stat* to), (path, to), GS_WRITES(to, sizeof(*to)));
GS_BEFORE(int, lstat64, "2.33", (const char* path, struct stat64* to), (path, to), GS_WRITES(to, sizeof(*to)));
GS_BEFORE(int, fstat, "2.33", (int file, struct stat* to), (file, to), GS_WRITES(to, sizeof(*to)));
GS_BEFORE(int, fstat64, "2.33", (int file, struct stat64* to), (file, to), GS_WRITES(to, sizeof(*to)));
GS_BEFORE(int, fstatat, "2.33", (int folder, const char* path, struct stat* to, int flags), (folder, path, to, flags),
          GS_WRITES(to, sizeof(*to)));
GS_BEFORE(int, fstatat64, "2.33", (int folder, const char* path, struct stat64* to, int flags),
          (folder, path, to, flags), GS_WRITES(to, sizeof(*to)));
GS_BEFORE(char*, getcwd, "2.2.5", (char* to, size_t bytes), (to, bytes), GS_WRITES(to, bytes));
GS_BEFORE(char*, __getcwd_chk, "2.4", (char* to, size_t bytes, size_t room), (to, bytes, room), GS_WRITES(to, bytes));
GS_BEFORE(ssize_t, readlink, "2.2.5", (const char* path, char* to, size_t bytes), (path, to, bytes),
          GS_WRITES(to, bytes));
GS_BEFORE(ssize_t, __readlink_chk, "2.4", (const char* path, char* to, size_t bytes, size_t room),
          (path, to, bytes, room), GS_WRITES(to, bytes));
GS_BEFORE(ssize_t, readlinkat, "2.4", (int folder, const char* path, char* to, size_t bytes), (folder, path, to, bytes),
          GS_WRITES(to, bytes));
GS_BEFORE(ssize_t, __readlinkat_chk, "2.5", (int folder, const char* path, char* to, size_t bytes, size_t room),
          (folder, path, to, bytes, room), GS_WRITES(to, bytes));
GS_BEFORE(int, clock_gettime, "2.17", (clockid_t clock, timespec* to), (clock, to), GS_WRITES(to, sizeof(*to)));
GS_BEFORE(int, clock_getres, "2.17", (clockid_t clock, timespec* to), (clock, to), GS_WRITES(to, sizeof(*to)));
GS_BEFORE(int, getrusage, "2.2.5", (__rusage_who_t who, rusage* to), (who, to), GS_WRITES(to, sizeof(*to)));
GS_BEFORE(int, getentropy, "2.25", (void* to, size_t bytes), (to, bytes), GS_WRITES(to, bytes));
GS_BEFORE(ssize_t, getrandom, "2.25", (void* to, size_t bytes, unsigned flags), (to, bytes, flags),
          GS_WRITES(to, bytes));

GS_INSTEAD(long, syscall, "2.2.5", (long number, long a, long b, long c, long d, long e, long f), {
  const int error = errno;
  const long result = real_syscall()(number, a, b, c, d, e, f);
  if (result != -1 || !opens_all()) return result;
  errno = error;
  return real_syscall()(number, a, b, c, d, e, f);
});

GS_INSTEAD(int, sigaction, "2.2.5", (int signal, const struct sigaction* to, struct sigaction* before), {
  if (signal == SIGSEGV && gemmscope::runtime::change_handler_behind_ours(to, before)) return 0;
  return real_sigaction()(signal, to, before);
});
GS_INSTEAD(sighandler_t, signal, "2.2.5", (int number, sighandler_t handler), {
  struct sigaction to {
  }, before{};
  to.sa_handler = handler, to.sa_flags = SA_RESTART;
  if (number == SIGSEGV && gemmscope::runtime::change_handler_behind_ours(&to, &before)) return before.sa_handler;
  return real_signal()(number, handler);
});
GS_INSTEAD(int, pthread_sigmask, "2.32", (int how, const sigset_t* to, sigset_t* before),
           { return gemmscope::runtime::change_mask_of_program(how, to, before); });
GS_INSTEAD(int, sigprocmask, "2.2.5", (int how, const sigset_t* to, sigset_t* before), {
  const int error = gemmscope::runtime::change_mask_of_program(how, to, before);
  return error == 0 ? 0 : (errno = error, -1);
});

bool gemmscope::runtime::sees_host_io() {
  static const bool first = dlvsym(RTLD_DEFAULT, "fwrite", "GLIBC_2.2.5") == reinterpret_cast<void*>(&gs_fwrite);
  return first;
}

#endif
