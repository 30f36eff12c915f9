// SPDX-License-Identifier: MIT
/// @file program_bench.cpp
/// How fast an ordinary CUDA kernel runs and is recorded from its PTX. These are times of a CPU: they say what a user
/// waits for, and nothing about a GPU.
///
/// scripts/measure runs it, takes medians and writes docs/performance.md. Arguments: size, host threads. Run from the
/// top of the repository.
#include <benchmark/benchmark.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tracing/format/file.h"
#include "tracing/lockstep/decode.h"
#include "tracing/ptx/read.h"
#include "tracing/runtime/memory.h"
#include "tracing/runtime/recorded_launch.h"
#include "tracing/runtime/wish.h"

namespace gemmscope {
namespace {

using runtime::Results;
using Size = std::array<std::uint32_t, 3>;

/// A kernel that multiplies square matrices.
struct Gemm {
  const char *name, *ptx;
  Size (*grid)(std::uint32_t size);
  Size block;
  /// What it is called with besides A, B and C.
  enum class Scalars { kMNK, kNK, kMNKAlphaBeta } scalars;
};
constexpr Gemm kGemms[] = {
    {"naive",
     "tests/data/programs/naive.ptx",
     [](std::uint32_t n) {
       return Size{n / 16, n / 16, 1};
     },
     {16, 16, 1},
     Gemm::Scalars::kMNK},
    {"tiled",
     "tests/data/programs/tiled.ptx",
     [](std::uint32_t n) {
       return Size{n / 32, n / 32, 1};
     },
     {32, 32, 1},
     Gemm::Scalars::kMNK},
    {"register_tile",
     "tests/data/programs/register_tile.ptx",
     [](std::uint32_t n) {
       return Size{n / 64, n / 64, 1};
     },
     {256, 1, 1},
     Gemm::Scalars::kNK},
#if defined(GEMMSCOPE_WARP_TILE_PTX)
    {"warp_tile",
     GEMMSCOPE_WARP_TILE_PTX,
     [](std::uint32_t n) {
       return Size{n / 128, n / 128, 1};
     },
     {128, 1, 1},
     Gemm::Scalars::kMNKAlphaBeta},
#endif
};

/// The kernel, decoded, and its matrices.
struct Setup {
  runtime::Memory memory;
  runtime::Module module;
  runtime::Kernel kernel;
  lockstep::Launch launch;
  float* C = nullptr;

  Setup(const Gemm& gemm, std::uint32_t n) {
    std::ifstream in(gemm.ptx);
    module.ptx = ptx::read({std::istreambuf_iterator<char>(in), {}});
    if (!*module.ptx) std::abort();
    module.variables.resize((*module.ptx)->variables.size());
    kernel.module = &module;
    for (const ptx::Function& function : (*module.ptx)->functions)
      if (function.is_entry && kernel.function == nullptr) kernel.function = &function;
    kernel.name = kernel.function->name;
    kernel.program = lockstep::decode(**module.ptx, *kernel.function, module.variables);
    if (!*kernel.program) std::abort();
    launch = {gemm.grid(n), gemm.block, 0, {}};
    const float *A = matrix(n, 17), *B = matrix(n, 13);
    C = matrix(n, 1);
    const auto size = static_cast<std::int32_t>(n);
    if (gemm.scalars == Gemm::Scalars::kMNK) pass(size, size, size, A, B, C);
    if (gemm.scalars == Gemm::Scalars::kNK) pass(size, size, A, B, C);
    if (gemm.scalars == Gemm::Scalars::kMNKAlphaBeta) pass(size, size, size, 1.0f, A, B, 0.0f, C);
  }
  float* matrix(std::size_t n, std::size_t turn) {
    auto* const at = reinterpret_cast<float*>(memory.allocate(n * n * sizeof(float), true));  // as cudaMalloc does
    memory.wrote(at, n * n * sizeof(float));
    for (std::size_t i = 0; i < n * n; ++i) at[i] = static_cast<float>(i % turn) - static_cast<float>(turn / 2);
    return at;
  }
  template <class... Arguments>
  void pass(Arguments... arguments) {
    const auto add = [&](const auto& value) {
      auto& bytes = launch.arguments;
      bytes.resize((bytes.size() + sizeof(value) - 1) / sizeof(value) * sizeof(value));
      const auto more = std::as_bytes(std::span(&value, 1));
      bytes.insert(bytes.end(), more.begin(), more.end());
    };
    (add(arguments), ...);
    if (launch.arguments.size() != (*kernel.program)->argument_bytes) std::abort();
  }
};

void count(benchmark::State& state, std::uint64_t requests) {
  const double n = static_cast<double>(state.range(0));
  state.counters["flop"] = benchmark::Counter(2 * n * n * n, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["requests"] = static_cast<double>(requests);
}

void ran(benchmark::State& state, const Gemm& gemm) {
  const Setup setup(gemm, static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state)
    if (!runtime::run_grid(**setup.kernel.program, setup.launch, setup.memory.allocations(),
                           static_cast<unsigned>(state.range(1)))
             .empty())
      return state.SkipWithError("a fault in a kernel that has none");
  count(state, 0);
}

template <runtime::Results kResults>
void recorded(benchmark::State& state, const Gemm& gemm) {
  Setup setup(gemm, static_cast<std::uint32_t>(state.range(0)));
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "program_bench.gst";
  std::uint64_t requests = 0;
  for (auto _ : state) {
    const auto done = runtime::run_recorded(setup.kernel, setup.launch, runtime::Wish().part_of(setup.launch),
                                            setup.memory, kResults, static_cast<unsigned>(state.range(1)));
    if (!done.recording) return state.SkipWithError(done.recording.error().message.c_str());
    if (!format::write_file(*done.recording, file)) return state.SkipWithError("the file was not written");
    requests = done.recording->request_count();
  }
  count(state, requests);
  state.counters["file_bytes"] = static_cast<double>(std::filesystem::file_size(file));
  std::filesystem::remove(file);
}

const bool all_registered = [] {
  for (const Gemm& gemm : kGemms) {
    const std::string name = gemm.name;
    const auto add = [&](const std::string& what, auto run, int size, int threads) {
      auto* const b = benchmark::RegisterBenchmark((what + "/" + name).c_str(),
                                                   [run, &gemm](benchmark::State& s) { run(s, gemm); });
      b->Args({size, threads})->ArgNames({"size", "threads"})->Unit(benchmark::kMillisecond);
      b->MeasureProcessCPUTime();
    };
    add("Ran", ran, 1024, 1);
    const int large = name == "naive" || name == "tiled" ? 2048 : 4096;
    add("Recorded", recorded<Results::kRight>, 1024, 1);
    add("Recorded", recorded<Results::kRight>, large, 2);
    add("Addresses", recorded<Results::kLeftOut>, 1024, 1);
    add("Addresses", recorded<Results::kLeftOut>, large, 2);
  }
  return true;
}();

}  // namespace
}  // namespace gemmscope
