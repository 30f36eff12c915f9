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
  const auto folder_of = [](std::uint64_t at) -> std::string {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(at), &info) == 0 || info.dli_fname == nullptr) return "";
    const std::string file = info.dli_fname;
    return file.substr(0, file.rfind('/') + 1);
  };
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

namespace {

/// The bytes of an instruction that puts a constant, or what is at a constant distance, into another register than eax:
/// what a compiler does for the next call, as `lea rdi, [rip + text]`. 0: it is no such instruction.
int bytes_of_next_argument(const std::uint8_t* code) {
  const bool rex = (code[0] & 0xf0) == 0x40;
  const std::uint8_t op = code[rex ? 1 : 0], modrm = code[rex ? 2 : 1];
  const int prefix = rex ? 1 : 0;
  const bool far_register = rex && (code[0] & 1) != 0;  // r8 to r15
  if ((op == 0x8d || op == 0x8b) && (modrm & 0xc7) == 0x05)
    return (modrm & 0x38) != 0 || (code[0] & 4) ? prefix + 6 : 0;
  if (op > 0xb8 && op <= 0xbf) return prefix + (rex && (code[0] & 8) != 0 ? 9 : 5);
  if (op == 0xb8 && far_register) return prefix + 5;
  if (op == 0xc7 && modrm > 0xc0 && modrm <= 0xc7) return prefix + 6;
  if (op == 0x89 && modrm >= 0xc0 && (modrm & 0x38) != 0) return prefix + 2;  // from another register than eax
  return 0;
}

}  // namespace

/// The code behind the call shows what happens to eax: it is unused if another call or other work overwrites it.
bool takes_result(const CodePlace& place) {
#if defined(__x86_64__)
  if (place.empty()) return true;
  const auto* code = reinterpret_cast<const std::uint8_t*>(place.front() + 1);
  constexpr int kLooks = 12;  // bytes: an instruction or two
  for (int i = 0; i < kLooks; ++i) {
    if (const int bytes = bytes_of_next_argument(code + i); bytes != 0) {
      i += bytes - 1;
      continue;
    }
    const std::uint8_t first = code[i], second = code[i + 1];
    const bool from_eax = (second & 0x38) == 0, of_eax = (second & 7) == 0, in_register = second >= 0xc0;
    if (first == 0xe8 || first == 0xe9 || first == 0xeb) return false;     // call, jmp
    if ((first == 0x31 && second == 0xc0) || first == 0xb8) return false;  // xor eax, eax; mov eax, ..
    if (first == 0xc3) return true;                                        // ret: its caller's result
    if ((first == 0x85 || first == 0x84) && second == 0xc0) return true;   // test eax, eax
    if ((first == 0x89 || first == 0x39 || first == 0x3b || first == 0x09) && from_eax) return true;  // mov .., eax
    if (first == 0x83 && of_eax && in_register) return true;                            // sub eax, imm8, and the like
    if (first == 0x3d || first == 0x2d || first == 0x05 || first == 0x25) return true;  // cmp eax, imm32, ..
    if (first == 0x0b && of_eax && in_register) return true;                            // or .., eax
    if (first == 0x8d && of_eax && !in_register) return true;                           // lea .., [rax + ..]
    if (first == 0xff && of_eax && in_register) return true;                            // dec eax
    if (first == 0x48 && (second == 0x98 || second == 0x63)) return true;               // cdqe, movsxd
  }
  return false;
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
