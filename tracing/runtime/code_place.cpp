// SPDX-License-Identifier: MIT
#include "tracing/runtime/code_place.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <span>

#include "tracing/runtime/load_apart.h"
#include "tracing/runtime/result_use.h"

namespace gemmscope::runtime {
namespace {

constexpr int kMostFrames = 32;
constexpr std::size_t kMostCalls = 8;

struct Code {
  std::uint64_t begin = 0, end = 0;
  bool has(std::uint64_t at) const { return begin <= at && at < end; }
};

/// The loaded segments of one file, from the first to the last.
Code loaded_code(const dl_phdr_info& info) {
  Code code{~std::uint64_t{0}, 0};
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    if (info.dlpi_phdr[i].p_type != PT_LOAD) continue;
    const std::uint64_t begin = info.dlpi_addr + info.dlpi_phdr[i].p_vaddr;
    code.begin = std::min<std::uint64_t>(code.begin, begin);
    code.end = std::max<std::uint64_t>(code.end, begin + info.dlpi_phdr[i].p_memsz);
  }
  return code;
}

/// This library's segments. Looked up once: they stay where they are.
const Code& own_code() {
  static const Code own = [] {
    Code found;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* to) {
          const Code code = loaded_code(*info);
          if (!code.has(reinterpret_cast<std::uint64_t>(&own_code))) return 0;
          *static_cast<Code*>(to) = code;
          return 1;
        },
        &found);
    return found;
  }();
  return own;
}

std::uint64_t instruction_of(const void* context) {
  const auto* const machine = &static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uint64_t>(machine->gregs[REG_RIP]);
#elif defined(__aarch64__)
  return machine->pc;
#else
  return static_cast<void>(machine), 0;
#endif
}

using Frames = std::array<void*, kMostFrames>;

std::uint64_t address(const void* frame) { return reinterpret_cast<std::uint64_t>(frame); }

/// The folder of the file that has this code, with its slash.
std::string folder_of(std::uint64_t at) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(at), &info) == 0 || info.dli_fname == nullptr) return "";
  const std::string file = info.dli_fname;
  return file.substr(0, file.rfind('/') + 1);
}

}  // namespace

CodePlace called_from() {
  Frames frames;
  const int count = ::backtrace(frames.data(), kMostFrames);
  CodePlace place;
  for (int i = 0; i < count && place.size() < kMostCalls; ++i)
    if (!own_code().has(address(frames[i]))) place.push_back(address(frames[i]) - 1);
  return place;
}

CodePlace interrupted(const void* context) {
  Frames frames;
  const int count = ::backtrace(frames.data(), kMostFrames);
  const std::uint64_t here = instruction_of(context);
  CodePlace place{here};
  bool behind = false;
  for (int i = 0; i < count && place.size() < kMostCalls; ++i) {
    if (behind) place.push_back(address(frames[i]) - 1);
    behind = behind || address(frames[i]) == here;
  }
  return place;
}

bool is_of_runtime(const CodePlace& place) {
  if (place.empty() || own_code().has(place.front())) return true;
  const std::string own = folder_of(reinterpret_cast<std::uint64_t>(&own_code));
  return !own.empty() && folder_of(place.front()) == own;
}

/// The last of our functions before the program's own.
std::string called_function() {
  Frames frames;
  const int count = ::backtrace(frames.data(), kMostFrames);
  std::string name;
  for (int i = 0; i < count; ++i) {
    if (!own_code().has(address(frames[i]))) {
      if (!name.empty()) break;
      continue;
    }
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(address(frames[i]) - 1), &info) != 0 && info.dli_sname != nullptr)
      name = info.dli_sname;
  }
  return name;
}

#if defined(__x86_64__)
namespace {

/// The loaded segment of machine code that has it; empty: none.
Code machine_code_at(std::uint64_t at) {
  struct Search {
    std::uint64_t at;
    Code found;
  } search{at, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        Search& of = *static_cast<Search*>(data);
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& part = info->dlpi_phdr[i];
          const std::uint64_t begin = info->dlpi_addr + part.p_vaddr;
          const Code code{begin, begin + part.p_filesz};
          if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0 && code.has(of.at)) of.found = code;
        }
        return of.found.end != 0 ? 1 : 0;
      },
      &search);
  return search.found;
}

/// use_of_result() in the library beside this one; null: it is not there.
using Reader = std::uint8_t (*)(const std::uint8_t* code, std::size_t bytes, std::size_t at);
Reader loaded_reader() {
  static const Reader reader = [] {
    void* const library = load_apart(folder_of(reinterpret_cast<std::uint64_t>(&own_code)) + "libgemmscope_code.so");
    return library == nullptr ? nullptr : reinterpret_cast<Reader>(dlsym(library, "gemmscope_use_of_result"));
  }();
  return reader;
}

}  // namespace
#endif

/// If a function returns the result, its caller decides. If anything is unknown, the result may be used.
bool takes_result(const CodePlace& place) {
#if defined(__x86_64__)
  const Reader reader = loaded_reader();
  for (const std::uint64_t call : place) {
    const Code code = machine_code_at(call);
    if (code.end == 0 || reader == nullptr) return true;
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(code.begin);
    const ResultUse use{reader(bytes, code.end - code.begin, call + 1 - code.begin)};
    if (use != ResultUse::kReturned) return use != ResultUse::kUnused;
  }
  return true;
#else
  return static_cast<void>(place), true;
#endif
}

std::vector<CodeByte> in_files(const CodePlace& place) {
  struct Search {
    const CodePlace& place;
    std::vector<CodeByte> found;
  } search{place, std::vector<CodeByte>(place.size())};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        auto& [addresses, found] = *static_cast<Search*>(data);
        const Code code = loaded_code(*info);
        for (std::size_t i = 0; i < addresses.size(); ++i)
          if (code.has(addresses[i])) found[i] = {info->dlpi_name, addresses[i] - info->dlpi_addr};
        return 0;
      },
      &search);
  std::array<char, PATH_MAX> self{};
  const ssize_t length = readlink("/proc/self/exe", self.data(), self.size());
  std::vector<CodeByte> bytes;
  for (CodeByte& byte : search.found) {
    if (byte.offset == 0) continue;
    if (byte.file.empty() && length > 0) byte.file.assign(self.data(), static_cast<std::size_t>(length));
    if (!byte.file.empty()) bytes.push_back(std::move(byte));
  }
  return bytes;
}

}  // namespace gemmscope::runtime
