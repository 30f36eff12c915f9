// SPDX-License-Identifier: MIT
// How long a recording takes, made by the emulator from fibers and by the interpreter from PTX: CPU time, medians of
// rounds in which all take turns. Usage: print_times [SIZE] [ROUNDS]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>

#include "kernels/table.h"
#include "tests/ladder_ptx/interpreted.h"
#include "tracing/simt/emulator.h"

namespace gemmscope {
namespace {

/// Of all threads of this process.
double cpu_ms(const std::function<void()>& what) {
  const std::clock_t begin = std::clock();
  what();
  return 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

void print_times(const kernels::KernelInfo& info, ladder::Modules& modules, std::uint32_t size, int rounds) {
  record::RecordRequest request;
  request.kernel = info.name;
  request.M = request.N = request.K = size;
  const record::Plan plan = record::make_plan(request).value();
  const kernels::GemmData zeros{size,
                                size,
                                size,
                                std::vector<float>(std::size_t{size} * size),
                                std::vector<float>(std::size_t{size} * size),
                                std::vector<float>(std::size_t{size} * size)};
  std::vector<double> fibers, optimised, written;
  const auto interpret = [&](ladder::Form form, std::vector<double>& times) {
    const ladder::Entry entry = ladder::entry_of(plan.variant, form).value();
    const runtime::Kernel* const kernel = modules.find(entry);
    kernels::GemmData data = zeros;
    times.push_back(cpu_ms([&] {
      if (!ladder::interpret(*kernel, entry, plan, data)) std::abort();
    }));
  };
  for (int i = 0; i < rounds; ++i) {
    fibers.push_back(cpu_ms([&] {
      if (!simt::record(request)) std::abort();
    }));
    interpret(ladder::Form::kOptimised, optimised);
    interpret(ladder::Form::kInside, written);
  }
  std::printf("| %s | %.0f ms | %.0f ms | %.1f | %.0f ms | %.1f |\n", std::string(info.name).c_str(), median(fibers),
              median(optimised), median(optimised) / median(fibers), median(written), median(written) / median(fibers));
}

}  // namespace
}  // namespace gemmscope

int main(int count, char** arguments) {
  const auto argument = [&](int i, int otherwise) { return i < count ? std::atoi(arguments[i]) : otherwise; };
  gemmscope::ladder::Modules modules;
  for (const gemmscope::kernels::KernelInfo& info : gemmscope::kernels::all_kernels())
    gemmscope::print_times(info, modules, static_cast<std::uint32_t>(argument(1, 256)), argument(2, 5));
}
