// SPDX-License-Identifier: MIT
#include "tracing/runtime/modules.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "tracing/format/input_file.h"
#include "tracing/lockstep/decode.h"
#include "tracing/ptx/read.h"
#include "tracing/ptx/readable_names.h"
#include "tracing/runtime/fat_binary.h"
#include "tracing/runtime/source.h"

namespace gemmscope::runtime {
namespace {

/// The PTX that was made for the newest GPU. A program with other numbers may have it in a file.
Result<ptx::Module> newest_ptx(std::span<const std::byte* const> fat_binaries) {
  const std::string file = changed_source().kernels;
  const std::string bytes = file.empty() ? "" : format::text_in(file);
  auto images =
      file.empty() ? ptx_of_all(fat_binaries, "run without a GPU") : ptx_of_fat_binary(std::as_bytes(std::span(bytes)));
  if (images && images->empty()) images = fail(ErrorKind::kBadFile, file + " has no PTX");
  if (!images) return tl::unexpected(images.error());
  return ptx::read(std::move(std::ranges::max_element(*images, {}, &PtxImage::architecture)->text));
}

bool has_memory(const ptx::Variable& variable) {
  return variable.space == ptx::Space::kGlobal || variable.space == ptx::Space::kConst;
}

/// The bytes as they are written, and the addresses among them.
Result<void> initialise(const ptx::Module& module, const ptx::Variable& variable,
                        std::span<const std::uint64_t> variables, std::byte* at) {
  std::memset(at, 0, variable.bytes);
  std::ranges::copy(std::as_bytes(std::span(variable.initial)), at);
  for (const ptx::Reference& reference : variable.references) {
    const bool is_function = reference.of == ptx::Of::kFunction;
    if (!is_function && !has_memory(module.variables[reference.index]))
      return fail(ErrorKind::kUsage, "variable " + std::string(variable.name) + " holds the address of " +
                                         std::string(reference.name) + ", which is not supported");
    std::uint64_t address =
        is_function ? lockstep::function_address(module, reference.index) : variables[reference.index];
    address += static_cast<std::uint64_t>(reference.addend);
    address = (address & reference.mask) >> (reference.mask == 0 ? 0 : std::countr_zero(reference.mask));
    std::memcpy(at + reference.offset, &address, reference.bytes);
  }
  return {};
}

}  // namespace

Module* Modules::add(std::vector<const std::byte*> fat_binaries) {
  modules_.emplace_back().fat_binaries = std::move(fat_binaries);
  return &modules_.back();
}

void Modules::add_kernel(Module* module, const void* stub, std::string name) {
  kernels_[stub] = {.module = module, .name = std::move(name), .function = nullptr, .program = {}, .stub = stub};
}

void Modules::add_symbol(Module* module, const void* shadow, std::string name) {
  symbols_[shadow] = {module, std::move(name)};
}

Kernel* Modules::kernel(const void* stub) {
  const auto found = kernels_.find(stub);
  return found == kernels_.end() ? nullptr : &found->second;
}

Result<const ptx::Module*> Modules::read(Module& module) {
  if (!module.ptx) {
    module.ptx = newest_ptx(module.fat_binaries);
    if (*module.ptx) {
      // Each variable begins a page, just as on a GPU it begins at a multiple of 256 bytes: cubins put variables one
      // behind another, but the driver moves them apart (look_up of tests/programs/boundaries.cu, counted in
      // docs/gpu.md).
      for (const ptx::Variable& variable : (*module.ptx)->variables) {
        std::byte* const at =
            has_memory(variable) ? memory_.allocate(std::max<std::uint64_t>(variable.bytes, 1)) : nullptr;
        if (has_memory(variable) && at == nullptr)
          return fail(ErrorKind::kNoSpace, "there is no memory for variable " + std::string(variable.name));
        module.variables.push_back(reinterpret_cast<std::uint64_t>(at));
      }
      for (std::size_t i = 0; i < module.variables.size(); ++i)
        if (module.variables[i] != 0)
          if (auto done = initialise(**module.ptx, (*module.ptx)->variables[i], module.variables,
                                     reinterpret_cast<std::byte*>(module.variables[i]));
              !done) {
            module.ptx = tl::unexpected(done.error());
            break;
          }
    }
  }
  if (!*module.ptx) return tl::unexpected(module.ptx->error());
  return &**module.ptx;
}

Result<const lockstep::Program*> Modules::program(Kernel& kernel) {
  if (!kernel.program) {
    const auto module = read(*kernel.module);
    if (!module) return tl::unexpected(module.error());
    kernel.function = (*module)->find_function(kernel.name);
    if (kernel.function == nullptr)
      return fail(ErrorKind::kUsage, "the program's PTX has no kernel " + ptx::short_name(kernel.name) +
                                         "; was it compiled for other GPUs than the rest?");
    kernel.program = lockstep::decode(**module, *kernel.function, kernel.module->variables);
  }
  if (!*kernel.program) return tl::unexpected(kernel.program->error());
  return &**kernel.program;
}

Result<std::optional<Place>> Modules::place(const void* shadow) {
  const auto found = symbols_.find(shadow);
  if (found == symbols_.end()) return std::nullopt;
  const auto module = read(*found->second.module);
  if (!module) return tl::unexpected(module.error());
  const ptx::Variable* const variable = (*module)->find_variable(found->second.name);
  if (variable == nullptr) return std::nullopt;
  const auto i = static_cast<std::size_t>(variable - (*module)->variables.data());
  return Place{reinterpret_cast<std::byte*>(found->second.module->variables[i]), variable->bytes};
}

}  // namespace gemmscope::runtime
