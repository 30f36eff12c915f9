// SPDX-License-Identifier: MIT
/// @file fake_driver.cpp
/// A libcuda.so.1 for tests of compare_operations where there is no GPU: the interpreter runs the kernels. With
/// GEMMSCOPE_FAKE_FAULT in the environment it gives one wrong bit with each result.
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>

#include "tracing/lockstep/decode.h"
#include "tracing/lockstep/launch.h"
#include "tracing/ptx/read.h"

namespace {

using namespace gemmscope;
using Address = unsigned long long;

constexpr int kInvalidPtx = 218;  // CUDA_ERROR_INVALID_PTX
constexpr int kLogBuffer = 5;     // CU_JIT_ERROR_LOG_BUFFER; its size follows

struct Module {
  ptx::Module text;
  std::map<std::string, lockstep::Program> programs;
};

lockstep::Allocations memory;

std::unique_ptr<Module> read(const char* text, std::string& why) {
  auto module = ptx::read(text);
  if (!module) return why = module.error().message, nullptr;
  auto loaded = std::make_unique<Module>(Module{std::move(*module), {}});
  for (const ptx::Function& function : loaded->text.functions) {
    auto program = lockstep::decode(loaded->text, function, {});
    if (!program) return why = program.error().message, nullptr;
    loaded->programs.emplace(function.name, std::move(*program));
  }
  return loaded;
}

}  // namespace

extern "C" {

int cuInit(unsigned) { return 0; }
int cuDriverGetVersion(int* version) { return *version = 13000, 0; }
int cuDeviceGet(int* device, int) { return *device = 0, 0; }
int cuDeviceGetName(char* name, int, int) { return std::strcpy(name, "the interpreter"), 0; }
int cuDeviceGetAttribute(int* value, int attribute, int) { return *value = attribute == 75 ? 9 : 0, 0; }
int cuDevicePrimaryCtxRetain(void**, int) { return 0; }
int cuCtxSetCurrent(void*) { return 0; }
int cuCtxSynchronize() { return 0; }

int cuGetErrorString(int code, const char** text) {
  *text = code == kInvalidPtx ? "a PTX JIT compilation failed" : "unknown error";
  return 0;
}

int cuModuleLoadDataEx(void** module, const void* text, unsigned options, int* kinds, void** values) {
  std::string why;
  *module = read(static_cast<const char*>(text), why).release();
  for (unsigned i = 0; i < options && *module == nullptr; ++i)
    if (kinds[i] == kLogBuffer) std::strcpy(static_cast<char*>(values[i]), why.c_str());
  return *module != nullptr ? 0 : kInvalidPtx;
}
int cuModuleUnload(void* module) { return delete static_cast<Module*>(module), 0; }
int cuModuleGetFunction(void** function, void* module, const char* name) {
  *function = &static_cast<Module*>(module)->programs.at(name);
  return 0;
}

int cuMemAlloc_v2(Address* address, std::size_t bytes) {
  *address = reinterpret_cast<Address>(std::malloc(bytes));
  memory.add(*address, bytes);
  return 0;
}
int cuMemFree_v2(Address address) {
  memory.remove(address);
  return std::free(reinterpret_cast<void*>(address)), 0;
}
int cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
  return std::memcpy(reinterpret_cast<void*>(to), from, bytes), 0;
}
int cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
  std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
  if (std::getenv("GEMMSCOPE_FAKE_FAULT") != nullptr) static_cast<unsigned char*>(to)[0] ^= 1;
  return 0;
}

/// Every parameter is an address.
int cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void*, void** parameters, void**) {
  const auto& program = *static_cast<const lockstep::Program*>(function);
  lockstep::Launch launch{{gx, gy, gz}, {bx, by, bz}, shared, std::vector<std::byte>(program.argument_bytes)};
  for (std::size_t i = 0; i < program.argument_bytes / sizeof(Address); ++i)
    std::memcpy(launch.arguments.data() + i * sizeof(Address), parameters[i], sizeof(Address));
  std::vector<lockstep::Fault> faults;
  for (std::uint64_t block = 0; block < launch.blocks(); ++block)
    if (!lockstep::run_block(program, launch, memory, block, nullptr, faults)) break;
  return faults.empty() ? 0 : 700;  // CUDA_ERROR_ILLEGAL_ADDRESS
}

}  // extern "C"
