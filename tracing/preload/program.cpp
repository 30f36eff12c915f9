// SPDX-License-Identifier: MIT
#include "tracing/preload/program.h"

#include <algorithm>

#include "tracing/lockstep/decode.h"
#include "tracing/ptx/read.h"
#include "tracing/ptx/readable_names.h"
#include "tracing/runtime/fat_binary.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::preload {

std::uint64_t LoadedModule::control_bytes() const {
  std::uint64_t bytes = 0;
  for (const Image& image : images) bytes = std::max(bytes, image.rewritten.control_bytes);
  return bytes;
}

Image* LoadedModule::image_for(unsigned architecture) {
  Image* newest = nullptr;
  for (Image& image : images)
    if (rewrite::runs_on((*image.module.ptx)->target, architecture) &&
        (newest == nullptr || image.architecture > newest->architecture))
      newest = &image;
  return newest;
}

LoadedModule* Program::module_of(void** handle) {
  const auto found = std::ranges::find(modules, handle, &LoadedModule::handle);
  return found == modules.end() ? nullptr : &*found;
}

LoadedKernel* Program::kernel_of(const void* kernel) {
  const auto handle = stubs.find(kernel);
  const auto found = kernels.find(handle == stubs.end() ? kernel : handle->second);
  return found == kernels.end() ? nullptr : &found->second;
}

Program::Measures Program::measures_of_environment() {
  const char* const value = std::getenv(runtime::kMeasureVariable);
  const std::string_view word = value == nullptr ? "" : value;
  return word == "once" ? Measures::kOnce : word == "on" ? Measures::kOn : Measures::kNo;
}

Program& program() {
  static Program* const one = new Program;
  return *one;
}

const std::byte* rewrite_module(LoadedModule& module, const runtime::FatBinaryWrapper& given) {
  const std::vector<const std::byte*> fat_binaries = runtime::fat_binaries_of(given);
  auto images = runtime::ptx_of_all(fat_binaries, "recorded");
  if (!images) return module.trouble = images.error().message, nullptr;
  std::vector<std::string> texts;
  for (runtime::PtxImage& image : *images) {
    auto read = ptx::read(std::move(image.text));
    if (!read) return module.trouble = read.error().message, nullptr;
    Image& kept = module.images.emplace_back();
    kept.architecture = image.architecture;
    kept.rewritten = rewrite::rewritten(*read);
    kept.module.fat_binaries = fat_binaries;
    kept.module.ptx = std::move(read);
    texts.push_back(kept.rewritten.text);
  }
  if (module.control_bytes() == 0) return nullptr;  // none has a twin
  const std::span bytes{fat_binaries[0], runtime::fat_binary_size(fat_binaries[0])};
  if (fat_binaries.size() > 1) texts.resize(runtime::ptx_of_fat_binary(bytes)->size(), texts[0]);
  module.fat_binary = runtime::fat_binary_with(bytes, texts);
  return module.fat_binary.data();
}

Result<void> decode(LoadedKernel& loaded, unsigned architecture) {
  if (loaded.kernel.program) {
    if (!*loaded.kernel.program) return tl::unexpected(loaded.kernel.program->error());
    return {};
  }
  LoadedModule& module = *loaded.module;
  if (!module.trouble.empty()) return fail(ErrorKind::kUsage, module.trouble);
  Image* const newest = module.image_for(architecture);
  const ptx::Function* const function =
      newest == nullptr ? nullptr : (*newest->module.ptx)->find_function(loaded.kernel.name);
  if (function == nullptr)
    return fail(ErrorKind::kUsage,
                "the program's PTX has no kernel " + ptx::short_name(loaded.kernel.name) + " for this GPU");
  loaded.kernel.module = &newest->module;
  loaded.kernel.function = function;
  if (const auto sites = rewrite::sites_of(**newest->module.ptx, *function); !sites)
    return loaded.kernel.program = tl::unexpected(sites.error()), tl::unexpected(sites.error());
  newest->module.variables.resize((*newest->module.ptx)->variables.size());
  loaded.kernel.program = lockstep::decode(**newest->module.ptx, *function, newest->module.variables);
  if (!*loaded.kernel.program) return tl::unexpected(loaded.kernel.program->error());
  return {};
}

}  // namespace gemmscope::preload
