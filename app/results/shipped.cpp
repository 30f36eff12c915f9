// SPDX-License-Identifier: MIT
#include "app/results/bench_report.h"
#include "shipped_results.h"  // generated from assets/results by app/results/CMakeLists.txt

namespace gemmscope::results {

const Reports& shipped() {
  static const Reports reports = [] {
    auto all = std::make_shared<std::vector<BenchReport>>();
    for (const auto& [name, text] : texts::kFiles)
      if (auto report = read_bench(text, std::string(name))) all->push_back(std::move(*report));
    return all;
  }();
  return reports;
}

}  // namespace gemmscope::results
