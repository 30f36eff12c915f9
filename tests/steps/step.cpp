// SPDX-License-Identifier: MIT
#include "tests/steps/step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "tests/steps/compiled.h"
#include "tracing/analysis/tiles/described.h"
#include "tracing/cxx/knobs.h"
#include "tracing/cxx/said_arguments.h"
#include "tracing/lockstep/decode.h"
#include "tracing/ptx/read.h"
#include "tracing/runtime/grid.h"
#include "tracing/runtime/recorded_launch.h"
#include "tracing/runtime/wish.h"

namespace gemmscope::testing {
namespace {

/// Memory for `elements`. Neighbours have different values, and it begins at a multiple of 256 bytes, as cudaMalloc's
/// does.
struct Matrix {
  std::size_t bytes;
  std::unique_ptr<std::byte, decltype(&std::free)> data;

  Matrix(std::size_t elements, bool half)
      : bytes(elements * (half ? 2 : 4)),
        data(static_cast<std::byte*>(std::aligned_alloc(256, (bytes + 255) / 256 * 256)), &std::free) {
    for (std::size_t i = 0; i < elements; ++i) {
      const float number = 1 + static_cast<float>(i * 5 % 11);
      const auto half_number = static_cast<std::uint16_t>(0x3c00 + i * 5 % 11);
      half ? std::memcpy(data.get() + 2 * i, &half_number, 2) : std::memcpy(data.get() + 4 * i, &number, 4);
    }
  }
};

std::uint32_t threads_of(const ptx::Function& function) {
  for (const ptx::Directive& directive : function.directives)
    if (directive.name == "maxntid") return directive.values[0];
  throw std::runtime_error(std::string(function.name) + " does not say how many threads a block has");
}

/// Blocks along x and y. Blocks of sgemm64 walk rows of C along x.
std::array<std::uint32_t, 3> grid_of(const std::string& text, std::uint32_t threads, const Product& p) {
  const cxx::Knobs knobs = cxx::knobs_of(text);
  const auto tile = [&](const char* name) {
    const cxx::Knob* knob = knobs.find(name);  // none where BN = BM: then a thread has an element of C
    return knob != nullptr ? static_cast<std::uint32_t>(knob->value)
                           : static_cast<std::uint32_t>(std::lround(std::sqrt(threads)));
  };
  const auto blocks = [](std::uint32_t size, std::uint32_t of) { return (size + of - 1) / of; };
  const std::uint32_t down = blocks(p.M, tile("BM")), across = blocks(p.N, tile("BN"));
  return text.find("dim3(blocks_for(g.M, BM)") != text.npos ? std::array{down, across, 1u}
                                                            : std::array{across, down, 1u};
}

/// The compiled step and its arguments.
class InterpretedStep {
 public:
  InterpretedStep(const Step& step, const Product& p)
      : half_(step.name.find("half_padded") != step.name.npos || step.name.find("half_swizzled") != step.name.npos),
        A_(std::size_t{p.M} * p.K, half_),
        B_(std::size_t{p.K} * p.N, half_),
        C_(std::size_t{p.M} * p.N, half_) {
    module_.ptx = or_throw(ptx::read(ptx_of(step)));
    const ptx::Function& function = (*module_.ptx)->functions.at(0);
    kernel.module = &module_, kernel.name = std::string(function.name), kernel.function = &function;
    const std::vector<std::uint64_t> variables((*module_.ptx)->variables.size());  // all are in shared memory
    kernel.program = or_throw(lockstep::decode(**module_.ptx, function, variables));
    for (const Matrix* matrix : {&A_, &B_, &C_}) memory.adopt(matrix->data.get(), matrix->bytes);
    launch.block = {threads_of(function), 1, 1}, launch.grid = grid_of(text_of(step), launch.block[0], p);
    const lockstep::Program& program = **kernel.program;
    launch.arguments.resize(program.argument_bytes);
    std::size_t next = 0;
    const auto add = [&](const auto& value) {
      std::memcpy(launch.arguments.data() + program.parameters.at(next++).offset, &value, sizeof value);
    };
    add(p.M), add(p.N), add(p.K), add(p.alpha), add(A_.data.get()), add(B_.data.get()), add(p.beta), add(C_.data.get());
  }

  format::Selection part(const Product& product) const {
    runtime::Wish wish;
    wish.block_x = product.block_x, wish.block_y = product.block_y;
    return wish.part_of(launch);
  }

  runtime::Kernel kernel{};
  runtime::Memory memory;
  lockstep::Launch launch;

 private:
  runtime::Module module_;
  bool half_;
  Matrix A_, B_, C_;
};

std::vector<std::string> names_in(const char* folder, std::size_t prefix) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".cu") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  for (std::string& name : names) name.erase(0, prefix);
  return names;
}

}  // namespace

std::string Step::key() const {
  std::string text = name + (preset.empty() ? "" : " " + preset);
  for (const format::Parameter& number : numbers) text += " " + number.name + "=" + number.value;
  return text;
}

format::Recording recorded(const Step& step, const Product& product) {
  InterpretedStep its(step, product);
  const bool all = !product.block_y && !product.block_x;
  return or_throw(std::move(runtime::run_recorded(its.kernel, its.launch, its.part(product), its.memory,
                                                  all ? runtime::Results::kRight : runtime::Results::kLeftOut)
                                .recording));
}

format::Recording described(const Step& step, const Product& product) {
  format::Recording recording = recorded(step, product);
  const auto tiles = analysis::tiles_of(recording);
  const std::string why = tiles ? analysis::describe(recording, *tiles) : "no tiles";
  if (!why.empty()) throw std::runtime_error(step.key() + ": " + why);
  return recording;
}

Product product_said(const Step& step) {
  Product product;
  const auto number = [](const std::string& text) { return static_cast<std::uint32_t>(std::stoul(text)); };
  const std::vector<std::string> said = cxx::said_arguments(text_of(step));
  if (said.size() > 2) product.M = number(said[0]), product.N = number(said[1]), product.K = number(said[2]);
  return product;
}

TwoWays recorded_two_ways(const Step& step, const Product& product) {
  InterpretedStep its(step, product);
  const format::Selection all = its.part(product);
  runtime::RecordedLaunch quick =
      runtime::run_recorded(its.kernel, its.launch, all, its.memory, runtime::Results::kLeftOut, 1);
  const lockstep::Allocations& allocations = its.memory.allocations();
  const auto run = [&](runtime::Recorders* recorders) -> Result<std::vector<lockstep::Fault>> {
    lockstep::Limits limits;
    limits.watcher = &recorders->watcher();
    return runtime::run_grid(recorders->program(), its.launch, allocations, 1, &recorders->all(), limits);
  };
  const format::Origin on;
  TwoWays ways{or_throw(std::move(quick.recording)),
               or_throw(runtime::recorded(its.kernel, its.launch, all, allocations, {"cpu", "", ""},
                                          runtime::words_of_host, run, 1)
                            .recording)};
  ways.quick.origin = ways.whole.origin = on;
  return ways;
}

const std::vector<std::string>& all_steps() {
  static const std::vector<std::string> names = names_in(GEMMSCOPE_SOURCE_DIR "/kernels", 3);
  return names;
}

const std::vector<std::string>& steps_with_edges() {
  static const std::vector<std::string> names{"naive",      "coalesced",   "shared_tile", "thread_tile",
                                              "block_tile", "interleaved", "sgemm64",     "direct_store"};
  return names;
}

const std::vector<std::string>& all_broken() {
  static const std::vector<std::string> names = names_in(GEMMSCOPE_BROKEN_STEPS, 0);
  return names;
}

}  // namespace gemmscope::testing
