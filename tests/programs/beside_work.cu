// The host uses a part of a pinned page that pending work does not touch: itself, through the system, with signals
// blocked, and in a handler of its own.
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <thread>

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

constexpr int kNumbers = 32, kBeside = 2048, kBytes = 200;

__global__ void squares(int* to) { to[threadIdx.x] = threadIdx.x * threadIdx.x; }

int *device, *pinned;
cudaStream_t stream;
char* beside;  // of the same page

void begin() {
  squares<<<1, kNumbers, 0, stream>>>(device);
  cudaMemcpyAsync(pinned, device, kNumbers * 4, cudaMemcpyDeviceToHost, stream);
}
bool end() { return cudaStreamSynchronize(stream) == cudaSuccess && pinned[5] == 25; }

template <class Touch>
bool works(const char* name, const Touch& touch) {
  begin();
  errno = 0;
  const bool right = touch();
  const int error = errno;
  const bool copied = end();
  if (!right || error != 0 || !copied) printf("%s: %d, errno %d, copied: %d\n", name, right, error, copied);
  return right && error == 0 && copied;
}

bool system_calls() {
  const int file = open("/proc/self/exe", O_RDONLY), null = open("/dev/null", O_WRONLY);
  int ends[2], sockets[2];
  if (pipe(ends) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0) return false;
  iovec part{beside, kBytes};
  msghdr message{};
  message.msg_iov = &part, message.msg_iovlen = 1;
  const auto has_sent = [&] { return write(sockets[0], "hello", 5) == 5; };
  bool right = works("read", [&] { return read(file, beside, kBytes) == kBytes; });
  right &= works("pread", [&] { return pread(file, beside, kBytes, 0) == kBytes; });
  right &= works("readv", [&] { return readv(file, &part, 1) == kBytes; });
  right &= works("preadv", [&] { return preadv(file, &part, 1, 0) == kBytes; });
  right &= works("write", [&] { return write(ends[1], beside, kBytes) == kBytes; });
  right &= works("writev", [&] { return writev(ends[1], &part, 1) == kBytes; });
  right &= works("pwritev", [&] { return pwritev(null, &part, 1, 0) == kBytes; });
  right &= works("recv", [&] { return has_sent() && recv(sockets[1], beside, kBytes, 0) == 5; });
  right &=
      works("recvfrom", [&] { return has_sent() && recvfrom(sockets[1], beside, kBytes, 0, nullptr, nullptr) == 5; });
  right &= works("recvmsg", [&] { return has_sent() && recvmsg(sockets[1], &message, 0) == 5; });
  right &= works("send", [&] { return send(sockets[0], beside, kBytes, 0) == kBytes; });
  right &= works("sendto", [&] { return sendto(sockets[0], beside, kBytes, 0, nullptr, 0) == kBytes; });
  right &= works("sendmsg", [&] { return sendmsg(sockets[0], &message, 0) == kBytes; });
  auto* const state = reinterpret_cast<struct stat*>(beside);
  right &= works("fstat", [&] { return fstat(file, state) == 0 && state->st_size > 0; });
  right &= works("stat", [&] { return stat("/", state) == 0 && S_ISDIR(state->st_mode); });
  right &= works("fstatat", [&] { return fstatat(AT_FDCWD, "/", state, 0) == 0; });
  right &= works("getcwd", [&] { return getcwd(beside, kBytes * 5) == beside && beside[0] == '/'; });
  right &= works("readlink", [&] { return readlink("/proc/self/exe", beside, kBytes) > 0 && beside[0] == '/'; });
  auto* const time = reinterpret_cast<timespec*>(beside);
  right &= works("clock_gettime", [&] { return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, time) == 0; });
  right &= works("getrusage", [&] { return getrusage(RUSAGE_SELF, reinterpret_cast<rusage*>(beside)) == 0; });
  right &= works("getentropy", [&] { return getentropy(beside, kBytes) == 0; });
  right &= works("syscall", [&] { return syscall(SYS_pread64, file, beside, kBytes, 0) == kBytes; });
  return right;
}

bool is_blocked(int signal) {
  sigset_t now;
  return pthread_sigmask(SIG_SETMASK, nullptr, &now) == 0 && sigismember(&now, signal) == 1;
}

// As in threads that leave all signals to another one.
bool blocked_signals() {
  bool right = true;
  std::thread([&] {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    right &= works("blocked", [] { return beside[0] = 2, true; });
    right &= is_blocked(SIGSEGV) && is_blocked(SIGUSR1);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    right &= !is_blocked(SIGSEGV) && !is_blocked(SIGUSR1);
    sigprocmask(SIG_SETMASK, &all, &before);
    right &= sigismember(&before, SIGSEGV) == 0 && works("set", [] { return beside[0] = 3, true; });
    sigprocmask(SIG_UNBLOCK, &all, &before);
    right &= sigismember(&before, SIGSEGV) == 1 && !is_blocked(SIGSEGV);
  }).join();
  if (!right) puts("masks");
  return right;
}

jmp_buf here;
volatile int caught = 0;

bool handlers() {
  struct sigaction action {
  }, before{}, now{};
  action.sa_flags = SA_NODEFER;  // so that the handler need not return
  action.sa_handler = [](int) {
    caught = caught + 1;
    beside[0] = 1;
    longjmp(here, 1);
  };
  sigaction(SIGSEGV, &action, &before);
  bool right = true;
  for (volatile int round = 0; round < 3; round = round + 1) {
    begin();
    if (setjmp(here) == 0) *reinterpret_cast<volatile int*>(8) = 1;
    right &= end();
  }
  right &= caught == 3;

  // A signal that is sent, and blocked, comes when it is opened.
  sigset_t only;
  sigemptyset(&only), sigaddset(&only, SIGSEGV);
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  action.sa_handler = [](int) { caught = caught + 1; };
  sigaction(SIGSEGV, &action, nullptr);
  pthread_sigmask(SIG_BLOCK, &only, nullptr);
  raise(SIGSEGV);
  right &= caught == 3 && is_blocked(SIGSEGV);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  right &= caught == 4 && !is_blocked(SIGSEGV);

  sigaction(SIGSEGV, nullptr, &now);  // it was for one signal
  right &= now.sa_handler == SIG_DFL;
  signal(SIGSEGV, SIG_IGN);
  raise(SIGSEGV);
  sigaction(SIGSEGV, &before, nullptr);
  if (!right) printf("handlers: %d caught\n", caught);
  return right;
}

int main() {
  cudaMalloc(&device, kNumbers * 4), cudaMallocHost(&pinned, 4096), cudaStreamCreate(&stream);
  memset(pinned, 0, 4096);
  beside = reinterpret_cast<char*>(pinned) + kBeside;
  const bool calls = system_calls(), masks = blocked_signals(), own = handlers();
  if (!calls || !masks || !own) return 1;
  puts("right");
}
