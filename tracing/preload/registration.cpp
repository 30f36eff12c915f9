// SPDX-License-Identifier: MIT
// What nvcc's host code registers before main(): the runtime gets fat binaries in which kernels have twins.
#include <algorithm>

#include "tracing/preload/graph.h"
#include "tracing/preload/launch.h"

using namespace gemmscope::preload;
using gemmscope::runtime::FatBinaryWrapper;

extern "C" {

// Not in NVIDIA's headers for programs; as nvcc 12.4 to 13.0 call them.
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaUnregisterFatBinary(void** handle);
void __cudaRegisterFunction(void** handle, const char* stub, char* device_stub, const char* name, int thread_limit,
                            uint3* tid, uint3* bid, dim3* block, dim3* grid, int* warp);
void __cudaRegisterVar(void** handle, char* shadow, char* address, const char* name, int is_extern, std::size_t bytes,
                       int is_constant, int is_global);
void __cudaRegisterManagedVar(void** handle, void** shadow, char* address, const char* name, int is_extern,
                              std::size_t bytes, int is_constant, int is_global);

}  // extern "C"

namespace {

/// A twin, registered as the program's own kernels are, by a stub that is the address of nothing else.
void register_twin(LoadedKernel& kernel) {
  LoadedModule& module = *kernel.module;
  const auto has_it = [&](const Image& image) {
    const auto& names = image.rewritten.kernels;
    return std::ranges::find(names, kernel.kernel.name) != names.end();
  };
  if (module.fat_binary.empty() || !std::ranges::any_of(module.images, has_it)) return;
  kernel.twin = &module.shadows.emplace_back();
  kernel.twin_name = kernel.kernel.name + std::string(gemmscope::rewrite::kTwin);
  GS_REAL(__cudaRegisterFunction)
  (module.handle, kernel.twin, kernel.twin_name.data(), kernel.twin_name.c_str(), -1, nullptr, nullptr, nullptr,
   nullptr, nullptr);
}

/// Static variables inside of kernels, which nvcc's host code does not register, so that they are saved too. Constants
/// of the compiler's own ($str, __cudart_i2opi_f) need not be.
void register_hidden_variables(LoadedModule& module) {
  const auto register_one = [&](const gemmscope::ptx::Variable& variable) {
    const bool is_known = std::ranges::find(module.variables, variable.name, &Variable::name) != module.variables.end();
    const bool is_compilers = variable.name.starts_with('$') || variable.name.starts_with("__cudart");
    if (is_known || is_compilers || variable.space == gemmscope::ptx::Space::kShared) return;
    char* const shadow = &module.shadows.emplace_back();
    Variable& ours = module.variables.emplace_back(Variable{shadow, std::string(variable.name)});
    const bool is_constant = variable.space == gemmscope::ptx::Space::kConst;
    GS_REAL(__cudaRegisterVar)
    (module.handle, shadow, ours.name.data(), ours.name.c_str(), 0, variable.bytes, is_constant ? 1 : 0, 0);
  };
  for (const Image& image : module.images)
    for (const std::string& name : image.rewritten.kernels)
      for (const auto* variable :
           gemmscope::rewrite::arrays_of(**image.module.ptx, *(*image.module.ptx)->find_function(name)))
        register_one(*variable);
}

void forget(Program& all, LoadedModule& module) {
  for (const auto& [ready, graph] : all.graphs)
    for (Task& task : graph->tasks)
      if (task.kernel != nullptr && task.kernel->module == &module) task.kernel = nullptr;
  std::erase_if(all.kernels, [&](const auto& each) { return each.second.module == &module; });
  std::erase_if(all.stubs, [&](const auto& each) { return !all.kernels.contains(each.second); });
  for (const Image& image : module.images)
    for (const std::uint64_t address : image.module.variables) all.allocations.remove(address);
  module.handle = nullptr, module.images.clear(), module.variables.clear();  // the runtime may still have its text
}

}  // namespace

extern "C" {

void __cudaRegisterFatBinaryEnd(void** handle) {
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  LoadedModule* const module = all.module_of(handle);
  const bool has_own_text = all.measures != Program::Measures::kNo;
  if (module != nullptr && (has_own_text || !module->fat_binary.empty())) register_hidden_variables(*module);
  GS_REAL(__cudaRegisterFatBinaryEnd)(handle);
}

/// A library is unloaded, or the program ends. Another library may later be where this one was.
void __cudaUnregisterFatBinary(void** handle) {
  {
    Program& all = program();
    const std::scoped_lock lock(all.mutex);
    if (LoadedModule* const module = all.module_of(handle)) forget(all, *module);
  }
  GS_REAL(__cudaUnregisterFatBinary)(handle);
}

void** __cudaRegisterFatBinary(void* wrapper) {
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  if (all.wish.folder.empty()) return GS_REAL(__cudaRegisterFatBinary)(wrapper);
  LoadedModule& module = all.modules.emplace_back();
  auto* given = static_cast<FatBinaryWrapper*>(wrapper);
  const std::byte* const other = rewrite_module(module, *given);
  if (all.measures != Program::Measures::kNo)
    module.fat_binary.clear();  // kernels run as they are; what the PTX says of variables is of use all the same
  else if (other != nullptr)
    given = new FatBinaryWrapper{given->magic, 1, other, nullptr};  // the runtime keeps it
  module.handle = GS_REAL(__cudaRegisterFatBinary)(given);
  if (module.fat_binary.empty()) return module.handle;
  char* const shadow = &module.shadows.emplace_back();
  static std::string name(gemmscope::rewrite::kControl);
  GS_REAL(__cudaRegisterVar)(module.handle, shadow, name.data(), name.c_str(), 0, module.control_bytes(), 0, 0);
  return module.handle;
}

void __cudaRegisterFunction(void** handle, const char* stub, char* device_stub, const char* name, int thread_limit,
                            uint3* tid, uint3* bid, dim3* block, dim3* grid, int* warp) {
  GS_REAL(__cudaRegisterFunction)
  (handle, stub, device_stub, name, thread_limit, tid, bid, block, grid, warp);
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  LoadedModule* const module = all.module_of(handle);
  if (module == nullptr) return;
  LoadedKernel& kernel = all.kernels[stub];
  kernel.module = module;
  kernel.kernel.stub = stub, kernel.kernel.name = name;
  register_twin(kernel);
}

void __cudaRegisterVar(void** handle, char* shadow, char* address, const char* name, int is_extern, std::size_t bytes,
                       int is_constant, int is_global) {
  GS_REAL(__cudaRegisterVar)(handle, shadow, address, name, is_extern, bytes, is_constant, is_global);
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  if (LoadedModule* const module = all.module_of(handle)) module->variables.push_back({shadow, name});
}

void __cudaRegisterManagedVar(void** handle, void** shadow, char* address, const char* name, int is_extern,
                              std::size_t bytes, int is_constant, int is_global) {
  GS_REAL(__cudaRegisterManagedVar)(handle, shadow, address, name, is_extern, bytes, is_constant, is_global);
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  if (LoadedModule* const module = all.module_of(handle)) module->variables.push_back({shadow, name, true});
}

}  // extern "C"
