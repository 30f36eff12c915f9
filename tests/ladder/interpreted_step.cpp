// SPDX-License-Identifier: MIT
#include "tests/ladder/interpreted_step.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <stdexcept>

#include "tests/temporary_folder.h"
#include "tracing/cxx/knobs.h"
#include "tracing/format/input_file.h"
#include "tracing/lockstep/decode.h"
#include "tracing/ptx/read.h"
#include "tracing/runtime/grid.h"
#include "tracing/runtime/recorded_launch.h"
#include "tracing/runtime/wish.h"

namespace gemmscope::ladder {
namespace {

template <class T>
T or_throw(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

std::string changed_text(const Step& step) {
  return or_throw(cxx::with_numbers(format::text_in("kernels/" + step.file + ".cu"), step.numbers, step.file));
}

/// The recorder reads names of parameters in the source, so `folder` is needed until then.
ptx::Module compiled(const Step& step, const TemporaryFolder& folder) {
  const std::string source = (folder.path() / "step.cu").string(), ptx = (folder.path() / "step.ptx").string();
  std::ofstream(source) << changed_text(step);
  const std::string command = std::string(GEMMSCOPE_NVCC) + " -std=c++20 -O3 -lineinfo -arch=compute_80 -ptx " +
                              "--Ofast-compile=mid -Ikernels -o " + ptx + " " + source;
  if (std::system(command.c_str()) != 0) throw std::runtime_error("nvcc refuses " + step.key());
  return or_throw(ptx::read(format::text_in(ptx)));
}

/// Memory for `elements`, all 1, that begins where cudaMalloc's does: at a multiple of 256 bytes.
struct Matrix {
  std::size_t bytes;
  std::unique_ptr<std::byte, decltype(&std::free)> data;

  Matrix(std::size_t elements, bool half)
      : bytes((elements * (half ? 2 : 4) + 255) / 256 * 256),
        data(static_cast<std::byte*>(std::aligned_alloc(256, bytes)), &std::free) {
    const float one = 1;
    const std::uint16_t half_one = 0x3c00;
    for (std::size_t i = 0; i < elements; ++i)
      half ? std::memcpy(data.get() + 2 * i, &half_one, 2) : std::memcpy(data.get() + 4 * i, &one, 4);
  }
};

/// The compiled step and its arguments.
class InterpretedStep {
 public:
  InterpretedStep(const Step& step, const StepLaunch& at)
      : half_(step.file.find("half") != step.file.npos),
        A_(std::size_t{at.M} * at.K, half_),
        B_(std::size_t{at.K} * at.N, half_),
        C_(std::size_t{at.M} * at.N, half_) {
    module_.ptx = compiled(step, folder_);
    const ptx::Function& function = (*module_.ptx)->functions.at(0);
    kernel.module = &module_, kernel.name = std::string(function.name), kernel.function = &function;
    const std::vector<std::uint64_t> variables((*module_.ptx)->variables.size());  // all are in shared memory
    kernel.program = or_throw(lockstep::decode(**module_.ptx, function, variables));
    for (const Matrix* matrix : {&A_, &B_, &C_}) memory.adopt(matrix->data.get(), matrix->bytes);
    launch.grid = {at.block_x + 1, at.block_y + 1, 1}, launch.block = {at.threads, 1, 1};
    const lockstep::Program& program = **kernel.program;
    launch.arguments.resize(program.argument_bytes);
    std::size_t next = 0;
    const auto add = [&](const auto& value) {
      std::memcpy(launch.arguments.data() + program.parameters.at(next++).offset, &value, sizeof value);
    };
    add(at.M), add(at.N), add(at.K), add(2.0f), add(A_.data.get()), add(B_.data.get()), add(1.0f), add(C_.data.get());
  }

  runtime::Kernel kernel{};
  runtime::Memory memory;
  lockstep::Launch launch;  ///< no block is behind the one that is named

 private:
  TemporaryFolder folder_;
  runtime::Module module_;
  bool half_;
  Matrix A_, B_, C_;
};

}  // namespace

std::string Step::key() const {
  std::string text = file;
  for (const format::Parameter& number : numbers) text += " " + number.name + "=" + number.value;
  return text;
}

format::Recording record_as_written(const Step& step, const StepLaunch& at) {
  InterpretedStep its(step, at);
  runtime::Wish wish;
  wish.block_x = format::Range{at.block_x, at.block_x + 1}, wish.block_y = format::Range{at.block_y, at.block_y + 1};
  runtime::RecordedLaunch done = runtime::run_recorded(its.kernel, its.launch, wish.part_of(its.launch), its.memory);
  return or_throw(std::move(done.recording));
}

TwoWays record_two_ways(const Step& step, const StepLaunch& at) {
  InterpretedStep its(step, at);
  const format::Selection all = runtime::Wish().part_of(its.launch);
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

}  // namespace gemmscope::ladder
