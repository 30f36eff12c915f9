// SPDX-License-Identifier: MIT
#include "app/results/bench_report.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

namespace gemmscope::results {

std::string day_of(const BenchReport& report) { return report.date.substr(0, 10); }

bool same_numbers(const std::string& one, const std::string& other) {
  const auto words = [](const std::string& text) {
    std::istringstream in(text);
    return std::multiset<std::string>(std::istream_iterator<std::string>(in), {});
  };
  return words(one) == words(other);
}

const LibraryRate* find_library(const BenchReport& report, std::string_view element, std::uint32_t size) {
  const auto found = std::ranges::find_if(
      report.library, [&](const LibraryRate& l) { return l.element == element && l.rate.size == size; });
  return found == report.library.end() ? nullptr : &*found;
}

const KernelRate* find_rate(const BenchReport& report, std::string_view kernel, std::string_view preset,
                            std::string_view layout, std::uint32_t size) {
  const auto found = std::ranges::find_if(report.kernels, [&](const KernelRate& k) {
    return k.kernel == kernel && k.preset == preset && k.layout == layout && k.rate.size == size;
  });
  return found == report.kernels.end() ? nullptr : &*found;
}

std::optional<std::uint32_t> registers_of(const BenchReport* report, std::string_view kernel, std::string_view preset,
                                          std::string_view layout) {
  if (report == nullptr) return std::nullopt;
  const auto found = std::ranges::find_if(report->kernels, [&](const KernelRate& k) {
    return k.kernel == kernel && k.preset == preset && k.layout == layout && k.registers > 0;
  });
  if (found == report->kernels.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found->registers);
}

}  // namespace gemmscope::results
