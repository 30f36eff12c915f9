// SPDX-License-Identifier: MIT
#include "tests/cuda/operations/gpu.h"

#include <dlfcn.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace gemmscope::operations {

namespace {
using Handle = void*;
using Address = unsigned long long;
constexpr int kLogBuffer = 5, kLogBytes = 6;  // CU_JIT_ERROR_LOG_BUFFER and its size, of cuda.h
constexpr int kMajor = 75, kMinor = 76;       // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR
}  // namespace

/// As cuda.h declares them; that header is not needed to build.
struct Driver {
  int (*init)(unsigned) = nullptr;
  int (*version)(int*) = nullptr;
  int (*device)(int*, int) = nullptr;
  int (*name)(char*, int, int) = nullptr;
  int (*attribute)(int*, int, int) = nullptr;
  int (*retain)(Handle*, int) = nullptr;
  int (*set_current)(Handle) = nullptr;
  int (*load)(Handle*, const void*, unsigned, int*, void**) = nullptr;
  int (*unload)(Handle) = nullptr;
  int (*function)(Handle*, Handle, const char*) = nullptr;
  int (*allocate)(Address*, std::size_t) = nullptr;
  int (*free)(Address) = nullptr;
  int (*to_device)(Address, const void*, std::size_t) = nullptr;
  int (*to_host)(void*, Address, std::size_t) = nullptr;
  int (*launch)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void**,
                void**) = nullptr;
  int (*synchronize)() = nullptr;
  int (*error)(int, const char**) = nullptr;

  bool find_all(void* library);
  std::string text(const char* what, int code) const {
    const char* says = nullptr;
    if (error != nullptr) error(code, &says);
    return std::string(what) + ": " + (says != nullptr ? says : "error " + std::to_string(code));
  }
};

bool Driver::find_all(void* library) {
  bool all = true;
  const auto find = [&](auto& to, const char* symbol) {
    to = reinterpret_cast<std::remove_reference_t<decltype(to)>>(dlsym(library, symbol));
    all = all && to != nullptr;
  };
  find(init, "cuInit"), find(version, "cuDriverGetVersion"), find(device, "cuDeviceGet");
  find(name, "cuDeviceGetName"), find(attribute, "cuDeviceGetAttribute");
  find(retain, "cuDevicePrimaryCtxRetain"), find(set_current, "cuCtxSetCurrent");
  find(load, "cuModuleLoadDataEx"), find(unload, "cuModuleUnload"), find(function, "cuModuleGetFunction");
  find(allocate, "cuMemAlloc_v2"), find(free, "cuMemFree_v2");
  find(to_device, "cuMemcpyHtoD_v2"), find(to_host, "cuMemcpyDtoH_v2");
  find(launch, "cuLaunchKernel"), find(synchronize, "cuCtxSynchronize"), find(error, "cuGetErrorString");
  return all;
}

/// Memory of the device, kept from row to row and made anew where one needs more.
struct Gpu::State {
  Handle module = nullptr;
  std::array<Address, 1 + kMostOperands> memory{};
  std::array<std::size_t, 1 + kMostOperands> sizes{};
};

namespace {

/// The driver's own number: the first word of digits and dots in its version line.
std::string driver_number() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  std::istringstream words(line);
  for (std::string word; words >> word;)
    if (word.find('.') != std::string::npos && word.find_first_not_of("0123456789.") == std::string::npos)
      return word + " ";
  return {};
}

}  // namespace

Gpu::Gpu(std::unique_ptr<Driver> api) : api_(std::move(api)), state_(std::make_unique<State>()) {}
Gpu::~Gpu() {
  if (state_->module != nullptr) api_->unload(state_->module);
  for (const Address address : state_->memory)
    if (address != 0) api_->free(address);
}

std::unique_ptr<Gpu> Gpu::open(std::string& why) {
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  auto api = std::make_unique<Driver>();
  if (library == nullptr || !api->find_all(library)) {
    why = "there is no GPU here: no NVIDIA driver is installed on this machine";
    return nullptr;
  }
  int device = 0, version = 0, major = 0, minor = 0;
  Handle context = nullptr;
  if (int code = api->init(0); code != 0 || (code = api->device(&device, 0)) != 0 ||
                               (code = api->retain(&context, device)) != 0 || (code = api->set_current(context)) != 0) {
    why = api->text("there is no GPU that the driver can use", code);
    return nullptr;
  }
  std::unique_ptr<Gpu> gpu(new Gpu(std::move(api)));
  char name[256]{};
  gpu->api_->name(name, sizeof name - 1, device);
  gpu->api_->version(&version);
  gpu->api_->attribute(&major, kMajor, device), gpu->api_->attribute(&minor, kMinor, device);
  gpu->name = name, gpu->capability = 10 * major + minor;
  gpu->driver =
      driver_number() + "(CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10) + ")";
  return gpu;
}

bool Gpu::load(const std::string& ptx, std::string& why) {
  if (state_->module != nullptr) api_->unload(state_->module);
  state_->module = nullptr;
  std::string log(8192, '\0');
  int options[] = {kLogBuffer, kLogBytes};
  void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
  const int code = api_->load(&state_->module, ptx.c_str(), 2, options, values);
  if (code == 0) return true;
  log.resize(std::min(log.find('\0'), log.size()));
  for (char& c : log)
    if (c == '\n') c = ' ';
  why = api_->text("the driver refuses the PTX", code) + " " + log;
  state_->module = nullptr;
  return false;
}

bool Gpu::run(const std::string& kernel, const Operation& operation, const Batch& batch, Columns& columns,
              std::string& why) {
  const auto done = [&](const char* what, int code) {
    if (code != 0) why = api_->text(what, code);
    return code == 0;
  };
  const auto all = static_cast<std::size_t>(operands_of(operation));
  const auto put = [&](std::size_t at, const void* from, std::size_t bytes) {
    State& state = *state_;
    if (state.sizes[at] < bytes) {
      if (state.memory[at] != 0) api_->free(state.memory[at]);
      state.sizes[at] = 0;
      if (!done("cuMemAlloc", api_->allocate(&state.memory[at], bytes))) return false;
      state.sizes[at] = bytes;
    }
    return done("cuMemcpyHtoD", api_->to_device(state.memory[at], from, bytes));
  };
  if (!put(0, batch.active.data(), batch.active.size() * sizeof(lockstep::Mask))) return false;
  for (std::size_t i = 0; i < all; ++i)
    if (!put(1 + i, batch.columns[i].bytes.data(), batch.columns[i].bytes.size())) return false;
  Handle function = nullptr;
  if (!done("cuModuleGetFunction", api_->function(&function, state_->module, kernel.c_str()))) return false;
  std::array<void*, 1 + kMostOperands> arguments{};
  for (std::size_t i = 0; i < arguments.size(); ++i) arguments[i] = &state_->memory[i];
  const auto blocks = static_cast<unsigned>(batch.warps() / kWarpsPerBlock);
  if (!done("cuLaunchKernel", api_->launch(function, blocks, 1, 1, kWarpsPerBlock * lockstep::kLanes, 1, 1, 0, nullptr,
                                           arguments.data(), nullptr)) ||
      !done("the kernel", api_->synchronize()))
    return false;
  columns = batch.columns;
  for (std::size_t i = 0; i < operation.results; ++i)
    if (!done("cuMemcpyDtoH", api_->to_host(columns[i].bytes.data(), state_->memory[1 + i], columns[i].bytes.size())))
      return false;
  return true;
}

}  // namespace gemmscope::operations
