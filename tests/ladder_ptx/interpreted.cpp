// SPDX-License-Identifier: MIT
#include "tests/ladder_ptx/interpreted.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "tracing/lockstep/decode.h"
#include "tracing/ptx/read.h"
#include "tracing/ptx/readable_names.h"
#include "tracing/runtime/recorded_launch.h"
#include "tracing/runtime/wish.h"
#include "tracing/simt/matrix_memory.h"

namespace gemmscope::ladder {
namespace {

template <class T>
T or_abort(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "%s\n", result.error().message.c_str());
  std::abort();
}

ptx::Module read(const std::string& file) {
  std::ifstream in(std::string(GEMMSCOPE_LADDER_PTX "/") + file, std::ios::binary);
  return or_abort(ptx::read({std::istreambuf_iterator<char>(in), {}}));
}

/// The kernel's arguments in the order of kernels/gemm_arguments.h, where its parameters lie.
std::vector<std::byte> arguments_of(const lockstep::Program& program, const Entry& entry,
                                    const kernels::GemmArguments& a) {
  std::vector<std::byte> bytes(program.argument_bytes);
  std::size_t next = 0;
  const auto add = [&](const void* from, std::size_t size) {
    const lockstep::ParameterPlace& place = program.parameters.at(next++);
    if (place.bytes != size) std::abort();  // host and device disagree about a type
    std::memcpy(bytes.data() + place.offset, from, size);
  };
  for (const int* size : {&a.M, &a.N, &a.K}) add(size, sizeof *size);
  add(&a.alpha, sizeof a.alpha), add(&a.A, sizeof a.A), add(&a.B, sizeof a.B);
  add(&a.beta, sizeof a.beta), add(&a.C, sizeof a.C);
  add(entry.layout.data(), entry.layout.size());
  return bytes;  // what is left, PlainMemory::Params, is empty
}

}  // namespace

std::string entry_name(const std::string& mangled) {
  std::string name = ptx::full_name(mangled);
  std::erase(name, ' ');
  return name;
}

const runtime::Kernel* Modules::find(const Entry& entry) {
  const auto [known, is_new] = modules_.try_emplace(entry.file);
  runtime::Module& module = known->second;
  if (is_new) {
    module.ptx = read(entry.file);
    for (const ptx::Function& function : (*module.ptx)->functions) {
      const std::string mangled(function.name);
      kernels_[entry_name(mangled)] = {.module = &module, .name = mangled, .function = &function, .program = {}};
    }
  }
  const auto found = kernels_.find(entry.name);
  if (found == kernels_.end()) return nullptr;
  runtime::Kernel& kernel = found->second;
  if (!kernel.program) {
    const std::vector<std::uint64_t> variables((*module.ptx)->variables.size());  // all are in shared memory
    kernel.program = or_abort(lockstep::decode(**module.ptx, *kernel.function, variables));
  }
  return &kernel;
}

Result<format::Recording> interpret(const runtime::Kernel& kernel, const Entry& entry, const record::Plan& plan,
                                    kernels::GemmData& data) {
  simt::MatrixMemory matrices(plan);
  if (auto filled = matrices.fill(data); !filled) return tl::unexpected(filled.error());
  runtime::Memory memory;
  const void* const places[] = {matrices.A(), matrices.B(), matrices.C()};
  for (std::size_t i = 0; i < std::size(places); ++i)
    if (const std::size_t bytes = plan.matrices()[i].bytes(); bytes != 0) memory.adopt(places[i], bytes);
  const kernels::GemmArguments arguments = plan.arguments(matrices.A(), matrices.B(), matrices.C());
  const lockstep::Launch launch{.grid = {plan.grid_x, plan.grid_y, 1},
                                .block = {plan.threads, 1, 1},
                                .arguments = arguments_of(**kernel.program, entry, arguments)};
  runtime::RecordedLaunch done = runtime::run_recorded(kernel, launch, runtime::Wish().part_of(launch), memory);
  matrices.copy_C(data.C);
  return std::move(done.recording);
}

}  // namespace gemmscope::ladder
