// SPDX-License-Identifier: MIT
// Functions of the C library that make the system read or write memory for the program. The system gets no fault where
// pages are closed to the host (host_pages.h); its call fails. So the memory that it is given is checked, and opened,
// before. A program that asks for the handler of such faults gets, and sets, the one that runs after ours.
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

#include "tracing/runtime/runtime.h"

#if defined(__x86_64__)

namespace {

using gemmscope::runtime::HostPages;
using gemmscope::runtime::runtime;

template <class F>
F* real(F*, const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}
/// The C library's own functions.
#define GS_REAL(name)                               \
  ([] {                                             \
    static const auto found = real(&(name), #name); \
    return found;                                   \
  }())

void uses(std::uint64_t begin, std::size_t bytes, bool writes) {
  if (!HostPages::any_closed || bytes == 0 || gemmscope::runtime::RuntimeMutex::is_mine()) return;
  const std::scoped_lock lock(runtime().mutex);
  runtime().hazards.uses({begin, begin + bytes}, writes);
}
// By number: otherwise a compiler thinks that the buffer of a write is read here.
void reads(const void* begin, std::size_t bytes) { uses(reinterpret_cast<std::uint64_t>(begin), bytes, false); }
#define GS_WRITES(begin, bytes) uses(reinterpret_cast<std::uint64_t>(begin), bytes, true)

}  // namespace

extern "C" {

ssize_t gs_read(int file, void* to, size_t bytes) { return GS_WRITES(to, bytes), GS_REAL(read)(file, to, bytes); }
ssize_t gs_write(int file, const void* from, size_t bytes) {
  return reads(from, bytes), GS_REAL(write)(file, from, bytes);
}
ssize_t gs_pread(int file, void* to, size_t bytes, off_t at) {
  return GS_WRITES(to, bytes), GS_REAL(pread)(file, to, bytes, at);
}
ssize_t gs_pwrite(int file, const void* from, size_t bytes, off_t at) {
  return reads(from, bytes), GS_REAL(pwrite)(file, from, bytes, at);
}
ssize_t gs_readv(int file, const iovec* to, int count) {
  for (int i = 0; i < count; ++i) GS_WRITES(to[i].iov_base, to[i].iov_len);
  return GS_REAL(readv)(file, to, count);
}
ssize_t gs_writev(int file, const iovec* from, int count) {
  for (int i = 0; i < count; ++i) reads(from[i].iov_base, from[i].iov_len);
  return GS_REAL(writev)(file, from, count);
}
size_t gs_fread(void* to, size_t bytes, size_t count, FILE* file) {
  return GS_WRITES(to, bytes * count), GS_REAL(fread)(to, bytes, count, file);
}
size_t gs_fwrite(const void* from, size_t bytes, size_t count, FILE* file) {
  return reads(from, bytes * count), GS_REAL(fwrite)(from, bytes, count, file);
}

int gs_sigaction(int signal, const struct sigaction* to, struct sigaction* before) {
  if (signal == SIGSEGV && gemmscope::runtime::change_handler_behind_ours(to, before)) return 0;
  return GS_REAL(sigaction)(signal, to, before);
}
sighandler_t gs_signal(int number, sighandler_t handler) {
  struct sigaction to {
  }, before{};
  to.sa_handler = handler, to.sa_flags = SA_RESTART;
  if (number == SIGSEGV && gemmscope::runtime::change_handler_behind_ours(&to, &before)) return before.sa_handler;
  return GS_REAL(signal)(number, handler);
}

}  // extern "C"

// Programs find these functions before those of the C library, but a linker does not: a program that it links calls the
// C library, and also starts with NVIDIA's runtime.
#define GS_BEFORE_LIBC(name) asm(".symver gs_" #name ", " #name "@GLIBC_2.2.5")
GS_BEFORE_LIBC(read);
GS_BEFORE_LIBC(write);
GS_BEFORE_LIBC(pread);
GS_BEFORE_LIBC(pwrite);
GS_BEFORE_LIBC(readv);
GS_BEFORE_LIBC(writev);
GS_BEFORE_LIBC(fread);
GS_BEFORE_LIBC(fwrite);
GS_BEFORE_LIBC(sigaction);
GS_BEFORE_LIBC(signal);

bool gemmscope::runtime::sees_host_io() {
  static const bool first = dlvsym(RTLD_DEFAULT, "fwrite", "GLIBC_2.2.5") == reinterpret_cast<void*>(&gs_fwrite);
  return first;
}

#endif
